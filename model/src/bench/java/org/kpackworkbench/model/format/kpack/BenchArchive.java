package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;

/**
 * The archive that is measured: a kernel library's, with 100,000 rows of 4 KiB each that compress
 * to some 1.4 KiB, or as many as {@link Scale} says. Made once, below {@code target/bench}.
 */
public final class BenchArchive {
  static final int KERNEL_BYTES = 4096;
  private static final int SMALL_BYTES = 256;

  private static final List<String> TARGETS =
      List.of(
          "gfx90a:xnack+",
          "gfx90a:xnack-",
          "gfx942",
          "gfx950",
          "gfx1100",
          "gfx1101",
          "gfx1200",
          "gfx1201");

  private BenchArchive() {}

  /** How the rows are spread. */
  public enum Shape {
    /** Every row has a binary key of its own, and metadata: the longest table. */
    KERNELS,
    /** Few binaries with several translation units, each for eight targets. */
    LIBRARIES
  }

  /** The archive of a shape. */
  public static Path path(Shape shape) throws IOException {
    Path folder = Scale.folder();
    Path path =
        folder.resolve("open-" + shape.name().toLowerCase(java.util.Locale.ROOT) + ".kpack");
    if (!Files.exists(path)) {
      write(path, shape);
    }
    return path;
  }

  /** An archive with ten times as many rows and small code objects, and its index. */
  public static Path indexed() throws IOException {
    Path path = Scale.folder().resolve("indexed.kpack");
    if (!Files.exists(path)) {
      int entries = 10 * Scale.current().entries();
      TableHead info = new TableHead("bench", "gfx9X", TARGETS);
      try (ArchiveWriter writer =
          ArchiveWriter.create(path, info, WriteOptions.DEFAULT, Progress.NONE)) {
        for (int i = 0; i < entries; i++) {
          writer.add(kernel(i), ByteView.of("k", bytes(i, SMALL_BYTES)));
        }
        writer.finish();
      }
    }
    if (!Files.exists(ArchiveIndex.path(path))) {
      IndexWriter.write(path, Progress.NONE);
    }
    return path;
  }

  /** A key of {@link #indexed}, by number. */
  public static String key(int number) {
    return kernel(number).key().text();
  }

  /** The same with one row in a hundred gone, and other contents in one in fifty. */
  public static Path changed(Shape shape) throws IOException {
    int entries = Scale.current().entries();
    Path first = path(shape);
    Path path = first.resolveSibling("changed-" + first.getFileName());
    if (!Files.exists(path)) {
      write(path, shape, i -> i % 100 == 99 ? -1 : i % 50 == 7 ? i + entries : i);
    }
    return path;
  }

  private static void write(Path path, Shape shape) throws IOException {
    write(path, shape, i -> i);
  }

  private static void write(Path path, Shape shape, IntUnaryOperator seeds) throws IOException {
    int entries = Scale.current().entries();
    TableHead info = new TableHead("bench", "gfx9X", TARGETS);
    try (ArchiveWriter writer =
        ArchiveWriter.create(path, info, WriteOptions.DEFAULT, Progress.NONE)) {
      for (int i = 0; i < entries; i++) {
        int seed = seeds.applyAsInt(i);
        if (seed >= 0) {
          NewEntry entry = shape == Shape.KERNELS ? kernel(i) : library(i);
          writer.add(entry, ByteView.of("k", bytes(seed)));
        }
      }
      writer.finish();
    }
  }

  private static NewEntry kernel(int i) {
    Map<String, MsgValue> metadata = new LinkedHashMap<>();
    metadata.put("precision", new MsgValue.Text(i % 2 == 0 ? "f32" : "bf16"));
    metadata.put("M", MsgValue.Int.of(16L << (i % 5)));
    metadata.put("N", MsgValue.Int.of(16L << (i / 5 % 5)));
    metadata.put("K", MsgValue.Int.of(i));
    String name = "lib/hipblaslt/library/Cijk_Ailk_Bljk_MT%dx%d_SE_%06d.co";
    BinaryKey key = new BinaryKey(name.formatted(16 << (i % 5), 16 << (i / 5 % 5), i), 0, true);
    return NewEntry.of(key, TARGETS.get(i % TARGETS.size()), metadata);
  }

  private static NewEntry library(int i) {
    int unit = i / TARGETS.size();
    BinaryKey key = new BinaryKey("lib/libbench" + unit / 250 + ".so.1", unit % 250, true);
    return NewEntry.of(key, TARGETS.get(i % TARGETS.size()));
  }

  /** A kernel's bytes, some two bits of information in each. */
  static byte[] bytes(int seed) {
    return bytes(seed, KERNEL_BYTES);
  }

  private static byte[] bytes(int seed, int count) {
    byte[] bytes = new byte[count];
    Random random = new Random(seed);
    int symbols = seed % 2 == 0 ? 4 : 5;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt(symbols);
    }
    return bytes;
  }
}
