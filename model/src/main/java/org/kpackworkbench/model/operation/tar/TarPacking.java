package org.kpackworkbench.model.operation.tar;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** How a tar file is compressed that can be written. */
public enum TarPacking {
  /** Not at all. */
  NONE(257, "7573746172", List.of(".tar")),
  /** By gzip. */
  GZIP(0, "1f8b", List.of(".tar.gz", ".tgz")),
  /** By xz. */
  XZ(0, "fd377a585a00", List.of(".tar.xz")),
  /** By zstd. */
  ZSTD(0, "28b52ffd", List.of(".tar.zst"));

  /** The endings of names of the tar files that can be written. */
  public static final List<String> ENDINGS =
      Arrays.stream(values()).flatMap(each -> each.endings.stream()).toList();

  private static final int BUFFER_BYTES = 256 * 1024;

  /** Higher presets take more memory, and gain little. */
  private static final int MOST_XZ = 6;

  /** Skippable frames of zstd begin with 0x50 to 0x5f, and then with these bytes. */
  private static final byte[] SKIPPABLE = HexText.parse("2a4d18");

  private final int magicAt;
  private final byte[] magic;
  private final List<String> endings;

  TarPacking(int magicAt, String magic, List<String> endings) {
    this.magicAt = magicAt;
    this.magic = HexText.parse(magic);
    this.endings = endings;
  }

  /** The usual ending of the name of such a tar file. */
  public String ending() {
    return endings.getFirst();
  }

  /** By the ending of a file's name; empty if that says nothing of it. */
  public static Optional<TarPacking> named(String fileName) {
    return Stream.of(values())
        .filter(each -> each.endings.stream().anyMatch(fileName::endsWith))
        .findFirst();
  }

  /** By the first bytes of a file; empty if no tar file begins with them. */
  public static Optional<TarPacking> of(Path tar) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(tar)) {
      start = in.readNBytes(NONE.magicAt + NONE.magic.length);
    }
    if (start.length >= 4 && (start[0] & 0xf0) == 0x50 && has(start, 1, SKIPPABLE)) {
      return Optional.of(ZSTD);
    }
    return Stream.of(values()).filter(each -> has(start, each.magicAt, each.magic)).findFirst();
  }

  private static boolean has(byte[] start, int at, byte[] magic) {
    return start.length >= at + magic.length
        && Arrays.equals(start, at, at + magic.length, magic, 0, magic.length);
  }

  /** Whether a tar file is compressed in this way, by its first bytes. */
  public boolean isOf(Path tar) throws IOException {
    return of(tar).filter(packing -> packing == this).isPresent();
  }

  /** A stream that compresses; closing it leaves the other one open. */
  public OutputStream to(OutputStream out, TarOptions options) throws IOException {
    OutputStream open =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int start, int count) throws IOException {
            out.write(bytes, start, count);
          }

          @Override
          public void close() throws IOException {
            flush();
          }
        };
    return switch (this) {
      case NONE -> open;
      case GZIP -> new GZIPOutputStream(open, BUFFER_BYTES);
      case XZ -> new XZOutputStream(open, new LZMA2Options(Math.min(MOST_XZ, 2 * options.level())));
      case ZSTD ->
          new ZstdOutputStreamNoFinalizer(open, RecyclingBufferPool.INSTANCE, options.level())
              .setChecksum(true)
              .setWorkers(options.threads());
    };
  }
}
