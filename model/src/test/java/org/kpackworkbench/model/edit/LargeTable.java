package org.kpackworkbench.model.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.archive.ArchiveInfo;
import org.kpackworkbench.model.archive.ArchiveWriter;
import org.kpackworkbench.model.archive.BinaryKey;
import org.kpackworkbench.model.archive.NewBlob;
import org.kpackworkbench.model.archive.NewEntry;
import org.kpackworkbench.model.archive.WriteOptions;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;

/** An archive with many rows, {@code lib/N#0 @ gfx906}, all of one blob. */
final class LargeTable {
  private LargeTable() {}

  static Path write(Path path, int rows) throws IOException {
    ArchiveInfo info = new ArchiveInfo("group", "gfx9", List.of("gfx906"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(path, info, WriteOptions.DEFAULT, Progress.NONE)) {
      NewBlob blob = writer.blob(ByteView.of("kernel", new byte[64]));
      for (int row = 0; row < rows; row++) {
        writer.row(NewEntry.of(new BinaryKey("lib/" + row, 0, true), "gfx906"), blob);
      }
      writer.finish();
    }
    return path;
  }
}
