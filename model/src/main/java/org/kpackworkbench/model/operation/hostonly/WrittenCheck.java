package org.kpackworkbench.model.operation.hostonly;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;

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

  /**
   * Checks what was written.
   *
   * @throws FormatException where anything is wrong
   */
  void check(ElfFile written) throws FormatException {
    String fault = fault(written);
    if (fault != null) {
      throw FormatException.in(written.view().name(), "host-only file", "", Reason.BAD_VALUE)
          .expected("a valid host-only file")
          .found(fault)
          .advice("Nothing was changed. This is an error of the program: please report it.")
          .build();
    }
  }

  /** What is wrong with a file that is written or only planned; null where nothing is. */
  @Nullable String fault(ElfFile written) throws FormatException {
    LayoutFinding added = LayoutVerifier.added(source.elf(), written);
    if (added != null) {
      return added.toString();
    }
    FatBinary result = FatBinary.read(written);
    if (result.state() != DeviceCode.HOST_ONLY) {
      return result.state() + " " + String.join(" ", result.diagnosis());
    }
    if (result.wrappers().size() != source.wrappers().size()) {
      return result.wrappers().size() + " wrappers";
    }
    Marker found = result.marker();
    boolean same =
        found != null
            && found.address() == kept.place().start()
            && found.range().length() == marker.length
            && Arrays.equals(written.view().bytes(found.range().start(), marker.length), marker);
    return same ? null : "another marker";
  }
}
