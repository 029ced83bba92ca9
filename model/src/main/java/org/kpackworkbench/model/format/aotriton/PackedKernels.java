package org.kpackworkbench.model.format.aotriton;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;

/** What is in a file of packed kernels. Safe for use by many threads. */
final class PackedKernels {
  private static final int LEAST_ENTRY_BYTES = 21;
  private static final int ENTRY_BYTES = 20;
  private static final int MOST_NAME_BYTES = 64 << 10;

  /** Up to this size what was unpacked is kept while there is memory. */
  private static final int MOST_KEPT_BYTES = 128 << 20;

  private static final int WINDOW_BYTES = 64 << 10;

  private final ByteView bytes;
  private final long unpackedBytes;
  private final long kernels;
  private final long directoryBytes;
  private volatile SoftReference<byte[]> kept = new SoftReference<>(null);

  PackedKernels(ByteView bytes) throws FormatException {
    StructReader header = new StructReader(bytes, AotritonFormat.MAGIC.length(), "AKS2 header");
    this.bytes = bytes;
    this.unpackedBytes = header.u32("unpacked size");
    this.kernels = header.u32("number of kernels");
    this.directoryBytes = header.u32("size of the directory");
  }

  /**
   * A kernel of the directory.
   *
   * @param sharedBytes the shared memory that it is launched with
   * @param threads of a block
   * @param offset of its code object in what the stream unpacks to
   */
  record Image(
      String name,
      long sharedBytes,
      long threads,
      long offset,
      long sizeBytes,
      @Nullable FormatException problem) {}

  /** The directory, as its bytes: a kernel is made when it is read. */
  final class Directory {
    private final ByteView entries;
    private final int[] at;

    private Directory(ByteView entries, int count) throws FormatException {
      this.entries = entries;
      this.at = new int[count];
      long next = 0;
      for (int i = 0; i < count; i++) {
        at[i] = (int) next;
        StructReader entry = new StructReader(entries, next + 16, "directory entry " + i);
        long length = entry.u32("length of the name");
        if (length < 1 || length > MOST_NAME_BYTES) {
          throw error("directory entry " + i, "length of the name", Reason.BAD_VALUE)
              .expected("1 to %d".formatted(MOST_NAME_BYTES))
              .found(Long.toString(length))
              .build();
        }
        next += ENTRY_BYTES + length;
        if (next > entries.size()) {
          throw error("directory entry " + i, "name", Reason.TRUNCATED)
              .expected("a name in the %d bytes of the directory".formatted(entries.size()))
              .found("%d bytes".formatted(length))
              .build();
        }
      }
    }

    /** Number of kernels. */
    int size() {
      return at.length;
    }

    /** A kernel, by its number. */
    Image image(int number) throws FormatException {
      StructReader entry = new StructReader(entries, at[number], "directory entry " + number);
      long shared = entry.u32("shared memory");
      long threads = entry.u32("threads");
      long offset = entry.u32("offset");
      long size = entry.u32("size of the image");
      int length = (int) entry.u32("length of the name");
      String name =
          new String(entries.bytes(at[number] + ENTRY_BYTES, length - 1), StandardCharsets.UTF_8);
      boolean inside = offset + size <= unpackedBytes - directoryBytes;
      return new Image(
          name,
          shared,
          threads,
          directoryBytes + offset,
          size,
          inside
              ? null
              : error("directory entry " + number, "offset and size", Reason.OUT_OF_BOUNDS)
                  .expected(
                      "an image in the %d bytes after the directory"
                          .formatted(unpackedBytes - directoryBytes))
                  .found("%d bytes at %d".formatted(size, offset))
                  .build());
    }

    /** The numbers of the kernels by the offset and size of their code. */
    int[] inOrderOfCode() throws FormatException {
      int[] numbers = new int[at.length];
      for (int i = 0; i < at.length; i++) {
        numbers[i] = i;
      }
      sort(numbers, 0, at.length, 8);
      for (int from = 0, to; from < at.length; from = to) {
        long offset = entries.u32(at[numbers[from]] + 8);
        to = from + 1;
        while (to < at.length && entries.u32(at[numbers[to]] + 8) == offset) {
          to++;
        }
        if (to > from + 1) {
          sort(numbers, from, to, 12);
        }
      }
      return numbers;
    }

    /** Sorts by 32 bits of the entries, and then by the numbers themselves. */
    private void sort(int[] numbers, int from, int to, int field) throws FormatException {
      long[] keys = new long[to - from];
      for (int i = from; i < to; i++) {
        keys[i - from] = entries.u32(at[numbers[i]] + field) << (Integer.SIZE - 1) | numbers[i];
      }
      Arrays.sort(keys);
      for (int i = from; i < to; i++) {
        numbers[i] = (int) (keys[i - from] & Integer.MAX_VALUE);
      }
    }
  }

  /** Number of bytes that the stream unpacks to. */
  long unpackedBytes() {
    return unpackedBytes;
  }

  /** How many of those the directory has; behind it are the code objects. */
  long directoryBytes() {
    return directoryBytes;
  }

