package org.kpackworkbench.model.analysis.verify.run;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.format.kpack.TestArchive;

/** An archive for each rule about archives, which breaks it. */
final class BrokenArchives {
  private BrokenArchives() {}

  static Map<String, Breaks> all() {
    Map<String, Breaks> all = new LinkedHashMap<>();
    all.put("archive-magic", bytes(file -> set(file, 0, 'X')));
    all.put("archive-version", bytes(file -> set(file, 4, 2)));
    all.put("archive-reserved", bytes(file -> set(file, 0x3f, 1)));
    all.put("archive-table-bounds", bytes(file -> set(file, 14, 1)));
    all.put("archive-table-start", bytes(file -> set(file, TestArchive.tableOffset(file), 0xc0)));
    all.put("archive-table", bytes(file -> Arrays.copyOf(file, file.length - 5)));
    all.put("archive-table-end", bytes(file -> Arrays.copyOf(file, file.length + 5)));
    all.put("archive-scheme", made(archive -> archive.scheme = "lzma"));
    all.put("archive-blob-area", folder -> GoodFiles.write(folder, frames().area(1L << 40)));
    all.put("archive-loader-limits", BrokenArchives::manyFrames);
    all.put("archive-ordinal", rows("lib/one.so#0", TestArchive.entry(7, 10)));
    all.put("archive-blob-bounds", blobs(blob(64, 4424), blob(1 << 30, 18872)));
    all.put("archive-overlap", blobs(blob(64, 4424), blob(4000, 18872)));
    all.put("archive-gap", blobs(blob(64, 4424), blob(4488, 18772)));
    all.put("archive-unreferenced", rows("lib/one.so#0", entry1100()));
    all.put("archive-duplicate-key", made(BrokenArchives::twice));
    all.put("archive-unsafe-key", rows("../one.so#0", entry1100()));
    all.put("archive-row", rows("lib/one.so#0", map("type", "hsaco", "ordinal", 0)));
    all.put(
        "archive-type",
        rows("lib/one.so#0", map("type", "exe", "ordinal", 0, "original_size", 4424)));
    all.put("archive-architectures", made(archive -> archive.architectures = List.of("gfx1100")));
    all.put("archive-target-spelling", made(BrokenArchives::dashes));
    all.put("archive-empty", made(archive -> archive.toc(map())));
    all.put("frame-decompresses", rows("lib/one.so#0", TestArchive.entry(0, 4425)));
    all.put("frame-checksum", bytes(BrokenArchives::otherChecksum));
    all.put("frame-size", rows("lib/one.so#0", TestArchive.entry(0, 1L << 60)));
    all.put("frame-no-checksum", BrokenArchives::withoutChecksum);
    all.put("code-object-elf", BrokenArchives::noise);
    all.put("code-object-target", made(BrokenArchives::misfiled));
    return all;
  }

  static Breaks bytes(UnaryOperator<byte[]> change) {
    return folder ->
        Files.write(folder.resolve("x.kpack"), change.apply(GoodFiles.archive().bytes()));
  }

  static Breaks made(Consumer<TestArchive> change) {
    return folder -> changed(folder, GoodFiles.archive(), change);
  }

  private static Path changed(Path folder, TestArchive archive, Consumer<TestArchive> change)
      throws IOException {
    change.accept(archive);
    return GoodFiles.write(folder, archive);
  }

  private static Breaks rows(String key, Pairs entry) {
    return made(archive -> archive.toc(map(key, map("gfx1100", entry))));
  }

  private static Pairs entry1100() {
    return TestArchive.entry(0, GoodFiles.gfx1100().length);
  }

  private static byte[] set(byte[] file, long offset, int value) {
    file[(int) offset] = (byte) value;
    return file;
  }

  private static Pairs blob(int offset, int size) {
    return map("offset", offset, "size", size);
  }

  /** An uncompressed archive with another list of blobs. */
  private static Breaks blobs(Pairs... blobs) {
    return folder -> {
      TestArchive good = GoodFiles.plainArchive();
      TestArchive archive = TestArchive.plain();
      archive.blobArea = good.blobArea;
      archive.architectures = good.architectures;
      return GoodFiles.write(folder, archive.toc(good.toc).blobs((Object[]) blobs));
    };
  }

  /** The good archive with frames of its own, still without the place of its blob area. */
  private static TestArchive frames(byte[]... frames) {
    TestArchive good = GoodFiles.archive();
    TestArchive archive = TestArchive.zstd();
    archive.blobArea = good.blobArea;
    archive.architectures = good.architectures;
    archive.toc(good.toc);
    return frames.length == 0 ? archive : archive.frames(frames);
  }

  private static void twice(TestArchive archive) {
    archive.toc(
        map("lib/one.so#0", map("gfx1100", entry1100()))
            .put("lib/one.so#0", map("gfx1100", entry1100())));
  }

  private static void dashes(TestArchive archive) {
    archive.architectures = List.of("gfx90a-xnack+");
    archive.toc(map("lib/one.so#0", map("gfx90a-xnack+", entry1100())));
  }

  /** The checksum is the last four bytes of a frame. */
  private static byte[] otherChecksum(byte[] file) {
    int last = (int) TestArchive.tableOffset(file) - 1;
    return set(file, last, file[last] ^ 1);
  }

  private static Path withoutChecksum(Path folder) throws IOException {
    try (var context = new com.github.luben.zstd.ZstdCompressCtx()) {
      TestArchive archive =
          frames(context.compress(GoodFiles.gfx1100()), context.compress(GoodFiles.gfx942()));
      return GoodFiles.write(folder, archive.area(archive.blobArea.length));
    }
  }

  /** One frame more than loaders take. */
  private static Path manyFrames(Path folder) throws IOException {
    TestArchive good = GoodFiles.archive();
    byte[][] frames = new byte[1_048_577][];
    Arrays.fill(frames, good.frame(new byte[0]));
    frames[0] = good.frame(GoodFiles.gfx1100());
    frames[1] = good.frame(GoodFiles.gfx942());
    TestArchive archive = frames(frames);
    return GoodFiles.write(folder, archive.area(archive.blobArea.length));
  }

  private static Path noise(Path folder) throws IOException {
    byte[] noise = TestArchive.kernel(1, 500);
    TestArchive archive = frames(GoodFiles.archive().frame(noise));
    archive.toc(map("lib/one.so#0", map("gfx1100", TestArchive.entry(0, noise.length))));
    return GoodFiles.write(folder, archive.area(archive.blobArea.length));
  }

  private static void misfiled(TestArchive archive) {
    archive.toc(map("lib/one.so#0", map("gfx942", entry1100())));
  }
}
