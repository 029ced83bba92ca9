package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.Zstd;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.MappedSpool;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.BlockInput;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.base.unpack.ZstdFrames;
import org.kpackworkbench.model.format.kpack.Dictionaries.Dictionary;
import org.kpackworkbench.model.format.kpack.EntryTable.EntryProblem;

/**
 * Reads code objects from an archive, whatever its scheme. Safe for use by many threads.
 *
 * <p>The declared size of a frame is a hint. What is allocated follows from the frame's own size or
 * from what has come out of it; what is larger than declared, or than the caller's limit, is
 * stopped there.
 */
final class BlobReader implements AutoCloseable {
  private static final int MOST_FRAME_HEADER_BYTES = 18;
  private static final int CHUNK_BYTES = 128 * 1024;
  private static final long SURE_BYTES = 1 << 20;
  private static final long SURE_RATIO = 32;
  private static final long MOST_AT_ONCE_BYTES = 64 << 20;

  private final ByteView view;
  private final EntryTable table;
  private final Storage storage;
  private final RowProblems problems;
  private final ZstdFrames frames = new ZstdFrames();
  private final SharedFrames shared = new SharedFrames();

  BlobReader(ByteView view, EntryTable table, Storage storage, RowProblems problems) {
    this.view = view;
    this.table = table;
    this.storage = storage;
    this.problems = problems;
  }

  /**
   * The stored bytes of a row, its name, and the size that the row declares.
   *
   * @param start where it starts in what they unpack to
   * @param content the size of that where it is shared; -1 where it is the row's alone
   */
  private record Blob(ByteRange range, String name, long declaredSize, long start, long content) {
    /** Whether the frame is kept in memory for its other code objects. */
    boolean isKept() {
      return content >= 0 && content <= SharedFrames.MOST_FRAME_BYTES;
    }

    /** Whether the frame has something behind this code object. */
    boolean isCut() {
      return start + declaredSize < content;
    }

    Blob whole() {
      return new Blob(range, name, content, 0, -1);
    }
  }

  private Blob usable(int row) throws FormatException {
    StoredBlobs blobs = storage.blobs(Progress.NONE);
    FormatException problem = problems.of(row);
    if (problem != null) {
      throw problem;
    }
    EntryTable.Row entry = table.row(row);
    StoredBlobs.Blob blob = blobs.blob(entry.ordinal());
    return new Blob(
        blobs.range(entry.ordinal()).orElseThrow(),
        table.label(entry),
        entry.originalSize(),
        blob.start(),
        blob.content());
  }

  private boolean packed() {
    return storage.scheme().isCompressed();
  }

  private ByteView stored(Blob blob) throws FormatException {
    return view.slice(blob.range.start(), blob.range.length());
  }

  private String title(Blob blob) {
    return view.name() + " » " + blob.name;
  }

  ByteView stored(int row) throws FormatException {
    Blob blob = usable(row);
    return stored(blob).named(title(blob));
  }

  ByteView load(int row, long limit, UnpackBudget budget) throws FormatException {
    if (!packed()) {
      return stored(row);
    }
    Blob frame = usable(row);
    return frame.isKept()
        ? kept(frame, limit, budget)
        : ByteView.of(title(frame), load(frame, limit, budget));
  }

  /** A code object of a frame that it shares with others; the frame stays in memory. */
  private ByteView kept(Blob blob, long limit, UnpackBudget budget) throws FormatException {
    if (blob.declaredSize > limit) {
      throw tooLarge(blob, limit);
    }
    byte[] content =
        shared.get(
            blob.range.start(), () -> load(blob.whole(), SharedFrames.MOST_FRAME_BYTES, budget));
    return ByteView.of(title(blob), content).slice(blob.start, blob.declaredSize).detached();
  }

