package org.kpackworkbench.model.analysis.resolve.answer;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/**
 * A host-only library with its archives, and faults in it that are drawn at random. What is drawn
 * is remembered in words.
 */
final class FaultyTree {
  /** The library of most trees: five wrappers, two of them without code for some targets. */
  static final String LIBRARY = "libdrift.so";

  private static final String PATTERN = "../.kpack/t_@GFXARCH@.kpack";
  private static final String DIRECT = "../.kpack/t_all.kpack";
  private static final String MANIFEST = "../.kpack/t.kpm";
  private static final String BOTH = PATTERN + " " + DIRECT;

  /** An archive that no search path leads to. */
  static final String UNREAD = "unread";

  /** Processor numbers of generic targets. */
  private static final Map<String, Integer> NUMBERS =
      Map.of("gfx9-4-generic", 0x5f, "gfx10-3-generic", 0x53, "gfx11-generic", 0x54);

  /** A row of an archive before it is written. */
  static final class Row {
    String key;
    String target;

    /** Null for its own. */
    Object ordinal;

    /** The name of its archive; null for that of its target. */
    String archive;

    long size;
    byte[] code;
    final Pairs origin;

    Row(String key, String target, byte[] code, Pairs origin) {
      this.key = key;
      this.target = target;
      this.code = code;
      this.size = code.length;
      this.origin = origin;
    }

    Row copy() {
      return new Row(key, target, code, origin);
    }

    /** Files it under its generic target, for which its code is then; false if there is none. */
    boolean generic() {
      GpuTarget generic =
          GpuTable.generics(GpuTarget.parse(target)).stream().findFirst().orElse(null);
      if (generic == null) {
        return false;
      }
      target = "" + generic;
      byte[] other = code.clone();
      other[8] = 4;
      other[0x30] = (byte) NUMBERS.get(generic.processor()).intValue();
      other[0x33] = 1;
      holds(other);
      return true;
    }

    void holds(byte[] other) {
      code = other;
      size = other.length;
    }
  }

  /** Changes the bytes of a file. */
  @FunctionalInterface
  interface Damage {
    byte[] of(byte[] bytes) throws IOException;
  }

  /** A tree before it is written: at first it has no fault. */
  final class Draft {
    String name = FaultyTree.this.name;
    boolean origins = true;

    /** Whether one archive has the code for all targets. */
    boolean direct;

    /** Whether a second search path leads to one archive for all targets. */
    boolean both;

    /** Whether the search path leads to the manifest. */
    boolean led;

    boolean fat;
    boolean manifest;
    final List<Row> rows = new ArrayList<>();
    final Map<String, List<String>> listed = new TreeMap<>();
    final Map<String, Consumer<TestArchive>> tables = new TreeMap<>();
    final Map<String, Damage> damage = new TreeMap<>();
    final List<String> gone = new ArrayList<>();
    Damage library = bytes -> bytes;

    /** The name of the archive for a target. */
    String archive(String target) {
      return direct ? "all" : target;
    }

    void damages(String archive, Damage next) {
      damage.merge(archive, next, (first, then) -> bytes -> then.of(first.of(bytes)));
    }

    /** The name of the archive of a row. */
    String archive(Row row) {
      return row.archive == null ? archive(row.target) : row.archive;
    }

    /** The search paths. */
    String path() {
      return led ? MANIFEST : direct ? DIRECT : both ? BOTH : PATTERN;
    }

    /** The row of a wrapper for a target. */
    Row row(int wrapper, String target) {
      return rows.stream()
          .filter(row -> row.key.equals(name + "#" + wrapper) && row.target.equals(target))
          .findFirst()
          .orElseThrow();
    }

    /** Writes it over the tree that was there. */
    void write(Path root) throws IOException {
      Path hidden = emptied(root.resolve(".kpack"));
      contents.reset();
      Map<String, List<Row>> archives = new TreeMap<>();
      for (Row row : rows) {
        archives.computeIfAbsent(archive(row), key -> new ArrayList<>()).add(row);
      }
      List<ManifestRow> files = new ArrayList<>();
      for (Map.Entry<String, List<Row>> each : archives.entrySet()) {
        String own = each.getKey();
        files.add(new ManifestRow(own, "t_" + own + ".kpack", -1, -1, null));
        if (!gone.contains(own)) {
          byte[] bytes = bytes(each.getValue(), own);
          put(
              hidden.resolve("t_" + own + ".kpack"),
              damage.getOrDefault(own, same -> same).of(bytes));
        }
      }
      if (led || manifest) {
        put(hidden.resolve("t.kpm"), ManifestWriter.write(Manifest.of("t", "stage", files)));
      }
      byte[] binary = fat ? Files.readAllBytes(input) : binaries.get(name + " " + path());
      put(emptied(root.resolve("lib")).resolve(leaf(input)), library.of(binary.clone()));
    }

