package org.kpackworkbench.model.operation.tar;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.BlockInput;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/**
 * Unpacks a tar file, compressed with zstd, xz or not at all.
 *
 * <p>Nothing is written outside of the folder, nothing through a link; the package says what is
 * refused. What was unpacked before a failure stays: it is for the caller to remove the folder.
 */
public final class TarUnpack {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final Path file;
  private final TarLimits limits;
  private final Progress progress;
  private long entries;
  private long bytes;

  private TarUnpack(Path file, TarLimits limits, Progress progress) {
    this.file = file;
    this.limits = limits;
    this.progress = progress;
  }

  /** Whether a file's first bytes are those of a tar file or of a compressed file. */
  public static boolean isPacked(Path file) throws IOException {
    return Files.isRegularFile(file) && TarCompression.of(file).isPresent();
  }

  /**
   * Unpacks.
   *
   * @param folder an empty folder that is there
   * @param progress is begun with the packed size
   * @return what was unpacked unchanged and needs a check
   * @throws FormatException if the file is not whole, or not to be unpacked: {@code TRUNCATED},
   *     {@code BAD_COMPRESSION}, {@code UNSAFE_PATH}, {@code DUPLICATE_KEY}, {@code BAD_VALUE},
   *     {@code TOO_LARGE}, {@code CHECKSUM_MISMATCH} where the digest beside it is another file's
   * @throws org.kpackworkbench.model.base.files.DiskRoom.TooMuchException if it would fill the disk
   * @throws IOException if something cannot be read or written
   */
  public static List<OddMember> unpack(Path file, Path folder, TarLimits limits, Progress progress)
      throws IOException {
    TarDigest.check(file, progress);
    progress.begin("Unpacking " + file.getFileName(), Files.size(file), Unit.BYTES);
    return unpack(file, folder, limits, DiskRoom.at(folder), progress);
  }

  /** Unpacks onto a disk of which a test knows more. */
  static List<OddMember> unpack(
      Path file, Path folder, TarLimits limits, DiskRoom room, Progress progress)
      throws IOException {
    UnpackedTree tree = new UnpackedTree(folder, file.toString(), room);
    new TarUnpack(file, limits, progress).unpack(tree);
    return tree.odd();
  }