  private byte[] load(Blob frame, long limit, UnpackBudget budget) throws FormatException {
    UnpackMeter meter = meter(frame, budget);
    long stored = frame.range.length();
    if (stored > UnpackBudget.SURE_BYTES / UnpackBudget.MOST_TIMES) {
      // What is refused in the end is refused before it fills the memory up to there. A frame that
      // cannot do that is unpacked, to say how large it really is.
      meter.declare(frame.declaredSize);
    }
    boolean atOnce =
        frame.content < 0
            && stored <= MOST_AT_ONCE_BYTES
            && frame.declaredSize <= limit
            && frame.declaredSize <= MOST_AT_ONCE_BYTES
            && frame.declaredSize <= Math.max(SURE_BYTES, stored * SURE_RATIO);
    return atOnce ? atOnce(frame, meter) : measured(frame, limit, meter);
  }

  /** Checks the declared size of a row before it is used. */
  void declare(int row, UnpackBudget budget) throws FormatException {
    Blob blob = usable(row);
    if (packed()) {
      meter(blob, budget).declare(blob.declaredSize);
    }
  }

  /** Checks the sum of declared sizes before they are used. */
  void declareSum(long bytes, UnpackBudget budget) throws FormatException {
    if (packed()) {
      budget
          .meter(
              view.name(),
              view.size(),
              view.size(),
              reason -> FormatException.at(view, 0, ArchiveFormat.BLOB_AREA, "frames", reason))
          .declareSum(bytes);
    }
  }

  private UnpackMeter meter(Blob frame, UnpackBudget budget) {
    return budget.meter(
        view.name(), view.size(), frame.range.length(), reason -> at(frame, reason));
  }

  /** Decompresses no more than the frame's first block or so. */
  ByteView beginning(int row, int mostBytes) throws FormatException {
    Blob blob = usable(row);
    if (!packed()) {
      return view.slice(blob.range.start(), Math.min(mostBytes, blob.range.length()));
    }
    if (blob.isKept()) {
      ByteView content = kept(blob, blob.declaredSize, UnpackBudget.one());
      return content.slice(0, Math.min(mostBytes, content.size()));
    }
    try (InputStream content = opened(blob, meter(blob, UnpackBudget.one()))) {
      long most = blob.content < 0 ? mostBytes : Math.min(mostBytes, blob.declaredSize);
      return ByteView.of(title(blob), content.readNBytes((int) most));
    } catch (UnpackException failure) {
      throw broken(blob, failure);
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException failure) {
      throw at(blob, Reason.BAD_COMPRESSION)
          .expected("a zstd frame")
          .found(String.valueOf(failure.getMessage()))
          .cause(failure)
          .build();
    }
  }

  /** Sizes that a table does not state are those of the blobs. */
  void completeSizes() throws FormatException {
    StoredBlobs blobs = storage.blobs(Progress.NONE);
    for (int row = 0; row < table.count(); row++) {
      EntryTable.Row entry = table.row(row);
      if (entry.problem() != EntryProblem.NONE || entry.originalSize() >= 0) {
        continue;
      }
      ByteRange range = blobs.range(entry.ordinal()).orElse(null);
      long size = -1;
      if (range != null
          && range.end() <= view.size()
          && blobs.blob(entry.ordinal()).content() < 0) {
        int head = (int) Math.min(range.length(), MOST_FRAME_HEADER_BYTES);
        size =
            storage.scheme() == StorageScheme.NONE
                ? range.length()
                : Zstd.getFrameContentSize(view.bytes(range.start(), head));
        size = size < 0 ? measure(range) : size;
      }
      if (size < 0) {
        table.spoil(row, EntryProblem.BAD_SIZE);
      } else {
        table.size(row, size);
      }
    }
  }

  /** The size of a frame's content, by unpacking it; -1 if it does not unpack. */
  private long measure(ByteRange frame) throws FormatException {
    Blob blob = new Blob(frame, "unknown size", -1, 0, -1);
    try (InputStream content = opened(blob, meter(blob, UnpackBudget.one()))) {
      return content.transferTo(OutputStream.nullOutputStream());
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      return -1;
    } catch (IOException broken) {
      return -1;
    }
  }

