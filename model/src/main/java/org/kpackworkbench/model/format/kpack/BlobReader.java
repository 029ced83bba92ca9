package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.BlockInput;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.base.unpack.ZstdFrames;

/** Reads code objects from an archive, whatever its scheme. Safe for use by many threads. */
final class BlobReader implements AutoCloseable {
  private final ByteView view;
  private final EntryTable table;
  private final Storage storage;
  private final RowProblems problems;
  private final FrameReader frames;

  BlobReader(ByteView view, EntryTable table, Storage storage, RowProblems problems) {
    this.view = view;
    this.table = table;
    this.storage = storage;
    this.problems = problems;
    this.frames = new FrameReader(view);
  }

  ByteView stored(int row) throws FormatException {
    ByteRange range = usable(row);
    return view.slice(range.start(), range.length()).named(view.name() + " » " + label(row));
  }

  ByteView load(int row, long limit, UnpackBudget budget) throws FormatException {
    ByteRange range = usable(row);
    return storage.scheme() == StorageScheme.NONE
        ? stored(row)
        : frames.load(range, label(row), table.row(row).originalSize(), limit, budget);
  }

  void declare(int row, UnpackBudget budget) throws FormatException {
    ByteRange range = usable(row);
    if (storage.scheme() != StorageScheme.NONE) {
      frames.declare(range, label(row), table.row(row).originalSize(), budget);
    }
  }

  ByteView beginning(int row, int mostBytes) throws FormatException {
    ByteRange range = usable(row);
    return storage.scheme() == StorageScheme.NONE
        ? view.slice(range.start(), Math.min(mostBytes, range.length()))
        : frames.beginning(range, label(row), mostBytes);
  }

  void extract(int row, OutputStream out, Progress progress, long limit, UnpackBudget budget)
      throws IOException {
    ByteRange range = usable(row);
    if (storage.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      frames.extract(
          range, label(row), table.row(row).originalSize(), out, progress, limit, budget);
      return;
    }
    if (range.length() > limit) {
      throw FrameReader.tooLarge(view, range, label(row), limit);
    }
    view.slice(range.start(), range.length()).writeTo(out, progress);
  }

  InputStream content(int row, UnpackBudget budget) throws IOException {
    ByteRange range = usable(row);
    return storage.scheme() == StorageScheme.NONE
        ? stored(row).stream()
        : frames.content(range, label(row), table.row(row).originalSize(), budget);
  }

  /** A usable row's stored bytes; throws the problem of any other. */
  private ByteRange usable(int row) throws FormatException {
    StoredBlobs blobs = storage.blobs(Progress.NONE);
    FormatException problem = problems.of(row);
    if (problem != null) {
      throw problem;
    }
    return blobs.range(table.row(row).ordinal()).orElseThrow();
  }

  /** Returns the size of what a frame unpacks to, which is counted; -1 if it does not unpack. */
  long measure(ByteRange frame) throws FormatException {
    return frames.measure(frame);
  }

  private String label(int row) throws FormatException {
    return table.label(table.row(row));
  }

  @Override
  public void close() {
    frames.close();
  }

  /**
   * Decompresses one frame without touching the others. Safe for use by many threads.
   *
   * <p>The declared size is a hint. What is allocated follows from the frame's own size or from
   * what has come out of it; what is larger than declared, or than the caller's limit, is stopped
   * there.
   */
  private static final class FrameReader implements AutoCloseable {
    private static final int CHUNK_BYTES = 128 * 1024;
    private static final long SURE_BYTES = 1 << 20;
    private static final long SURE_RATIO = 32;
    private static final long MOST_AT_ONCE_BYTES = 64 << 20;

    private final ByteView view;
    private final ZstdFrames frames = new ZstdFrames();

    FrameReader(ByteView view) {
      this.view = view;
    }

