package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** Archives for tests of views, right and wrong. */
public final class ArchiveFiles {
  /** Where the table of the golden archive starts. */
  public static final int GOLDEN_TABLE_OFFSET = 570;

  /** Large archives of tests name each of so many code objects again and again. */
  private static final int MOST_BLOBS = 2000;

  private ArchiveFiles() {}

  /** The archive of the specification: three rows in two binaries, scheme none. */
  public static Path golden(Path folder) throws IOException {
    Path file = folder.resolve("golden.kpack");
    TableHead info = new TableHead("test", "gfx900X", List.of("gfx900", "gfx906"));
    WriteOptions options = WriteOptions.DEFAULT.withScheme(StorageScheme.NONE).withReplace(true);
    try (ArchiveWriter writer = ArchiveWriter.create(file, info, options, Progress.NONE)) {
      BinaryKey library = new BinaryKey("lib/libtest.so", 0, true);
      writer.add(NewEntry.of(library, "gfx900"), bytes("KERNEL1_GFX900_DATA", 100, 0));
      writer.add(NewEntry.of(library, "gfx906"), bytes("KERNEL2_GFX906_DATA", 200, 0));
      writer.add(
          NewEntry.of(new BinaryKey("bin/testapp", 0, true), "gfx900"),
          bytes("KERNEL3_APP_GFX900", 150, 0xff));
      writer.finish();
    }
    return file;
  }

  /** A compressed archive with one code object, filed under what it states and under another. */
  public static Path misfiled(Path folder, Path codeObject, String wrong) throws IOException {
    Path file = folder.resolve("misfiled.kpack");
    byte[] code = java.nio.file.Files.readAllBytes(codeObject);
    TableHead info = new TableHead("test", "gfx11X", List.of("gfx1100"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      BinaryKey library = new BinaryKey("lib/libtest.so", 0, true);
      NewBlob blob = writer.blob(ByteView.of("code", code));
      writer.row(NewEntry.of(library, "gfx1100"), blob);
      writer.row(NewEntry.of(library, wrong), blob);
      writer.finish();
    }
    return file;
  }

  /** An archive of one library's own: names with folders, no index. */
  public static Path free(Path folder) throws IOException {
    Path file = folder.resolve("fmha.kpack");
    TableHead info = new TableHead("fmha", "gfx94X", List.of("gfx942", "gfx950"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      int seed = 0;
      for (String name :
          List.of(
              "fmha_v3_fwd/MI300/fwd_hd128_bf16_rtne.co",
              "fmha_v3_fwd/MI300/fwd_hd64.co",
              "fmha_v3_fwd/MI350/fwd_hd128.co",
              "fmha_v3_bwd/bwd.co",
              "pointwise_add_f32")) {
        for (String target : List.of("gfx942", "gfx950")) {
          writer.add(
              NewEntry.of(new BinaryKey(name, 0, false), target),
              ByteView.of("k", kernel(seed++, 300)));
        }
      }
      writer.finish();
    }
    return file;
  }

  /**
   * An archive of one library's own with many names, of which some ten thousand are in each of ten
   * folders, in ten folders each.
   */
  public static Path freeLarge(Path folder, int rows) throws IOException {
    Path file = folder.resolve("free-large.kpack");
    TableHead info = new TableHead("fmha", "gfx94X", List.of("gfx942"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      NewBlob blob = writer.blob(ByteView.of("k", kernel(1, 300)));
      for (int row = 0; row < rows; row++) {
        String name =
            "fmha_%d/MI%d/fwd_%05d.co".formatted(row % 10, 300 + row / 10 % 10, row / 100);
        writer.row(NewEntry.of(new BinaryKey(name, 0, false), "gfx942"), blob);
      }
      writer.finish();
    }
    return file;
  }

  /** An archive without rows. */
  public static Path empty(Path folder) throws IOException {
    Path file = folder.resolve("empty.kpack");
    TableHead info = new TableHead("none", "gfx9X", List.of());
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      writer.finish();
    }
    return file;
  }

  /**
   * An archive with two libraries, three indexes, four targets, metadata, and two code objects that
   * several rows name.
   */
  public static Path small(Path folder) throws IOException {
    Path file = folder.resolve("rand_lib_gfx9.kpack");
    List<String> targets = List.of("gfx906", "gfx90a:xnack+", "gfx90a:xnack-", "gfx1030");
    TableHead info = new TableHead("rand_lib", "gfx9X", targets);
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      NewBlob shared = writer.blob(ByteView.of("shared", kernel(7, 5000)));
      for (int library = 0; library < 2; library++) {
        for (int index = 0; index < 3; index++) {
          BinaryKey key = new BinaryKey("lib/librand" + library + ".so.1", index, true);
          for (String target : targets) {
            NewEntry entry =
                NewEntry.of(
                    key,
                    target,
                    index == 1
                        ? Map.of()
                        : metadata(target, "math-libs/rocRAND/stage", 128 << index));
            if (index == 2 && target.startsWith("gfx90a")) {
              writer.row(entry, shared);
            } else {
              int seed = library * 100 + index * 10 + targets.indexOf(target);
              writer.add(entry, ByteView.of("k", kernel(seed, 4000 + 1500 * seed)));
            }
          }
        }
      }
      writer.finish();
    }
    return file;
  }

  /** An archive of so many rows: 5 indexes of each binary, 4 targets of each. */
  public static Path large(Path folder, int rows) throws IOException {
    Path file = folder.resolve("tensile_gfx9_" + rows + ".kpack");
    List<String> targets = List.of("gfx90a", "gfx942", "gfx1030", "gfx1100");
    TableHead info = new TableHead("blas_lib", "gfx9X", targets);
    WriteOptions fast = WriteOptions.DEFAULT.withLevel(1).withReplace(true);
    try (ArchiveWriter writer = ArchiveWriter.create(file, info, fast, Progress.NONE)) {
      byte[] bytes = kernel(1, 600);
      List<NewBlob> blobs = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        int binary = row / 20;
        String name =
            "lib/rocblas/library/TensileLibrary_%s_Type_%s_Contraction_l_Ailk_Bjlk_%05d.co"
                .formatted(
                    binary % 3 == 0 ? "gemm" : "trsm", binary % 2 == 0 ? "HH" : "SB", binary);
        BinaryKey key = new BinaryKey(name, row / 4 % 5, true);
        String target = targets.get(row % 4);
        if (row < MOST_BLOBS) {
          byte[] own = Arrays.copyOf(bytes, 200 + row % 400);
          ByteBuffer.wrap(own).putInt(row);
          blobs.add(writer.blob(ByteView.of("k", own)));
        }
        writer.row(
            NewEntry.of(key, target, metadata(target, "math-libs/rocBLAS", row % 512)),
            blobs.get(row % MOST_BLOBS));
      }
      writer.finish();
    }
    return file;
  }

