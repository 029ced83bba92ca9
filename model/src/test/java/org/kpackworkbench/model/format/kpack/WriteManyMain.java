package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;

/** Writes an archive of many kernels in a JVM of its own: {@code PATH COUNT SIZE}. */
final class WriteManyMain {
  private WriteManyMain() {}

  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    int count = Integer.parseInt(args[1]);
    int size = Integer.parseInt(args[2]);
    TableHead info = new TableHead("many", "gfx110X", List.of("gfx1100"));
    WriteOptions options = WriteOptions.DEFAULT.withLevel(1).withReplace(true);
    try (ArchiveWriter writer = ArchiveWriter.create(path, info, options, Progress.NONE)) {
      for (int i = 0; i < count; i++) {
        byte[] kernel = new byte[size];
        ByteBuffer.wrap(kernel).putInt(i).putInt(size - 4, i);
        writer.add(
            NewEntry.of(new BinaryKey("lib/kernels/number_" + i + ".so", 0, true), "gfx1100"),
            ByteView.of("kernel " + i, kernel));
        if (i == count / 2) {
          System.out.println("half");
        }
      }
      WrittenArchive written = writer.finish();
      System.out.println(written.entries() + " entries, " + written.blobs() + " blobs");
    }
  }
}
