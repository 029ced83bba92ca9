package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedArchive;

/** Archives that are edited and saved: what is written reads back as it was. */
public final class ArchiveEditFuzz {
  private ArchiveEditFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path file = scratch.file("input.kpack", input);
      Path saved = scratch.path("saved.kpack");
      try (EditedArchive archive = EditedArchive.open(file)) {
        archive.apply(new ArchiveEdit.SetGroup("another"));
        int rows = archive.rowCount();
        for (int row = 0; row < Math.min(rows, 100); row++) {
          archive.row(row);
          archive.metadata(row);
        }
        archive.saveAs(saved, false, Progress.NONE);
        compare(archive.original(), saved, rows);
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
    }
  }

  private static void compare(KpackArchive original, Path saved, int rows) throws IOException {
    try (KpackArchive archive = KpackArchive.open(saved)) {
      Check.same("another", archive.groupName(), "group");
      Check.same(rows, archive.entryCount(), "rows of what was saved");
      Check.that(archive.problems().isEmpty(), "what was saved has problems");
      for (int row = 0; row < rows; row++) {
        Check.same(original.entry(row).key(), archive.entry(row).key(), "key");
        Check.same(original.entry(row).targetText(), archive.entry(row).targetText(), "target");
      }
    } catch (FormatException unreadable) {
      throw new AssertionError("what was saved cannot be read", unreadable);
    }
  }
}