    private void put(Path file, byte[] bytes) throws IOException {
      Files.write(file, bytes);
      contents.update(leaf(file).getBytes(StandardCharsets.UTF_8));
      contents.update(bytes);
    }

    private byte[] bytes(List<Row> rows, String own) {
      TestArchive archive = TestArchive.zstd();
      byte[][] all = new byte[rows.size()][];
      Map<String, Pairs> toc = new LinkedHashMap<>();
      List<String> targets = new ArrayList<>();
      for (int i = 0; i < all.length; i++) {
        Row row = rows.get(i);
        all[i] = frames.computeIfAbsent(row.code, archive::frame);
        Object ordinal = row.ordinal == null ? i : row.ordinal;
        Pairs entry = map("type", "hsaco", "ordinal", ordinal, "original_size", row.size);
        if (origins) {
          entry.put("metadata", row.origin);
        }
        toc.computeIfAbsent(row.key, key -> map()).put(row.target, entry);
        if (!targets.contains(row.target)) {
          targets.add(row.target);
        }
      }
      archive.frames(all);
      archive.area(archive.blobArea.length);
      archive.groupName = "t";
      archive.family = own;
      archive.architectures = listed.getOrDefault(own, targets);
      Pairs table = map();
      toc.forEach(table::put);
      archive.toc(table);
      tables.getOrDefault(own, none -> {}).accept(archive);
      return archive.bytes();
    }
  }

  private final Path input;
  private final MessageDigest contents;

  /** The library's path in archives. */
  final String name;

  private final Map<String, byte[]> binaries = new TreeMap<>();
  private final List<Row> rows = new ArrayList<>();

  /** The compressed form of each code object, since compressing takes most of the time. */
  private final Map<byte[], byte[]> frames = new IdentityHashMap<>();

