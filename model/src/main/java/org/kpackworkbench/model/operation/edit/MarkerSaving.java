package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutRule;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * Writes a host-only binary with its edited marker beside its target, verifies it, and gives it the
 * name and the mode of the one that was opened.
 */
public final class MarkerSaving extends DocumentSaving<MarkerEdit> {
  private final Draft draft;

  /**
   * A marker at one moment.
   *
   * @param view the original's bytes
   * @param path of the file whose mode is kept
   * @param first what the marker said at first
   * @param content what it says now
   */
  record Draft(
      ByteView view, FatBinary original, Path path, MarkerContent first, MarkerContent content) {}

  MarkerSaving(
      Draft draft,
      Path target,
      boolean replace,
      @Nullable FileStamp expected,
      List<MarkerEdit> edits) {
    super(target, replace, expected, edits);
    this.draft = draft;
  }

  @Override
  void write(Progress progress) throws IOException {
    int mode = FileModes.of(draft.path().toRealPath());
    ByteView view = draft.view();
    try (ReplacingFile written = ReplacingFile.create(place(), replace())) {
      LayoutWriter writer = new LayoutWriter(written.channel(), progress);
      if (draft.content().equals(draft.first())) {
        writer.write(view, new OffsetEdits(view.size()), List.of());
      } else {
        MarkerLayout layout = new MarkerLayout(draft.original(), draft.content().bytes());
        writer.write(view, layout.edits(), layout.overlays());
        try (MappedFile back = MappedFile.open(written.temporary())) {
          check(ElfFile.read(back.view()), layout.address());
        }
      }
      FileModes.set(written.temporary(), mode);
      requireTarget();
      written.commit();
    }
  }

  /** What was written is read back: what is wrong with it here is this program's fault. */
  private void check(ElfFile written, long address) throws FormatException {
    FatBinary original = draft.original();
    FatBinary result = FatBinary.read(written);
    Marker marker = result.marker();
    byte[] bytes = draft.content().bytes();
    boolean same =
        result.state() == DeviceCode.HOST_ONLY
            && result.wrappers().size() == original.wrappers().size()
            && marker != null
            && marker.problems().isEmpty()
            && marker.address() == address
            && marker.range().length() == bytes.length
            && Arrays.equals(bytes, written.view().bytes(marker.range().start(), bytes.length));
    if (!same) {
      throw wrong(written, result.state() + " " + result.diagnosis());
    }
    Set<LayoutRule> broken = EnumSet.noneOf(LayoutRule.class);
    for (LayoutFinding finding : LayoutVerifier.verify(original.elf())) {
      broken.add(finding.rule());
    }
    for (LayoutFinding finding : LayoutVerifier.verify(written)) {
      if (!broken.contains(finding.rule())) {
        throw wrong(written, finding.toString());
      }
    }
  }

  private static FormatException wrong(ElfFile written, String found) {
    return FormatException.in(written.view().name(), "host-only file", "", Reason.BAD_VALUE)
        .expected("a valid host-only file with the edited marker")
        .found(found)
        .advice("Nothing was changed. This is an error of the program: please report it.")
        .build();
  }
}
