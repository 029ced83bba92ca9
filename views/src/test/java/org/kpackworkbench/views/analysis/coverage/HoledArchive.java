package org.kpackworkbench.views.analysis.coverage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** Takes code out of archives. */
final class HoledArchive {
  private HoledArchive() {}

  /** Writes an archive again without the rows of one wrapper of a binary. */
  static void without(Path file, String binary, int index) throws IOException {
    Path other = file.resolveSibling("other.kpack");
    try (KpackArchive archive = KpackArchive.open(file);
        ArchiveWriter writer =
            ArchiveWriter.create(
                other, TableHead.of(archive), WriteOptions.DEFAULT, Progress.NONE)) {
      for (int row = 0; row < archive.entryCount(); row++) {
        NewEntry entry = NewEntry.of(archive, row);
        if (!entry.key().binary().equals(binary) || entry.key().index() != index) {
          writer.add(entry, archive.load(row));
        }
      }
      writer.finish();
    }
    Files.move(other, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