  /**
   * @param folder where host-only libraries are made once
   * @param fixture the fat library
   */
  FaultyTree(Path folder, String fixture) throws IOException {
    try {
      contents = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
    input = Fixtures.path(fixture);
    name = "lib/" + fixture;
    for (String each : List.of(name, misspelt(name), "mib/" + fixture)) {
      for (String path : List.of(PATTERN, DIRECT, MANIFEST, BOTH)) {
        Path output = folder.resolve("made.so");
        HostOnlyCopy.make(
            new HostOnlyRequest(input, output, false, each, List.of(path.split(" "))));
        binaries.put(each + " " + path, Files.readAllBytes(output));
        Files.delete(output);
      }
    }
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of(fixture, Files.readAllBytes(input))));
    for (Wrapper wrapper : fat.wrappers()) {
      OffloadBundle bundle = (OffloadBundle) fat.bundleOf(wrapper).orElseThrow().content();
      List<Object> ids = new ArrayList<>();
      bundle.entries().forEach(entry -> ids.add(entry.id().text()));
      for (BundleEntry entry : bundle.entries()) {
        if (entry.isDevice() && entry.sizeBytes() > 0) {
          ByteView content = bundle.content(entry);
          byte[] code = content.bytes(0, (int) content.size());
          Pairs origin =
              map(
                  "target",
                  entry.id().text(),
                  "bundle_index",
                  entry.index(),
                  "bundle_ids",
                  ids,
                  "bundle_compression",
                  "none");
          rows.add(new Row(name + "#" + wrapper.index(), "" + entry.target(), code, origin));
        }
      }
    }
  }

  /** A name with its last letter but those of {@code .so} changed. */
  static String misspelt(String name) {
    int at = name.length() - 4;
    return name.substring(0, at) + (char) (name.charAt(at) + 1) + name.substring(at + 1);
  }

  /** Returns a digest of the files that were written since the last call. */
  String digest() {
    return HexFormat.of().formatHex(contents.digest());
  }

  /** The library in a tree. */
  Path library(Path root) {
    return root.resolve("lib").resolve(leaf(input));
  }

  private static String leaf(Path path) {
    return path.getFileName().toString();
  }

  /** A folder without the files that were in it. */
  static Path emptied(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (var old = Files.list(folder)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    return folder;
  }

  /** A tree without faults. */
  Draft draft() {
    Draft draft = new Draft();
    for (Row row : rows) {
      draft.rows.add(new Row(row.key, row.target, row.code, row.origin));
    }
    return draft;
  }

  /**
   * Writes a tree over the one that was there.
   *
   * @return what was drawn
   */
  List<String> write(Path root, Random random) throws IOException {
    List<String> drawn = new ArrayList<>();
    Draft draft = draft();
    draft.direct = random.nextInt(4) == 0;
    draft.origins = random.nextInt(3) > 0;
    int faults = random.nextInt(4);
    for (int i = 0; i < faults; i++) {
      Row row = draft.rows.get(random.nextInt(draft.rows.size()));
      String archive = draft.archive(row);
      int fault = random.nextInt(22);
      drawn.add(fault + " " + row.key + " @ " + row.target);
      switch (fault) {
        case 0 -> draft.gone.add(archive);
        case 1 -> row.key = name;
        case 2 -> row.key = row.key.replace("libdrift", "libother");
        case 3 -> draft.rows.remove(row);
        case 4 -> draft.listed.put(archive, List.of());
        case 5 -> draft.listed.put(archive, List.of(row.target, "gfx1201"));
        case 6 -> draft.listed.put(archive, List.of(row.target + ":xnack-:sramecc+"));
        case 7 -> {
          Object scheme = random.nextBoolean() ? "ZstdPerKernel" : 7;
          draft.tables.put(archive, table -> table.scheme = scheme);
        }
        case 8 -> row.ordinal = 77;
        case 9 -> draft.damages(archive, cut(1 + random.nextInt(200)));
        case 10 -> draft.damages(archive, flipped(random.nextInt(1 << 20), random.nextInt(8)));
        case 11 -> draft.name = random.nextBoolean() ? misspelt(name) : "mib/" + leaf(input);
        case 12 -> draft.led = true;
        case 13 -> {
          if (row.target.startsWith("gfx9")) {
            row.target += ":xnack-";
          }
        }
        case 14 -> row.size += 4;
        case 15 -> row.generic();
        case 16 -> {
          // In another archive that loaders open, too.
          draft.both = true;
          Row other = row.copy();
          other.archive = "all";
          if (random.nextBoolean()) {
            other.generic();
          }
          draft.rows.add(other);
        }
        case 17 -> {
          // The code that loaders get is filed less closely than what they do not look into.
          Row other = row.copy();
          other.archive = UNREAD;
          draft.rows.add(other);
          row.generic();
        }
        case 18 -> row.holds(Arrays.copyOf(row.code, random.nextInt(row.code.length)));
        case 19 -> {
          // For another system, not linked, or of another version of ELF files.
          byte[] other = row.code.clone();
          int[] at = {7, 16, 6};
          other[at[random.nextInt(at.length)]] = (byte) (1 + random.nextInt(2));
          row.holds(other);
        }
        case 20 -> {
          // Only in one archive, or for one target.
          String target = row.target;
          draft.rows.stream()
              .filter(other -> other.target.equals(target))
              .forEach(other -> other.key = other.key.replace("libdrift", "libdraft"));
        }
        default -> {
          if (row.target.startsWith("gfx9") && row.target.indexOf(':') < 0) {
            Row other = row.copy();
            other.target += random.nextBoolean() ? ":xnack-" : ":xnack+";
            other.archive = random.nextBoolean() ? UNREAD : archive;
            draft.rows.add(other);
          }
        }
      }
    }
    draft.manifest = random.nextInt(4) == 0;
    draft.fat = random.nextInt(25) == 0;
    drawn.add(
        "%s %s%s%s"
            .formatted(
                draft.name,
                draft.path(),
                draft.fat ? " fat" : "",
                draft.origins ? " origins" : ""));
    draft.write(root);
    return drawn;
  }

  /** Cuts some bytes off. */
  static Damage cut(int count) {
    return bytes -> Arrays.copyOf(bytes, bytes.length - count);
  }

  /** Flips a bit of the code. */
  static Damage flipped(int at, int bit) {
    return bytes -> {
      int area = (int) TestArchive.tableOffset(bytes) - 64;
      bytes[64 + at % area] ^= (byte) (1 << bit);
      return bytes;
    };
  }
}
