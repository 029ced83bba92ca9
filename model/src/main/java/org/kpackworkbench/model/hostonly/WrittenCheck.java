package org.kpackworkbench.model.hostonly;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.elf.edit.LayoutFinding;
import org.kpackworkbench.model.elf.edit.LayoutRule;
import org.kpackworkbench.model.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.Marker;

/**
 * Reads a host-only file back before it gets its name; what is wrong here is this program's fault.
 */
final class WrittenCheck {
  private final FatBinary source;
  private final KeptPages kept;
  private final byte[] marker;

  WrittenCheck(FatBinary source, KeptPages kept, byte[] marker) {
    this.source = source;
    this.kept = kept;
    this.marker = marker;
  }

  void check(ElfFile written) throws FormatException {
    layout(written);
    FatBinary result = FatBinary.read(written);
    if (result.state() != DeviceCode.HOST_ONLY) {
      throw wrong(written, result.state() + " " + String.join(" ", result.diagnosis()));
    }
    if (result.wrappers().size() != source.wrappers().size()) {
      throw wrong(written, result.wrappers().size() + " wrappers");
    }
    Marker found = result.marker();
    boolean same =
        found != null
            && found.address() == kept.place().start()
            && found.range().length() == marker.length
            && Arrays.equals(written.view().bytes(found.range().start(), marker.length), marker);
    if (!same) {
      throw wrong(written, "another marker");
    }
  }

  /** Rules that the source breaks itself are not held against the result. */
  private void layout(ElfFile written) throws FormatException {
    List<LayoutFinding> findings = LayoutVerifier.verify(written);
    if (findings.isEmpty()) {
      return;
    }
    Set<LayoutRule> broken = EnumSet.noneOf(LayoutRule.class);
    for (LayoutFinding finding : LayoutVerifier.verify(source.elf())) {
      broken.add(finding.rule());
    }
    for (LayoutFinding finding : findings) {
      if (!broken.contains(finding.rule())) {
        throw wrong(written, finding.toString());
      }
    }
  }

  private static FormatException wrong(ElfFile written, String found) {
    return FormatException.in(written.view().name(), "host-only file", "", Reason.BAD_VALUE)
        .expected("a valid host-only file")
        .found(found)
        .advice("Nothing was changed. This is an error of the program: please report it.")
        .build();
  }
}