  /** Loads one code object, and unpacks no more of a frame than up to its end. */
  ByteView one(int row, long limit, UnpackBudget budget) throws FormatException {
    Blob frame = packed() ? usable(row) : null;
    if (frame == null
        || !frame.isCut()
        || frame.declaredSize > Math.min(limit, MOST_AT_ONCE_BYTES)) {
      return load(row, limit, budget);
    }
    try (InputStream content = new Content(frame, meter(frame, budget))) {
      // Memory is used as content comes out.
      return ByteView.of(title(frame), content.readNBytes((int) frame.declaredSize));
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException changed) {
      throw changed(frame, String.valueOf(changed.getMessage())).cause(changed).build();
    }
  }

  private byte[] atOnce(Blob frame, UnpackMeter meter) throws FormatException {
    byte[] stored = view.bytes(frame.range.start(), (int) frame.range.length());
    byte[] unpacked = new byte[(int) frame.declaredSize];
    try {
      Dictionary dictionary = storage.dictionaries().of(frame.range);
      ZstdFrames unpacker = dictionary == null ? frames : dictionary.frames();
      int size = unpacker.unpack(stored, stored.length, unpacked, unpacked.length, meter);
      if (size != unpacked.length) {
        throw sizeDiffers(frame, Long.toString(size));
      }
      return unpacked;
    } catch (UnpackException failure) {
      throw failure.fault() == UnpackException.Fault.MORE
          ? sizeDiffers(frame, "more")
          : broken(frame, failure);
    }
  }

  /**
   * Decompresses twice: the first time into nothing, so that a frame takes no more memory than what
   * comes out of it, whatever it declares.
   */
  private byte[] measured(Blob frame, long limit, UnpackMeter meter) throws FormatException {
    try {
      unpack(
          frame,
          OutputStream.nullOutputStream(),
          Progress.NONE,
          Math.min(limit, Integer.MAX_VALUE - 8),
          meter);
      byte[] unpacked = new byte[(int) frame.declaredSize];
      // Counted already.
      UnpackMeter again = UnpackBudget.everything().meter(stored(frame), ArchiveFormat.BLOB_AREA);
      try (InputStream content = opened(frame, again)) {
        if (content.readNBytes(unpacked, 0, unpacked.length) == unpacked.length) {
          return unpacked;
        }
      }
      throw changed(frame, "fewer bytes").build();
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException changed) {
      throw changed(frame, String.valueOf(changed.getMessage())).cause(changed).build();
    }
  }

  private FormatException.Builder changed(Blob frame, String found) {
    return at(frame, Reason.FILE_CHANGED).expected("the frame as it was read before").found(found);
  }

  /** Loads a code object of any size, into memory or into a file. */
  SpooledBytes unpacked(int row, long inMemoryBytes, UnpackBudget budget, Progress progress)
      throws IOException {
    long size = table.row(row).originalSize();
    if (!packed() || size <= inMemoryBytes) {
      return new SpooledBytes(load(row, Math.max(0, size), budget), null);
    }
    declare(row, budget);
    MappedSpool spool =
        MappedSpool.of(null, "code", size, out -> extract(row, out, progress, size, budget));
    String name = view.name() + " » " + table.key(table.row(row)).text();
    return new SpooledBytes(spool.view().named(name), spool);
  }

  /**
   * Writes a code object in chunks.
   *
   * @throws FormatException if the frame does not decompress, or not to its declared size; what
   *     came before has been written by then
   * @throws IOException if {@code out} fails
   */
  void extract(int row, OutputStream out, Progress progress, long limit, UnpackBudget budget)
      throws IOException {
    Blob blob = usable(row);
    if (packed() && blob.isKept()) {
      kept(blob, limit, budget).writeTo(out, progress);
    } else if (packed()) {
      unpack(blob, out, progress, limit, meter(blob, budget));
    } else if (blob.range.length() > limit) {
      throw tooLarge(blob, limit);
    } else {
      stored(blob).writeTo(out, progress);
    }
  }