    /** Decompresses into memory. */
    ByteView load(ByteRange frame, String name, long declaredSize, long limit, UnpackBudget budget)
        throws FormatException {
      UnpackMeter meter = meter(frame, name, budget);
      if (frame.length() > UnpackBudget.SURE_BYTES / UnpackBudget.MOST_TIMES) {
        // What is refused in the end is refused before it fills the memory up to there. A frame
        // that
        // cannot do that is unpacked, to say how large it really is.
        meter.declare(declaredSize);
      }
      boolean atOnce =
          frame.length() <= MOST_AT_ONCE_BYTES
              && declaredSize <= limit
              && declaredSize <= MOST_AT_ONCE_BYTES
              && declaredSize <= Math.max(SURE_BYTES, frame.length() * SURE_RATIO);
      return ByteView.of(
          view.name() + " » " + name,
          atOnce
              ? atOnce(frame, name, (int) declaredSize, meter)
              : measured(frame, name, declaredSize, limit, meter));
    }

    private UnpackMeter meter(ByteRange frame, String name, UnpackBudget budget) {
      return budget.meter(
          view.name(), view.size(), frame.length(), reason -> at(frame, name, reason));
    }

    /** Checks the declared size of a frame before it is used. */
    void declare(ByteRange frame, String name, long declaredSize, UnpackBudget budget)
        throws FormatException {
      meter(frame, name, budget).declare(declaredSize);
    }

    /** Decompresses no more than the frame's first block or so. */
    ByteView beginning(ByteRange frame, String name, int mostBytes) throws FormatException {
      byte[] bytes = new byte[mostBytes];
      int size = 0;
      ByteView stored = view.slice(frame.start(), frame.length());
      try (UnpackedStream content =
          UnpackedStream.zstd(stored.stream(), meter(frame, name, UnpackBudget.one()))) {
        while (size < mostBytes) {
          int count = content.read(bytes, size, mostBytes - size);
          if (count < 0) {
            break;
          }
          size += count;
        }
      } catch (UnpackException failure) {
        throw broken(frame, name, failure);
      } catch (FormatException failure) {
        throw failure;
      } catch (IOException failure) {
        throw at(frame, name, Reason.BAD_COMPRESSION)
            .expected("a zstd frame")
            .found(String.valueOf(failure.getMessage()))
            .cause(failure)
            .build();
      }
      return ByteView.of(view.name() + " » " + name, Arrays.copyOf(bytes, size));
    }

    long measure(ByteRange frame) throws FormatException {
      ByteView stored = view.slice(frame.start(), frame.length());
      UnpackMeter meter = meter(frame, "unknown size", UnpackBudget.one());
      try (UnpackedStream content = UnpackedStream.zstd(stored.stream(), meter)) {
        return content.transferTo(OutputStream.nullOutputStream());
      } catch (FormatException failure) {
        failure.throwIfFileChanged();
        return -1;
      } catch (IOException broken) {
        // Its row has no size then, which is reported.
        return -1;
      }
    }

    private byte[] atOnce(ByteRange frame, String name, int declaredSize, UnpackMeter meter)
        throws FormatException {
      byte[] stored = view.bytes(frame.start(), (int) frame.length());
      byte[] unpacked = new byte[declaredSize];
      try {
        int size = frames.unpack(stored, stored.length, unpacked, declaredSize, meter);
        if (size != declaredSize) {
          throw sizeDiffers(frame, name, declaredSize, Long.toString(size));
        }
        return unpacked;
      } catch (UnpackException failure) {
        if (failure.fault() == UnpackException.Fault.MORE) {
          throw sizeDiffers(frame, name, declaredSize, "more");
        }
        throw broken(frame, name, failure);
      }
    }

    /**
     * Decompresses twice: the first time into nothing, so that a frame takes no more memory than
     * what comes out of it, whatever it declares.
     */
    private byte[] measured(
        ByteRange frame, String name, long declaredSize, long limit, UnpackMeter meter)
        throws FormatException {
      long most = Math.min(limit, Integer.MAX_VALUE - 8);
      try {
        extract(
            frame, name, declaredSize, OutputStream.nullOutputStream(), Progress.NONE, most, meter);
        ByteView stored = view.slice(frame.start(), frame.length());
        byte[] unpacked = new byte[(int) declaredSize];
        // Counted already.
        UnpackMeter again = UnpackBudget.everything().meter(stored, ArchiveFormat.BLOB_AREA);
        try (UnpackedStream content = UnpackedStream.zstd(stored.stream(), again)) {
          if (content.readNBytes(unpacked, 0, unpacked.length) == unpacked.length) {
            return unpacked;
          }
        }
        throw at(frame, name, Reason.FILE_CHANGED)
            .expected("the frame as it was read before")
            .found("fewer bytes")
            .build();
      } catch (FormatException failure) {
        throw failure;
      } catch (IOException changed) {
        throw at(frame, name, Reason.FILE_CHANGED)
            .expected("the frame as it was read before")
            .found(String.valueOf(changed.getMessage()))
            .cause(changed)
            .build();
      }
    }

