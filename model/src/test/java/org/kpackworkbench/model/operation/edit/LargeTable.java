package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** An archive with many rows, {@code lib/N#0 @ gfx906}, all of one blob. */
final class LargeTable {
  private LargeTable() {}

  static Path write(Path path, int rows) throws IOException {
    TableHead info = new TableHead("group", "gfx9", List.of("gfx906"));
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
