package org.kpackworkbench.model.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SplittableRandom;
import org.kpackworkbench.model.archive.ArchiveInfo;
import org.kpackworkbench.model.archive.ArchiveWriter;
import org.kpackworkbench.model.archive.BinaryKey;
import org.kpackworkbench.model.archive.NewEntry;
import org.kpackworkbench.model.archive.WriteOptions;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.job.Progress;

/**
 * What it costs to save one rename in a large archive, beside copying the file, and compressing it
 * again. Arguments: the archive, which is made where it is missing, and its size in MiB.
 *
 * <p>The promise: a copy and reading it back, in flat memory (run it with {@code -Xmx128m}).
 */
public final class SaveRename {
  private static final int KERNEL_BYTES = 2 << 20;

  private SaveRename() {}

  /** Measures, and prints a table. */
  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0]);
    if (!Files.exists(path)) {
      make(path, Integer.parseInt(args[1]) / 2);
    }
    System.out.printf("%s, %.1f MB%n", path, Files.size(path) / 1e6);
    Path copy = path.resolveSibling("copy.kpack");
    for (int round = 0; round < 3; round++) {
      print("copy of the file", () -> Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING));
      print("save of one rename", () -> save(copy, rename()));
    }
    print("save at another level", () -> save(copy, level()));
    Files.delete(copy);
  }

  private static ArchiveEdit rename() {
    return new ArchiveEdit.RenameBinary("lib/0.so", "lib/renamed.so");
  }

  private static ArchiveEdit level() {
    return new ArchiveEdit.SetStorage(
        org.kpackworkbench.model.archive.StorageScheme.ZSTD_PER_KERNEL, 4);
  }

  private static void save(Path path, ArchiveEdit edit) throws IOException {
    try (EditedArchive archive = EditedArchive.open(path)) {
      archive.apply(edit);
      archive.save(Progress.NONE);
    }
  }

  private static void make(Path path, int kernels) throws IOException {
    ArchiveInfo info = new ArchiveInfo("bench", "gfx9", List.of("gfx906"));
    SplittableRandom random = new SplittableRandom(1);
    try (ArchiveWriter writer =
        ArchiveWriter.create(path, info, WriteOptions.DEFAULT, Progress.NONE)) {
      for (int i = 0; i < kernels; i++) {
        byte[] kernel = new byte[KERNEL_BYTES];
        random.nextBytes(kernel);
        // A part of it compresses, as code does.
        java.util.Arrays.fill(kernel, KERNEL_BYTES / 2, KERNEL_BYTES, (byte) i);
        writer.add(
            NewEntry.of(new BinaryKey("lib/" + i + ".so", 0, true), "gfx906"),
            ByteView.of("kernel " + i, kernel));
      }
      writer.finish();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void print(String what, Work work) throws IOException {
    long start = System.nanoTime();
    work.run();
    System.out.printf("%-24s %8.2f s%n", what, (System.nanoTime() - start) / 1e9);
  }
}