  /** The golden archive with some bytes replaced; the contents are given as text. */
  public static Path broken(Path folder, String name, String found, String replacement)
      throws IOException {
    byte[] bytes = Files.readAllBytes(golden(folder));
    byte[] wanted = found.getBytes(StandardCharsets.ISO_8859_1);
    byte[] instead = replacement.getBytes(StandardCharsets.ISO_8859_1);
    int replaced = 0;
    for (int i = GOLDEN_TABLE_OFFSET; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        System.arraycopy(instead, 0, bytes, i, instead.length);
        replaced++;
      }
    }
    if (replaced == 0) {
      throw new IllegalArgumentException("the golden archive has no " + found);
    }
    return Files.write(folder.resolve(name), bytes);
  }

  /** The golden archive cut off after so many bytes. */
  public static Path cut(Path folder, String name, int length) throws IOException {
    return Files.write(
        folder.resolve(name), Arrays.copyOf(Files.readAllBytes(golden(folder)), length));
  }

  /** An archive of a unknown scheme, with unknown keys, written by hand. */
  public static Path unknownScheme(Path folder) throws IOException {
    byte[] table =
        MsgEncoder.value(
            map(
                "format_version",
                MsgValue.Int.of(1),
                "group_name",
                text("future"),
                "gfx_arch_family",
                text("gfx12X"),
                "gfx_arches",
                new MsgValue.Array(List.of(text("gfx1200"), text("gfx1201"))),
                "toc",
                map(
                    "lib/libnew.so#0",
                    map(
                        "gfx1201",
                        map(
                            "type",
                            text("hsaco"),
                            "ordinal",
                            MsgValue.Int.of(0),
                            "original_size",
                            MsgValue.Int.of(4096),
                            "dictionary",
                            MsgValue.Int.of(3)))),
                "compression_scheme",
                text("zstd-pool"),
                "dictionaries",
                new MsgValue.Array(List.of(text("a"), text("b")))));
    ByteBuffer file =
        ByteBuffer.allocate(64 + table.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put("KPAK".getBytes(StandardCharsets.US_ASCII))
            .putInt(1)
            .putLong(64);
    file.position(64).put(table);
    return Files.write(folder.resolve("future.kpack"), file.array());
  }

  private static MsgValue text(String text) {
    return new MsgValue.Text(text);
  }

  private static MsgValue map(Object... namesAndValues) {
    List<MsgValue.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      pairs.add(
          new MsgValue.Pair(text((String) namesAndValues[i]), (MsgValue) namesAndValues[i + 1]));
    }
    return new MsgValue.Mapping(pairs);
  }

  private static Map<String, MsgValue> metadata(String target, String prefix, int m) {
    Map<String, MsgValue> metadata = new LinkedHashMap<>();
    metadata.put("target", text(target));
    metadata.put("source_prefix", text(prefix));
    metadata.put(
        "kernel",
        map("precision", text("fp16"), "M", MsgValue.Int.of(m), "N", MsgValue.Int.of(64)));
    return metadata;
  }

  private static ByteView bytes(String text, int more, int fill) {
    byte[] start = text.getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(start, start.length + more);
    Arrays.fill(all, start.length, all.length, (byte) fill);
    return ByteView.of(text, all);
  }

  /** Bytes that compress to about half. */
  private static byte[] kernel(int seed, int size) {
    byte[] bytes = new byte[size];
    Random random = new Random(seed);
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) random.nextInt(16);
    }
    return bytes;
  }
}