  /** Unpacks the directory. */
  Directory directory(Progress progress) throws FormatException {
    if (directoryBytes > unpackedBytes) {
      throw error("AKS2 header", "size of the directory", Reason.OUT_OF_BOUNDS)
          .expected("at most the unpacked %d bytes".formatted(unpackedBytes))
          .found(Long.toString(directoryBytes))
          .build();
    }
    if (kernels > directoryBytes / LEAST_ENTRY_BYTES) {
      throw error("AKS2 header", "number of kernels", Reason.BAD_VALUE)
          .expected("at most what a directory of %d bytes can name".formatted(directoryBytes))
          .found(Long.toString(kernels))
          .build();
    }
    return new Directory(
        ByteView.of(bytes.name() + ", directory", unpack(0, directoryBytes, progress)),
        (int) kernels);
  }

  ByteView load(Image image, Progress progress) throws FormatException {
    FormatException problem = image.problem();
    if (problem != null) {
      throw problem;
    }
    return ByteView.of(name(image), part(image.offset(), image.sizeBytes(), progress));
  }

  /** What errors call it. */
  String name(Image image) {
    return "%s, kernel %s".formatted(bytes.name(), image.name());
  }

  /** What the code object's own header says; empty if it says nothing. */
  String target(Image image) {
    try {
      return image.problem() == null && image.sizeBytes() >= HeaderTarget.SIZE_BYTES
          ? target(part(image.offset(), HeaderTarget.SIZE_BYTES, Progress.NONE))
          : "";
    } catch (FormatException unreadable) {
      // Said where the code object itself is read.
      return "";
    }
  }

  /** What a code object's first bytes say; empty if they say nothing. */
  static String target(byte[] code) throws FormatException {
    if (code.length < HeaderTarget.SIZE_BYTES) {
      return "";
    }
    HeaderTarget header = HeaderTarget.of(ByteView.of("code object", code));
    return header == null ? "" : header.target().toString();
  }

  /** One image after the other would unpack the stream again and again. */
  private byte[] part(long from, long count, Progress progress) throws FormatException {
    if (unpackedBytes > MOST_KEPT_BYTES) {
      return unpack(from, count, progress);
    }
    byte[] all = kept.get();
    if (all == null) {
      all = unpack(0, unpackedBytes, progress);
      kept = new SoftReference<>(all);
    }
    return Arrays.copyOfRange(all, (int) from, (int) (from + count));
  }

  /** Some bytes of what the stream unpacks to. */
  private byte[] unpack(long from, long count, Progress progress) throws FormatException {
    try (Unpacking stream = new Unpacking(from + count, progress)) {
      return stream.read(from, count);
    }
  }

  /** The stream from its beginning, of which only what is behind the last bytes can be read. */
  final class Unpacking implements AutoCloseable {
    private final ByteView stream;
    private final Progress progress;
    private final InputStream in;
    private final byte[] window = new byte[WINDOW_BYTES];
    private long at;

    /**
     * @param most how much of it is read
     */
    Unpacking(long most, Progress progress) throws FormatException {
      this.stream =
          bytes.slice(AotritonFormat.HEADER_BYTES, bytes.size() - AotritonFormat.HEADER_BYTES);
      this.progress = progress;
      UnpackMeter meter = UnpackBudget.one().meter(stream, "XZ stream");
      meter.declare(most);
      try {
        this.in = UnpackedStream.xz(stream.stream(), meter);
      } catch (IOException failure) {
        throw broken(failure);
      }
    }

    /**
     * Some bytes.
     *
     * @param from not before the end of what was read last
     */
    byte[] read(long from, long count) throws FormatException {
      while (at < from) {
        read((int) Math.min(window.length, from - at), from);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream((int) Math.min(count, WINDOW_BYTES));
      while (out.size() < count) {
        int length = read((int) Math.min(window.length, count - out.size()), from + count);
        out.write(window, 0, length);
      }
      return out.toByteArray();
    }

    private int read(int most, long end) throws FormatException {
      progress.step(0);
      try {
        int length = in.read(window, 0, most);
        if (length < 0) {
          throw error("XZ stream", "", Reason.TRUNCATED)
              .expected("at least %d bytes when unpacked".formatted(end))
              .found(Long.toString(at))
              .build();
        }
        at += length;
        return length;
      } catch (IOException failure) {
        throw broken(failure);
      }
    }

    /** Reads the rest, so that the stream's own checksums are compared. */
    void finish() throws FormatException {
      while (at < unpackedBytes) {
        read((int) Math.min(window.length, unpackedBytes - at), unpackedBytes);
      }
      try {
        if (in.read(window, 0, 1) > 0) {
          throw error("XZ stream", "", Reason.BAD_VALUE)
              .expected("%d bytes when unpacked".formatted(unpackedBytes))
              .found("more")
              .build();
        }
      } catch (IOException failure) {
        throw broken(failure);
      }
    }

    private FormatException broken(IOException failure) {
      if (failure instanceof FormatException known) {
        return known;
      }
      FormatException.Builder error =
          FormatException.at(
              stream,
              0,
              "XZ stream",
              "",
              failure instanceof UnpackException ? Reason.BAD_COMPRESSION : Reason.FILE_CHANGED);
      if (failure instanceof UnpackException) {
        error.expected("a complete stream");
      }
      return error.found(String.valueOf(failure.getMessage())).cause(failure).build();
    }

    @Override
    public void close() throws FormatException {
      try {
        in.close();
      } catch (IOException failure) {
        throw broken(failure);
      }
    }
  }

  FormatException.Builder error(String structure, String field, Reason reason) {
    return FormatException.at(bytes, 0, structure, field, reason);
  }
}
