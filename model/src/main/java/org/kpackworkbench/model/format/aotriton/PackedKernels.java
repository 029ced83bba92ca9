package org.kpackworkbench.model.format.aotriton;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.BlockInput;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;

/** Contents of a file of packed kernels. Safe for use by many threads. */
final class PackedKernels {
  private static final int LEAST_ENTRY_BYTES = 21;
  private static final int ENTRY_BYTES = 20;
  private static final int MOST_NAME_BYTES = 64 << 10;

  private static final int WINDOW_BYTES = 64 << 10;

  /**
   * Between streams there may be such groups of zeros; a stream begins with what is behind them.
   */
  private static final int PADDING_BYTES = 4;

  private static final byte[] XZ_MAGIC = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};

  private static final String REFUSED =
      "AOTriton refuses such a file or loads damaged code from it: copy it again from its source.";

  private final ByteView bytes;
  private final UnpackBudget budget;
  private final long unpackedBytes;
  private final long kernels;
  private final long directoryBytes;

  PackedKernels(ByteView bytes, UnpackBudget budget) throws FormatException {
    StructReader header = new StructReader(bytes, AotritonFormat.MAGIC.length(), "AKS2 header");
    this.bytes = bytes;
    this.budget = budget;
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
    private final @Nullable FormatException problem;

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
              .mismatch("1 to %d".formatted(MOST_NAME_BYTES), Long.toString(length));
        }
        next += ENTRY_BYTES + length;
        if (next > entries.size()) {
          throw error("directory entry " + i, "name", Reason.TRUNCATED)
              .mismatch(
                  "a name in the %d bytes of the directory".formatted(entries.size()),
                  "%d bytes".formatted(length));
        }
      }
      this.problem =
          next == entries.size()
              ? null
              : error("AKS2 header", "size of the directory", Reason.BAD_VALUE)
                  .expected("%d bytes, those of its %d entries".formatted(next, count))
                  .found(Long.toString(entries.size()))
                  .advice(REFUSED)
                  .build();
    }

    /**
     * Returns the problem for which AOTriton refuses the file as a whole; null if there is none.
     */
    @Nullable FormatException problem() {
      return problem;
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
      byte[] name = entries.bytes(at[number] + ENTRY_BYTES, length);
      boolean ended = name[length - 1] == 0;
      boolean inside = offset + size <= unpackedBytes - directoryBytes;
      return new Image(
          new String(name, 0, ended ? length - 1 : length, StandardCharsets.UTF_8),
          shared,
          threads,
          directoryBytes + offset,
          size,
          inside
              ? nameProblem(number, name)
              : error("directory entry " + number, "offset and size", Reason.OUT_OF_BOUNDS)
                  .mismatch(
                      "an image in the %d bytes after the directory"
                          .formatted(unpackedBytes - directoryBytes),
                      "%d bytes at %d".formatted(size, offset)));
    }

    /**
     * Returns the problem of a name, which AOTriton reads up to its first NUL; null if there is
     * none.
     */
    private @Nullable FormatException nameProblem(int number, byte[] name) {
      int end = 0;
      while (end < name.length && name[end] != 0) {
        end++;
      }
      if (end == name.length - 1) {
        return null;
      }
      return error("directory entry " + number, "name", Reason.BAD_VALUE)
          .expected("%d bytes and a NUL behind them".formatted(name.length - 1))
          .found(end == name.length ? "no NUL" : "a NUL behind %d bytes".formatted(end))
          .advice(
              "AOTriton does not find the kernel by this name: copy the file again from its"
                  + " source.")
          .build();
    }

    /** The numbers of the kernels by the offset and size of their code. */
    int[] inOrderOfCode() throws FormatException {
      long[] offsets = new long[at.length];
      long[] sizes = new long[at.length];
      for (int i = 0; i < at.length; i++) {
        offsets[i] = entries.u32(at[i] + 8);
        sizes[i] = entries.u32(at[i] + 12);
      }
      return IntStream.range(0, at.length)
          .boxed()
          .sorted(Comparator.<Integer>comparingLong(i -> offsets[i]).thenComparing(i -> sizes[i]))
          .mapToInt(Integer::intValue)
          .toArray();
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

  /** Returns the name of the unpacked streams in errors. */
  String unpackedName() {
    return bytes.name() + ", unpacked";
  }

  /** Unpacks the directory. */
  Directory directory(Progress progress) throws FormatException {
    if (directoryBytes > unpackedBytes) {
      throw error("AKS2 header", "size of the directory", Reason.OUT_OF_BOUNDS)
          .mismatch(
              "at most the unpacked %d bytes".formatted(unpackedBytes),
              Long.toString(directoryBytes));
    }
    if (kernels > directoryBytes / LEAST_ENTRY_BYTES) {
      throw error("AKS2 header", "number of kernels", Reason.BAD_VALUE)
          .mismatch(
              "at most what a directory of %d bytes can name".formatted(directoryBytes),
              Long.toString(kernels));
    }
    return new Directory(
        ByteView.of(bytes.name() + ", directory", unpack(0, directoryBytes, progress)),
        (int) kernels);
  }

  /**
   * Returns the target in the header of the first code object; empty if it states none or there is
   * no code object.
   */
  String firstTarget(Progress progress) throws FormatException {
    Directory directory = directory(progress);
    if (directory.size() == 0) {
      return "";
    }
    Image first = directory.image(directory.inOrderOfCode()[0]);
    return first.problem() == null && first.sizeBytes() >= HeaderTarget.SIZE_BYTES
        ? target(unpack(first.offset(), HeaderTarget.SIZE_BYTES, progress))
        : "";
  }

  /** Returns the name of a kernel in errors. */
  String name(Image image) {
    return "%s, kernel %s".formatted(bytes.name(), image.name());
  }

  /** Returns the target in a code object's first bytes; empty if they state none. */
  static String target(byte[] code) throws FormatException {
    if (code.length < HeaderTarget.SIZE_BYTES) {
      return "";
    }
    HeaderTarget header = HeaderTarget.of(ByteView.of("code object", code));
    return header == null ? "" : header.target().toString();
  }

  /** Some bytes of what the stream unpacks to. */
  private byte[] unpack(long from, long count, Progress progress) throws FormatException {
    try (Unpacking stream = new Unpacking(from + count, progress)) {
      return stream.read(from, count);
    }
  }

  /**
   * Unpacked content of the streams, from its beginning; only what is behind the last bytes can be
   * read. As an input stream it ends with the declared size.
   */
  final class Unpacking extends BlockInput {
    private final ByteView streams;
    private final UnpackMeter meter;
    private final Progress progress;
    private final byte[] window = new byte[WINDOW_BYTES];
    private long start;
    private InputStream packed;
    private InputStream in;
    private long at;

    /**
     * @param most how much of it is read
     */
    Unpacking(long most, Progress progress) throws FormatException {
      this.streams =
          bytes.slice(AotritonFormat.HEADER_BYTES, bytes.size() - AotritonFormat.HEADER_BYTES);
      this.progress = progress;
      this.meter = budget.meter(streams, "XZ stream");
      meter.declare(most);
      try {
        this.packed = streams.stream();
        this.in = UnpackedStream.oneXz(packed, meter);
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

    @Override
    public int read(byte[] buffer, int offset, int length) throws FormatException {
      if (at == unpackedBytes) {
        return -1;
      }
      int count =
          read((int) Math.min(window.length, Math.min(length, unpackedBytes - at)), unpackedBytes);
      System.arraycopy(window, 0, buffer, offset, count);
      return count;
    }

    private int read(int most, long end) throws FormatException {
      int length = next(most);
      if (length < 0) {
        throw error("XZ stream", "", Reason.TRUNCATED)
            .expected("at least %d bytes when unpacked".formatted(end))
            .found(Long.toString(at))
            .advice(REFUSED)
            .build();
      }
      at += length;
      return length;
    }

    /** Reads into the window; -1 at the end of the last stream. */
    private int next(int most) throws FormatException {
      try {
        int length;
        do {
          progress.step(0);
          length = in.read(window, 0, most);
        } while (length < 0 && nextStream());
        return length;
      } catch (IOException failure) {
        throw broken(failure);
      }
    }

    /** Where the bytes behind the stream begin that it is at the end of. */
    private long end() throws IOException {
      return streams.size() - packed.available();
    }

    /** Begins the stream behind that which has ended. Libraries read several as one. */
    private boolean nextStream() throws IOException {
      long next = end();
      while (next + PADDING_BYTES <= streams.size() && streams.u32(next) == 0) {
        progress.step(0);
        next += PADDING_BYTES;
      }
      if (next + XZ_MAGIC.length > streams.size()
          || !Arrays.equals(streams.bytes(next, XZ_MAGIC.length), XZ_MAGIC)) {
        return false;
      }
      start = next;
      packed = streams.slice(start, streams.size() - start).stream();
      in = UnpackedStream.oneXz(packed, meter);
      return true;
    }

    /**
     * Reads the rest, so that the streams' own checksums are compared.
     *
     * @throws FormatException if a checksum differs, a stream is cut, or there is more than the
     *     declared size
     */
    void finish() throws FormatException {
      while (at < unpackedBytes) {
        read((int) Math.min(window.length, unpackedBytes - at), unpackedBytes);
      }
      if (next(1) > 0) {
        throw error("XZ stream", "", Reason.BAD_VALUE)
            .expected("%d bytes when unpacked".formatted(unpackedBytes))
            .found("more")
            .advice(REFUSED)
            .build();
      }
    }

    /**
     * Returns the problem of the bytes behind the last stream, once {@link #finish} has read it;
     * null if there are none but padding.
     */
    @Nullable FormatException behind() throws FormatException {
      try {
        long end = end();
        long size = streams.size() - end;
        boolean zeros = size % PADDING_BYTES == 0;
        for (long i = end; zeros && i < streams.size(); i += PADDING_BYTES) {
          progress.step(0);
          zeros = streams.u32(i) == 0;
        }
        return zeros
            ? null
            : FormatException.at(streams, end, "XZ stream", "", Reason.BAD_VALUE)
                .expected("the end of the file behind it")
                .found(CountText.of(size, "byte") + " more")
                .advice(REFUSED)
                .build();
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
              streams,
              start,
              "XZ stream",
              "",
              failure instanceof UnpackException ? Reason.BAD_COMPRESSION : Reason.FILE_CHANGED);
      if (failure instanceof UnpackException) {
        error.expected("a complete stream").advice(REFUSED);
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
