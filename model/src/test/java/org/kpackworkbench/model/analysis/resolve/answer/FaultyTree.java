package org.kpackworkbench.model.analysis.resolve.answer;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
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
  static final String NAME = "lib/libdrift.so";
  static final String LIBRARY = "libdrift.so";

  private static final String PATTERN = "../.kpack/t_@GFXARCH@.kpack";
  private static final String DIRECT = "../.kpack/t_all.kpack";
  private static final String MANIFEST = "../.kpack/t.kpm";

  /** A row of an archive before it is written. */
  private static final class Row {
    String key;
    String target;
    long ordinal = -1;
    long size;
    final byte[] code;
    final Pairs origin;

    Row(String key, String target, byte[] code, Pairs origin) {
      this.key = key;
      this.target = target;
      this.code = code;
      this.size = code.length;
      this.origin = origin;
    }
  }

  private final Map<String, byte[]> binaries = new TreeMap<>();
  private final List<Row> rows = new ArrayList<>();

  /** The compressed form of each code object, since compressing takes most of the time. */
  private final Map<byte[], byte[]> frames = new java.util.IdentityHashMap<>();

  /**
   * @param folder where host-only libraries are made once
   */
  FaultyTree(Path folder) throws IOException {
    Path input = Fixtures.path(LIBRARY);
    for (String name : List.of(NAME, "lib/libdrifu.so", "mib/libdrift.so")) {
      for (String path : List.of(PATTERN, DIRECT, MANIFEST)) {
        Path output = folder.resolve("made.so");
        HostOnlyCopy.make(new HostOnlyRequest(input, output, false, name, List.of(path)));
        binaries.put(name + " " + path, Files.readAllBytes(output));
        Files.delete(output);
      }
    }
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of(LIBRARY, Files.readAllBytes(input))));
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
          rows.add(new Row(NAME + "#" + wrapper.index(), "" + entry.target(), code, origin));
        }
      }
    }
  }

  /**
   * Writes a tree over the one that was there.
   *
   * @return what was drawn
   */
  List<String> write(Path root, Random random) throws IOException {
    List<String> drawn = new ArrayList<>();
    Path hidden = Files.createDirectories(root.resolve(".kpack"));
    try (var old = Files.list(hidden)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    String name = NAME;
    boolean direct = random.nextInt(4) == 0;
    String path = direct ? DIRECT : PATTERN;
    boolean origins = random.nextInt(3) > 0;
    List<Row> now = new ArrayList<>();
    for (Row row : rows) {
      now.add(new Row(row.key, row.target, row.code, row.origin));
    }
    Map<String, List<String>> listed = new TreeMap<>();
    Map<String, Object> schemes = new TreeMap<>();
    List<String> gone = new ArrayList<>();
    List<String> damaged = new ArrayList<>();
    int faults = random.nextInt(4);
    for (int i = 0; i < faults; i++) {
      Row row = now.get(random.nextInt(now.size()));
      String archive = direct ? "all" : row.target;
      int fault = random.nextInt(15);
      drawn.add(fault + " " + row.key + " @ " + row.target);
      switch (fault) {
        case 0 -> gone.add(archive);
        case 1 -> row.key = NAME;
        case 2 -> row.key = row.key.replace("libdrift", "libother");
        case 3 -> now.remove(row);
        case 4 -> listed.put(archive, List.of());
        case 5 -> listed.put(archive, List.of(row.target, "gfx1201"));
        case 6 -> listed.put(archive, List.of(row.target + ":xnack-:sramecc+"));
        case 7 -> schemes.put(archive, random.nextBoolean() ? "ZstdPerKernel" : 7);
        case 8 -> row.ordinal = 77;
        case 9 -> damaged.add("cut " + archive);
        case 10 -> damaged.add("bit " + archive);
        case 11 -> name = random.nextBoolean() ? "lib/libdrifu.so" : "mib/libdrift.so";
        case 12 -> path = MANIFEST;
        case 13 -> {
          String variant = row.target.startsWith("gfx9") ? row.target + ":xnack-" : row.target;
          row.target = variant;
        }
        default -> row.size += 4;
      }
    }
    Map<String, List<Row>> archives = new TreeMap<>();
    for (Row row : now) {
      archives.computeIfAbsent(direct ? "all" : row.target, key -> new ArrayList<>()).add(row);
    }
    List<ManifestRow> manifest = new ArrayList<>();
    for (Map.Entry<String, List<Row>> each : archives.entrySet()) {
      String own = each.getKey();
      manifest.add(new ManifestRow(own, "t_" + own + ".kpack", -1, -1, null));
      if (gone.contains(own)) {
        continue;
      }
      byte[] bytes = bytes(each.getValue(), origins, listed.get(own), schemes.get(own), own);
      if (damaged.contains("cut " + own)) {
        bytes = Arrays.copyOf(bytes, bytes.length - 1 - random.nextInt(200));
      }
      if (damaged.contains("bit " + own)) {
        int at = 64 + random.nextInt((int) TestArchive.tableOffset(bytes) - 64);
        bytes[at] = (byte) (bytes[at] ^ 1 << random.nextInt(8));
      }
      Files.write(hidden.resolve("t_" + own + ".kpack"), bytes);
    }
    if (path.equals(MANIFEST) || random.nextInt(4) == 0) {
      Files.write(
          hidden.resolve("t.kpm"), ManifestWriter.write(Manifest.of("t", "stage", manifest)));
    }
    Path library = root.resolve("lib").resolve(LIBRARY);
    Files.createDirectories(library.getParent());
    boolean fat = random.nextInt(25) == 0;
    drawn.add(name + " " + path + (fat ? " fat" : "") + (origins ? " origins" : ""));
    if (fat) {
      Files.copy(
          Fixtures.path(LIBRARY), library, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.write(library, binaries.get(name + " " + path));
    }
    return drawn;
  }

  private byte[] bytes(
      List<Row> rows, boolean origins, List<String> listed, Object scheme, String name) {
    TestArchive archive = TestArchive.zstd();
    byte[][] all = new byte[rows.size()][];
    Map<String, Pairs> toc = new LinkedHashMap<>();
    List<String> targets = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      Row row = rows.get(i);
      all[i] = frames.computeIfAbsent(row.code, archive::frame);
      Pairs entry = TestArchive.entry((int) (row.ordinal < 0 ? i : row.ordinal), row.size);
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
    archive.family = name;
    archive.architectures = listed == null ? targets : listed;
    if (scheme != null) {
      archive.scheme = scheme;
    }
    Pairs table = map();
    toc.forEach(table::put);
    return archive.toc(table).bytes();
  }
}