  private void unpack(
      Blob frame, OutputStream out, Progress progress, long limit, UnpackMeter meter)
      throws IOException {
    byte[] chunk = new byte[Math.clamp(frame.declaredSize, 1024, CHUNK_BYTES)];
    long total = 0;
    try (InputStream content = new Content(frame, meter)) {
      for (int count = content.read(chunk); count >= 0; count = content.read(chunk)) {
        total += count;
        if (total > limit) {
          throw tooLarge(frame, limit);
        }
        out.write(chunk, 0, count);
        progress.step(count);
      }
    }
  }

  InputStream content(int row, UnpackBudget budget) throws IOException {
    if (!packed()) {
      return stored(row).stream();
    }
    Blob frame = usable(row);
    if (frame.isKept()) {
      return kept(frame, frame.declaredSize, budget).stream();
    }
    UnpackMeter meter = meter(frame, budget);
    meter.declare(frame.declaredSize);
    return new Content(frame, meter);
  }

  /** Opens what a blob unpacks to, from its code object on. */
  private InputStream opened(Blob blob, UnpackMeter meter) throws IOException {
    Dictionary dictionary = storage.dictionaries().of(blob.range);
    return Closing.ifFails(
        UnpackedStream.zstd(
            stored(blob).stream(), dictionary == null ? null : dictionary.bytes(), meter),
        in -> {
          in.skipNBytes(blob.start);
          return in;
        });
  }

  private final class Content extends BlockInput {
    private final Blob frame;
    private final InputStream in;
    private long total;

    Content(Blob frame, UnpackMeter meter) throws IOException {
      this.frame = frame;
      try {
        this.in = opened(frame, meter);
      } catch (UnpackException failure) {
        throw broken(frame, failure);
      } catch (EOFException failure) {
        throw sizeDiffers(frame, "less");
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count;
      if (frame.isCut() && total == frame.declaredSize) {
        return -1;
      }
      int most = frame.isCut() ? (int) Math.min(length, frame.declaredSize - total) : length;
      try {
        count = in.read(bytes, offset, most);
      } catch (UnpackException failure) {
        throw broken(frame, failure);
      }
      total += Math.max(0, count);
      if (total > frame.declaredSize) {
        throw sizeDiffers(frame, "more");
      }
      if (count < 0 && total != frame.declaredSize) {
        throw sizeDiffers(frame, Long.toString(total));
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private FormatException tooLarge(Blob blob, long limit) {
    return FormatException.at(
            view,
            blob.range.start(),
            ArchiveFormat.BLOB_AREA,
            "blob of " + blob.name,
            Reason.TOO_LARGE)
        .mismatch("at most " + limit + " bytes after decompression", "more");
  }

  private FormatException sizeDiffers(Blob frame, String found) {
    return at(frame, Reason.BAD_COMPRESSION)
        .mismatch("original_size, " + frame.declaredSize + " bytes, after decompression", found);
  }

  private FormatException broken(Blob frame, UnpackException cause) {
    boolean checksum = cause.isChecksum();
    return at(frame, checksum ? Reason.CHECKSUM_MISMATCH : Reason.BAD_COMPRESSION)
        .expected(checksum ? "contents with the frame's own checksum" : "one zstd frame")
        .found(checksum ? "contents with another one" : String.valueOf(cause.getMessage()))
        .cause(cause)
        .build();
  }

  private FormatException.Builder at(Blob frame, Reason reason) {
    return FormatException.at(
        view, frame.range.start(), ArchiveFormat.BLOB_AREA, "frame of " + frame.name, reason);
  }

  @Override
  public void close() {
    frames.close();
    storage.dictionaries().close();
  }
}
