package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/**
 * The archive in which one binary is renamed: 2 GB in few large code objects, half of each of which
 * does not compress. Made once, below {@code target/bench}.
 */
public final class LargeKernels {
  /** A binary that it has. */
  public static final String BINARY = "lib/0.so";

  private static final int KERNEL_BYTES = 2 << 20;

  private LargeKernels() {}

  /** The archive, which is made where it is missing. */
  public static Path path() throws IOException {
    Path path = Scale.folder().resolve("large-kernels.kpack");
    if (Files.exists(path)) {
      return path;
    }
    TableHead info = new TableHead("bench", "gfx9", List.of("gfx906"));
    SplittableRandom random = new SplittableRandom(1);
    try (ArchiveWriter writer =
        ArchiveWriter.create(path, info, WriteOptions.DEFAULT, Progress.NONE)) {
      for (int i = 0; i < Scale.current().renameKernels(); i++) {
        byte[] kernel = new byte[KERNEL_BYTES];
        random.nextBytes(kernel);
        // A part of it compresses, as code does.
        Arrays.fill(kernel, KERNEL_BYTES / 2, KERNEL_BYTES, (byte) i);
        writer.add(
            NewEntry.of(new BinaryKey("lib/" + i + ".so", 0, true), "gfx906"),
            ByteView.of("kernel " + i, kernel));
      }
      writer.finish();
    }
    return path;
  }
}
