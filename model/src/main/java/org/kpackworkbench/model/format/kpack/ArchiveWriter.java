package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Writes an archive as its code objects come, in flat memory.
 *
 * <p>Blobs are compressed by many threads and written in the order in which they were handed over,
 * the table of contents last; then the file is read back and verified, and only then it gets its
 * name. The bytes depend on what is handed over, in which order, and on scheme and level, on
 * nothing else. Closing without {@link #finish}, cancelling or being killed leaves the target as it
 * was.
 *
 * <pre>{@code
 * try (ArchiveWriter writer = ArchiveWriter.create(path, info, WriteOptions.DEFAULT, progress)) {
 *   writer.add(NewEntry.of(new BinaryKey("lib/libfoo.so", 0, true), "gfx1100"), codeObject);
 *   writer.finish();
 * }
 * }</pre>
 *
 * <p>Used by one thread.
 */
public final class ArchiveWriter implements AutoCloseable {
  private static final long MOST_FRAME_BYTES = 0xffffffffL;

  private final ReplacingFile file;
  private ArchiveInfo info;
  private final WriteOptions options;
  private final Progress progress;
  private final ArchiveOutput out;
  private final BlobPipeline blobs;
  private final Map<String, Map<String, TableWriter.NewRow>> rows = new LinkedHashMap<>();
  private final String name;
  private @Nullable WrittenArchive written;

  private ArchiveWriter(
      ReplacingFile file,
      Path target,
      ArchiveInfo info,
      WriteOptions options,
      WriterPool pool,
      boolean ownPool,
      Progress progress,
      long mostFrameBytes)
      throws IOException {
    this.file = file;
    this.info = info;
    this.options = options;
    this.progress = progress;
    this.name = target.toString();
    this.out = new ArchiveOutput(file.channel());
    // The header is filled in last: until then the file is no archive.
    out.write(new byte[ArchiveFormat.HEADER_BYTES]);
    if (options.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      out.u32(0);
    }
    this.blobs = new BlobPipeline(out, options, pool, ownPool, progress, name, mostFrameBytes);
  }

  /**
   * Starts an archive.
   *
   * @param progress is advanced by the bytes that are handed over; the caller begins it
   * @throws java.nio.file.FileAlreadyExistsException where the target is there and may not be
   *     replaced
   * @throws IOException where it cannot be written
   */
  public static ArchiveWriter create(
      Path target, ArchiveInfo info, WriteOptions options, Progress progress) throws IOException {
    return create(target, info, options, progress, MOST_FRAME_BYTES);
  }

  /**
   * Starts one of several archives that are written at one time, by one thread.
   *
   * @param pool what they share; it outlives the writer
   */
  public static ArchiveWriter create(
      Path target, ArchiveInfo info, WriteOptions options, WriterPool pool, Progress progress)
      throws IOException {
    return create(target, info, options, pool, false, progress, MOST_FRAME_BYTES);
  }

  /** For tests: with another limit for the size of a frame. */
  static ArchiveWriter create(
      Path target, ArchiveInfo info, WriteOptions options, Progress progress, long mostFrameBytes)
      throws IOException {
    return create(target, info, options, new WriterPool(options), true, progress, mostFrameBytes);
  }

  private static ArchiveWriter create(
      Path target,
      ArchiveInfo info,
      WriteOptions options,
      WriterPool pool,
      boolean ownPool,
      Progress progress,
      long mostFrameBytes)
      throws IOException {
    boolean started = false;
    try {
      ReplacingFile file = ReplacingFile.create(target, options.replace());
      try {
        ArchiveWriter writer =
            new ArchiveWriter(file, target, info, options, pool, ownPool, progress, mostFrameBytes);
        started = true;
        return writer;
      } finally {
        if (!started) {
          file.close();
        }
      }
    } finally {
      if (!started && ownPool) {
        pool.close();
      }
    }
  }

  /**
   * Adds a row and its code object.
   *
   * @param kernel its bytes; they are read later, by another thread, and must stay as they are
   *     until {@link #finish}
   */
  public void add(NewEntry entry, ByteView kernel) throws IOException {
    check(entry);
    row(entry, blob(kernel));
  }

  /**
   * Adds a code object without a row. One that equals an earlier one is not stored again.
   *
   * @param kernel as for {@link #add}
   * @throws FormatException where its frame is too large for the format
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public NewBlob blob(ByteView kernel) throws IOException {
    return blobs.add(kernel, kernel.size(), false);
  }

  /**
   * Adds a blob as another archive of the same scheme stores it, without compressing it again. It
   * is not looked into: what arrives in the file is what was handed over, whole or broken.
   *
   * @param stored a frame, or for scheme {@code none} the code object
   * @param originalSizeBytes size of the code object
   */
  public NewBlob copy(ByteView stored, long originalSizeBytes) throws IOException {
    return blobs.add(stored, originalSizeBytes, true);
  }

  /**
   * Adds a row for a blob of this archive.
   *
   * @throws FormatException {@code UNSAFE_PATH} for a key that is no relative path, {@code
   *     DUPLICATE_KEY} where the key has that target already
   */
  public void row(NewEntry entry, NewBlob blob) throws FormatException {
    check(entry);
    rows.computeIfAbsent(entry.key().text(), key -> new LinkedHashMap<>(4))
        .put(entry.target(), new TableWriter.NewRow(entry, blob));
  }

  /** Says something else of the archive than was said at the start, such as other targets. */
  public void describe(ArchiveInfo other) {
    info = other;
  }

  /** Waits until every code object is written; what was handed over may then go away. */
  public void drain() throws IOException {
    blobs.finish();
  }

  private void check(NewEntry entry) throws FormatException {
    String key = entry.key().text();
    String unsafe = BinaryKey.unsafe(key);
    if (unsafe != null) {
      throw FormatException.in(name, ArchiveFormat.TABLE, "binary key", Reason.UNSAFE_PATH)
          .expected("a relative path with / between its parts")
          .found(unsafe + ", \"" + key + "\"")
          .build();
    }
    Map<String, TableWriter.NewRow> targets = rows.get(key);
    if (targets != null && targets.containsKey(entry.target())) {
      throw FormatException.in(name, ArchiveFormat.TABLE, "target", Reason.DUPLICATE_KEY)
          .expected("each target once below a key")
          .found("\"" + entry.target() + "\" again below \"" + key + "\"")
          .build();
    }
  }

  /**
   * Writes what is left, verifies the file and gives it its name.
   *
   * @return what was written
   */
  public WrittenArchive finish() throws IOException {
    WrittenArchive done = complete();
    file.commit();
    return done;
  }

  /**
   * Writes what is left and verifies the file, which has yet to get its name: for several files
   * that get theirs together, see {@link #file}.
   *
   * @return what was written
   */
  public WrittenArchive complete() throws IOException {
    blobs.finish();
    long tableOffset = out.position();
    if (options.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      out.patchU32(ArchiveFormat.HEADER_BYTES, out.blobCount());
    }
    new TableWriter(out, info, options.scheme(), rows).write();
    out.patch(0, header(tableOffset));
    long size = out.position();
    blobs.close();
    WrittenCheck.run(file.temporary(), options, rows, out.blobChecksums(), progress);
    int entries = rows.values().stream().mapToInt(Map::size).sum();
    WrittenArchive done = new WrittenArchive(entries, out.blobCount(), tableOffset, size);
    written = done;
    return done;
  }

  /** The file, for {@link org.kpackworkbench.model.base.bytes.ReplacingFiles}. */
  public ReplacingFile file() {
    return file;
  }

  private static ByteBuffer header(long tableOffset) {
    return ByteBuffer.allocate(16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) ArchiveFormat.MAGIC)
        .putInt(ArchiveFormat.VERSION)
        .putLong(tableOffset)
        .flip();
  }

  /** Ends the threads and, without {@link #finish}, removes what was written so far. */
  @Override
  public void close() throws IOException {
    if (written == null) {
      blobs.close();
    }
    file.close();
  }
}