    /**
     * Decompresses in chunks.
     *
     * @throws FormatException if the frame does not decompress, or not to its declared size; what
     *     came before has been written by then
     * @throws IOException if {@code out} fails
     */
    void extract(
        ByteRange frame,
        String name,
        long declaredSize,
        OutputStream out,
        Progress progress,
        long limit,
        UnpackBudget budget)
        throws IOException {
      extract(frame, name, declaredSize, out, progress, limit, meter(frame, name, budget));
    }

    private void extract(
        ByteRange frame,
        String name,
        long declaredSize,
        OutputStream out,
        Progress progress,
        long limit,
        UnpackMeter meter)
        throws IOException {
      byte[] chunk = new byte[Math.clamp(declaredSize, 1024, CHUNK_BYTES)];
      long total = 0;
      try (InputStream content = new Content(frame, name, declaredSize, meter)) {
        for (int count = content.read(chunk); count >= 0; count = content.read(chunk)) {
          total += count;
          if (total > limit) {
            throw tooLarge(view, frame, name, limit);
          }
          out.write(chunk, 0, count);
          progress.step(count);
        }
      }
    }

    /** Opens the content of a frame. */
    InputStream content(ByteRange frame, String name, long declaredSize, UnpackBudget budget)
        throws IOException {
      UnpackMeter meter = meter(frame, name, budget);
      meter.declare(declaredSize);
      return new Content(frame, name, declaredSize, meter);
    }

    private final class Content extends BlockInput {
      private final ByteRange frame;
      private final String name;
      private final long declaredSize;
      private final UnpackedStream in;
      private long total;

      Content(ByteRange frame, String name, long declaredSize, UnpackMeter meter)
          throws IOException {
        this.frame = frame;
        this.name = name;
        this.declaredSize = declaredSize;
        this.in = UnpackedStream.zstd(view.slice(frame.start(), frame.length()).stream(), meter);
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
          count = in.read(bytes, offset, length);
        } catch (UnpackException failure) {
          throw broken(frame, name, failure);
        }
        total += Math.max(0, count);
        if (total > declaredSize) {
          throw sizeDiffers(frame, name, declaredSize, "more");
        }
        if (count < 0 && total != declaredSize) {
          throw sizeDiffers(frame, name, declaredSize, Long.toString(total));
        }
        return count;
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    }

    static FormatException tooLarge(ByteView view, ByteRange stored, String name, long limit) {
      return FormatException.at(
              view, stored.start(), ArchiveFormat.BLOB_AREA, "blob of " + name, Reason.TOO_LARGE)
          .expected("at most " + limit + " bytes after decompression")
          .found("more")
          .build();
    }

    private FormatException sizeDiffers(ByteRange frame, String name, long declared, String found) {
      return at(frame, name, Reason.BAD_COMPRESSION)
          .expected("original_size, " + declared + " bytes, after decompression")
          .found(found)
          .build();
    }

    private FormatException broken(ByteRange frame, String name, UnpackException cause) {
      boolean checksum = cause.isChecksum();
      return at(frame, name, checksum ? Reason.CHECKSUM_MISMATCH : Reason.BAD_COMPRESSION)
          .expected(checksum ? "contents with the frame's own checksum" : "one zstd frame")
          .found(checksum ? "contents with another one" : String.valueOf(cause.getMessage()))
          .cause(cause)
          .build();
    }

    private FormatException.Builder at(ByteRange frame, String name, Reason reason) {
      return FormatException.at(
          view, frame.start(), ArchiveFormat.BLOB_AREA, "frame of " + name, reason);
    }

    @Override
    public void close() {
      frames.close();
    }
  }
}