  private void unpack(UnpackedTree tree) throws IOException {
    TarCompression compression =
        TarCompression.of(file)
            .orElseThrow(
                () ->
                    FormatException.in(file.toString(), "tar", "", Reason.WRONG_MAGIC)
                        .expected("a tar file, with zstd, with xz or plain")
                        .found("something else")
                        .build());
    long size = Files.size(file);
    try (PackedInput packed = new PackedInput(Files.newInputStream(file), progress);
        Entries tar = new Entries(packed, compression)) {
      for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
        progress.step(0);
        if (++entries > limits.mostEntries()) {
          throw tooLarge(limits.mostEntries() + " files, folders and links", "more");
        }
        if (!limits.budget().allowsEverything() && UnpackBudget.implausibleMembers(entries, size)) {
          throw FormatException.in(file.toString(), "tar", "", Reason.TOO_LARGE)
              .expected(
                  "at least %d bytes of the file for each of its files, folders and links"
                      .formatted(UnpackBudget.LEAST_MEMBER_BYTES))
              .found("%d of them and more in %d bytes".formatted(entries, size))
              .advice(limits.budget().advice())
              .build();
        }
        tree.add(entry, buffer -> tar.read(buffer));
      }
      tree.finish(progress);
    }
  }

  /** Reads the structure, and makes one kind of error of all that can be wrong with it. */
  private final class Entries implements AutoCloseable {
    private final PackedInput packed;
    private final TarBytes unpacked;
    private final TarArchiveInputStream tar;
    private final UnpackMeter content;

    Entries(PackedInput packed, TarCompression compression) throws IOException {
      this.packed = packed;
      long size = Files.size(file);
      this.content = limits.budget().meter(file.toString(), size, size, this::error);
      // What the headers take is bounded below; what files take is counted as it comes out of the
      // tar file, since a sparse one has more than is stored.
      UnpackBudget bytes =
          limits.budget().allowsEverything() ? limits.budget() : UnpackBudget.one();
      try {
        this.unpacked =
            new TarBytes(
                compression.unpacked(
                    new BufferedInputStream(packed, BUFFER_BYTES),
                    bytes.meter(file.toString(), size, size, this::error)),
                file.toString());
      } catch (IOException broken) {
        throw wrong(broken);
      }
      this.tar = new TarArchiveInputStream(unpacked, "UTF-8");
    }

    @Nullable TarArchiveEntry next() throws IOException {
      unpacked.startHeader();
      @Nullable TarArchiveEntry entry;
      try {
        entry = tar.getNextEntry();
      } catch (IOException broken) {
        throw wrong(broken);
      } catch (CancellationException cancelled) {
        throw cancelled;
      } catch (RuntimeException broken) {
        // What the library does not say in its own words.
        throw wrong(new IOException(broken.toString(), broken));
      }
      unpacked.endHeader();
      if (entry == null) {
        checkEnd();
      }
      return entry;
    }

    /** Reads content; -1 at the end of the entry. */
    int read(byte[] buffer) throws IOException {
      int count;
      try {
        count = tar.read(buffer, 0, buffer.length);
      } catch (IOException broken) {
        throw wrong(broken);
      }
      if (count > 0) {
        bytes += count;
        if (bytes > limits.mostBytes()) {
          throw tooLarge(limits.mostBytes() + " bytes", "more");
        }
        content.count(count);
      }
      return count;
    }

    /** Behind the last entry are records of zeros; a file that just ends was cut off. */
    private void checkEnd() throws IOException {
      byte[] rest = new byte[BUFFER_BYTES];
      if (!unpacked.ended()) {
        throw truncated("it ends after entry " + entries, null);
      }
      try {
        int count = unpacked.read(rest);
        while (count >= 0) {
          progress.step(0);
          if (!unpacked.ended()) {
            return;
          }
          count = unpacked.read(rest);
        }
      } catch (IOException broken) {
        throw wrong(broken);
      }
    }

    private FormatException.Builder error(Reason reason) {
      return FormatException.in(file.toString(), "tar", "", reason);
    }

    private IOException wrong(IOException broken) {
      if (packed.failure() != null || broken instanceof FormatException) {
        return broken;
      }
      String words = String.valueOf(broken.getMessage());
      boolean cut =
          broken instanceof EOFException
              || (broken instanceof UnpackException fault
                  && fault.fault() == UnpackException.Fault.TRUNCATED)
              || words.contains("Truncated")
              || words.contains("truncated")
              || words.contains("Unexpected EOF");
      if (cut) {
        return truncated("its end after entry " + entries, broken);
      }
      Reason reason = broken instanceof UnpackException ? Reason.BAD_COMPRESSION : Reason.BAD_VALUE;
      return FormatException.in(file.toString(), "tar", "behind entry " + entries, reason)
          .expected("a whole tar file")
          .found(words)
          .advice("Fetch the file again.")
          .cause(broken)
          .build();
    }

    @Override
    public void close() throws IOException {
      tar.close();
    }
  }

  private FormatException truncated(String found, @Nullable IOException cause) {
    FormatException.Builder failure =
        FormatException.in(file.toString(), "tar", "", Reason.TRUNCATED)
            .expected("a whole tar file")
            .found(found)
            .advice("Fetch the file again.");
    return (cause == null ? failure : failure.cause(cause)).build();
  }

  private FormatException tooLarge(String expected, String found) {
    return FormatException.in(file.toString(), "tar", "", Reason.TOO_LARGE)
        .expected(expected)
        .found(found)
        .advice("If that is really what you want, unpack it yourself and name the folder.")
        .build();
  }

  /** The packed file: counts what is read, and remembers whether reading it failed. */
  private static final class PackedInput extends BlockInput {
    private final InputStream file;
    private final Progress progress;
    private @Nullable IOException failure;

    PackedInput(InputStream file, Progress progress) {
      this.file = file;
      this.progress = progress;
    }

    /** Returns the failure that kept the file from being read; null if nothing did. */
    @Nullable IOException failure() {
      return failure;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        int count = file.read(buffer, offset, length);
        if (count > 0) {
          progress.step(count);
        }
        return count;
      } catch (IOException broken) {
        failure = broken;
        throw broken;
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** How a tar file is compressed; detected from its first bytes, never from its name. */
  private enum TarCompression {
    ZSTD,
    XZ,
    NONE;

    private static final int USTAR_OFFSET = 257;
    private static final byte[] USTAR = "ustar".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] XZ_MAGIC = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
    private static final int ZSTD_MAGIC = 0xfd2fb528;
    private static final int SKIPPABLE_MAGIC = 0x184d2a50;

    /** Of a file; empty if it is none of them. */
    static Optional<TarCompression> of(Path file) throws IOException {
      byte[] start;
      try (InputStream in = Files.newInputStream(file)) {
        start = in.readNBytes(USTAR_OFFSET + USTAR.length);
      }
      if (start.length >= 4) {
        int magic = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (magic == ZSTD_MAGIC || (magic & ~0xf) == SKIPPABLE_MAGIC) {
          return Optional.of(ZSTD);
        }
      }
      if (startsWith(start, 0, XZ_MAGIC)) {
        return Optional.of(XZ);
      }
      return startsWith(start, USTAR_OFFSET, USTAR) ? Optional.of(NONE) : Optional.empty();
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] what) {
      return bytes.length >= from + what.length
          && Arrays.equals(bytes, from, from + what.length, what, 0, what.length);
    }

    /** Returns the unpacked bytes. */
    InputStream unpacked(InputStream packed, UnpackMeter meter) throws IOException {
      return switch (this) {
        case ZSTD -> UnpackedStream.zstd(packed, meter);
        case XZ -> UnpackedStream.xz(packed, meter);
        case NONE -> packed;
      };
    }
  }

  /**
   * Limits of unpacking. Sizes that a file states are not trusted; the bytes are counted.
   *
   * @param mostEntries number of files, folders and links
   * @param mostBytes size of all files
   * @param budget what the operation may unpack
   */
  public record TarLimits(long mostEntries, long mostBytes, UnpackBudget budget) {
    public TarLimits {
      if (mostEntries < 1 || mostBytes < 1) {
        throw new IllegalArgumentException("limits are at least 1");
      }
    }

    /** Two million entries, 1 TiB, within a budget. */
    public static TarLimits of(UnpackBudget budget) {
      return new TarLimits(2_000_000, 1L << 40, budget);
    }
  }

  /**
   * The unpacked bytes of a tar file, on their way to whatever reads its structure: bounds what
   * headers may take, which that reader keeps in memory, and sees whether the file has its end.
   */
  private static final class TarBytes extends BlockInput {
    private static final long MOST_HEADER_BYTES = 1L << 20;
    private static final long MOST_EXTRA_BYTES = 64L << 20;
    private static final long EXTRA_BYTES_PER_ENTRY = 4096;
    private static final int RECORD_BYTES = 512;

    private final InputStream tar;
    private final String name;
    private boolean inHeader;
    private long headerBytes;
    private long allHeaderBytes;
    private long entries;
    private long zeros;

    TarBytes(InputStream tar, String name) {
      this.tar = tar;
      this.name = name;
    }

    /** From here on it is headers that are read. */
    void startHeader() {
      inHeader = true;
      headerBytes = 0;
    }

    /** A header was read; its entry's content follows. */
    void endHeader() {
      inHeader = false;
      entries++;
    }

    /** Whether what was read last is the end of a tar file: a record of zeros. */
    boolean ended() {
      return zeros >= RECORD_BYTES;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = tar.read(buffer, offset, length);
      if (count <= 0) {
        return count;
      }
      int last = offset + count - 1;
      int at = last;
      while (at >= offset && buffer[at] == 0) {
        at--;
      }
      zeros = at < offset ? zeros + count : last - at;
      if (inHeader) {
        headerBytes += count;
        allHeaderBytes += count;
        if (headerBytes > MOST_HEADER_BYTES
            || allHeaderBytes > MOST_EXTRA_BYTES + entries * EXTRA_BYTES_PER_ENTRY) {
          throw FormatException.in(name, "tar", "headers", Reason.TOO_LARGE)
              .expected("names and attributes of at most %d bytes".formatted(MOST_HEADER_BYTES))
              .found("more behind entry " + entries)
              .build();
        }
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      tar.close();
    }
  }
}
