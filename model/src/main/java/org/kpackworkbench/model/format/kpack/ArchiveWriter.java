package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.ArchiveOutput.WrittenBlob;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;
import org.kpackworkbench.model.format.kpack.NewRows.NewRow;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

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
  private TableHead info;
  private final WriteOptions options;
  private final Progress progress;
  private final ArchiveOutput out;
  private final BlobPipeline blobs;
  private final @Nullable SecondPass second;
  private NewRows rows = new NewRows();
  private final String name;
  private @Nullable WrittenArchive written;

  private ArchiveWriter(
      Path target,
      TableHead info,
      WriteOptions options,
      @Nullable WriterPool shared,
      Progress progress,
      long mostFrameBytes)
      throws IOException {
    this.file = ReplacingFile.create(target, options.replace());
    this.info = info;
    this.options = options;
    this.progress = progress;
    this.name = target.toString();
    this.second = options.scheme().isExperimental() ? SecondPass.beside(target) : null;
    this.out = new ArchiveOutput(second == null ? file.channel() : second.channel());
    // The header is filled in last: until then the file is no archive.
    out.write(new byte[ArchiveFormat.HEADER_BYTES]);
    if (options.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      out.u32(0);
    }
    WriteOptions first = second == null ? options : options.withScheme(StorageScheme.NONE);
    this.blobs = new BlobPipeline(out, first, shared, progress, name, mostFrameBytes);
  }

  /**
   * Starts an archive.
   *
   * @param progress is advanced by the bytes that are handed over; the caller begins it
   * @throws java.nio.file.FileAlreadyExistsException if the target is there and may not be replaced
   * @throws IOException if it cannot be written
   */
  public static ArchiveWriter create(
      Path target, TableHead info, WriteOptions options, Progress progress) throws IOException {
    return new ArchiveWriter(target, info, options, null, progress, MOST_FRAME_BYTES);
  }

  /**
   * Starts one of several archives that are written at one time, by one thread.
   *
   * @param pool what they share; it outlives the writer
   */
  public static ArchiveWriter create(
      Path target, TableHead info, WriteOptions options, WriterPool pool, Progress progress)
      throws IOException {
    return new ArchiveWriter(target, info, options, pool, progress, MOST_FRAME_BYTES);
  }

  /** For tests: with another limit for the size of a frame. */
  static ArchiveWriter create(
      Path target, TableHead info, WriteOptions options, Progress progress, long mostFrameBytes)
      throws IOException {
    return new ArchiveWriter(target, info, options, null, progress, mostFrameBytes);
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
   * @throws FormatException if its frame is too large for the format
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public NewBlob blob(ByteView kernel) throws IOException {
    return blobs.add(kernel, kernel.size(), false);
  }

  /**
   * Adds a blob as another archive of the same scheme stores it, without compressing it again.
   * Whole or broken, it arrives in the file as it was handed over; one that equals an earlier one,
   * also at another level, is not stored again.
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
    rows.add(entry, blob);
  }

  /**
   * Replaces the description of the archive that was given at the start, such as with other
   * targets.
   */
  public void describe(TableHead other) {
    info = other;
  }

  /** Waits until every code object is written; what was handed over may then go away. */
  public void drain() throws IOException {
    blobs.finish();
  }

  /** Number of code objects that were handed over so far, for {@link #takeBack}. */
  public int handedOver() {
    return blobs.handedOver();
  }

  /**
   * Takes back the code objects that came last, and their rows: the archive becomes what it would
   * be had they never been handed over. Their bytes are needed no more afterwards.
   *
   * @param kept what {@link #handedOver} answered before the first of them
   * @throws IOException if the archive cannot be written
   */
  public void takeBack(int kept) throws IOException {
    blobs.takeBack(kept);
    rows = rows.before(kept);
  }

  private void check(NewEntry entry) throws FormatException {
    String key = entry.key().text();
    String unsafe = BinaryKey.unsafe(key).orElse(null);
    if (unsafe != null) {
      throw FormatException.in(name, ArchiveFormat.TABLE, "binary key", Reason.UNSAFE_PATH)
          .mismatch("a relative path with / between its parts", unsafe + ", \"" + key + "\"");
    }
    if (rows.has(key, entry.target())) {
      throw FormatException.in(name, ArchiveFormat.TABLE, "target", Reason.DUPLICATE_KEY)
          .mismatch(
              "each target once below a key",
              "\"" + entry.target() + "\" again below \"" + key + "\"");
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
    if (second != null) {
      return complete(second);
    }
    long tableOffset = out.position();
    if (options.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      out.patchU32(ArchiveFormat.HEADER_BYTES, out.blobCount());
    }
    SchemeTable own =
        options.scheme().isList()
            ? new SchemeTable.Blobs(out.blobs())
            : new SchemeTable.Chain(tableOffset);
    return complete(out, own, out.blobs(), false);
  }

  private WrittenArchive complete(SecondPass pass) throws IOException {
    out.flush();
    ArchiveOutput archive = new ArchiveOutput(file.channel());
    archive.write(new byte[ArchiveFormat.HEADER_BYTES]);
    SecondPass.Written done = pass.write(out.blobs(), rows, options, archive, progress);
    return complete(archive, done.table(), done.blobs(), done.withoutDictionary());
  }

  private WrittenArchive complete(
      ArchiveOutput archive, SchemeTable own, List<WrittenBlob> stored, boolean withoutDictionary)
      throws IOException {
    long tableOffset = archive.position();
    new TableWriter(archive, info, options, rows, own).write();
    archive.patch(0, header(tableOffset));
    long size = archive.position();
    blobs.close();
    WrittenCheck.run(file.temporary(), options, rows, stored, progress);
    WrittenArchive done =
        new WrittenArchive(
            rows.count(),
            stored.size(),
            tableOffset,
            size,
            blobs.equalCount(),
            second == null ? blobs.savedBytes() : -1,
            withoutDictionary);
    written = done;
    return done;
  }

  /** Summary of the archive, once it is complete; null before. */
  public @Nullable WrittenArchive written() {
    return written;
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
    if (second != null) {
      second.close();
    }
    file.close();
  }

  /** Writes the table of contents, streaming. */
  static final class TableWriter {
    private static final Set<String> KNOWN_IN_ROW =
        Set.of(ArchiveFormat.TYPE, ArchiveFormat.ORDINAL, ArchiveFormat.ORIGINAL_SIZE);

    private final ArchiveOutput out;
    private final TableHead info;
    private final StorageScheme scheme;
    private final NewRows rows;
    private final SchemeTable own;
    private final long start;
    private final BinaryIndex.@Nullable Writer index;

    TableWriter(
        ArchiveOutput out, TableHead info, WriteOptions options, NewRows rows, SchemeTable own)
        throws IOException {
      this.out = out;
      boolean indexed = options.tuning().binaryIndex() || info.hasBinaryIndex();
      this.info = info.withBinaryIndex(indexed);
      this.scheme = options.scheme();
      this.rows = rows;
      this.own = own;
      this.start = out.position();
      this.index = indexed ? new BinaryIndex.Writer(rows) : null;
    }

    void write() throws IOException {
      List<String> keys = ownKeys();
      Set<String> left = new LinkedHashSet<>(keys);
      List<RawPair> pairs = new ArrayList<>();
      for (RawPair field : info.fields()) {
        // Several keys that are no text have one name, and all of them stay.
        if (left.remove(field.name()) || !ArchiveFormat.KNOWN.contains(field.name())) {
          pairs.add(field);
        }
      }
      left.forEach(name -> pairs.add(new RawPair(name, new byte[0], new byte[0])));
      // Closing the packer would close the file.
      MessagePacker packer = MessagePack.newDefaultPacker(out);
      packer.packMapHeader(pairs.size());
      for (RawPair pair : pairs) {
        if (keys.contains(pair.name())) {
          packer.packString(pair.name());
          value(packer, pair.name());
        } else {
          packer.addPayload(pair.key()).addPayload(pair.value());
        }
      }
      packer.flush();
    }

    private List<String> ownKeys() {
      List<String> keys =
          new ArrayList<>(
              List.of(
                  ArchiveFormat.FORMAT_VERSION,
                  ArchiveFormat.GROUP_NAME,
                  ArchiveFormat.FAMILY,
                  ArchiveFormat.ARCHITECTURES));
      keys.addAll(index == null ? List.of() : BinaryIndex.KEYS);
      keys.addAll(List.of(ArchiveFormat.TOC, ArchiveFormat.SCHEME));
      keys.addAll(own.keys());
      return keys;
    }

    private void value(MessagePacker packer, String name) throws IOException {
      switch (name) {
        case ArchiveFormat.FORMAT_VERSION -> packer.packInt(ArchiveFormat.VERSION);
        case ArchiveFormat.GROUP_NAME -> packer.packString(info.groupName());
        case ArchiveFormat.FAMILY -> packer.packString(info.family());
        case ArchiveFormat.ARCHITECTURES -> {
          packer.packArrayHeader(info.architectures().size());
          for (String architecture : info.architectures()) {
            packer.packString(architecture);
          }
        }
        case ArchiveFormat.BINARY_CHECK, ArchiveFormat.BINARY_INDEX ->
            packer.addPayload(Objects.requireNonNull(index).room(name, position(packer)));
        case ArchiveFormat.TOC -> toc(packer);
        case ArchiveFormat.SCHEME -> packer.packString(scheme.text());
        default -> own.value(packer, name);
      }
    }

    private long position(MessagePacker packer) {
      return start + packer.getTotalWrittenBytes();
    }

    private void toc(MessagePacker packer) throws IOException {
      packer.packMapHeader(rows.keys());
      rows.visit(
          new NewRows.RowVisitor() {
            @Override
            public void key(String key, int count) throws IOException {
              if (index != null) {
                index.key(key, position(packer));
              }
              packer.packString(key);
              packer.packMapHeader(count);
            }

            @Override
            public void row(NewRow row) throws IOException {
              packer.packString(row.entry().target());
              TableWriter.row(packer, row, own.row(row.blob().ordinal()));
            }
          });
      if (index != null) {
        index.end(position(packer));
        packer.flush();
        index.fill(out, position(packer));
      }
    }

    private static void row(MessagePacker packer, NewRow row, Map<String, Long> own)
        throws IOException {
      NewEntry entry = row.entry();
      if (entry.fields().isEmpty()) {
        packer.packMapHeader(3 + own.size());
        packer.packString(ArchiveFormat.TYPE).packString(entry.type());
        packer.packString(ArchiveFormat.ORDINAL).packInt(row.blob().ordinal());
        packer.packString(ArchiveFormat.ORIGINAL_SIZE).packLong(row.blob().originalSizeBytes());
        for (Map.Entry<String, Long> each : own.entrySet()) {
          packer.packString(each.getKey()).packLong(each.getValue());
        }
        return;
      }
      Map<String, byte[]> known = new LinkedHashMap<>();
      known.put(ArchiveFormat.TYPE, MsgEncoder.text(entry.type()));
      known.put(ArchiveFormat.ORDINAL, MsgEncoder.number(row.blob().ordinal()));
      known.put(ArchiveFormat.ORIGINAL_SIZE, MsgEncoder.number(row.blob().originalSizeBytes()));
      // A row that was read has all its keys; a new one has only what comes behind the known three.
      boolean read = entry.fields().stream().anyMatch(f -> KNOWN_IN_ROW.contains(f.name()));
      List<RawPair> pairs =
          read
              ? MsgEncoder.merge(entry.fields(), known, KNOWN_IN_ROW)
              : MsgEncoder.merge(List.of(), known, KNOWN_IN_ROW);
      pairs.removeIf(pair -> own.containsKey(pair.name()));
      // Where the code object is stored comes behind its size, whatever else the row has.
      int at = 1;
      while (!pairs.get(at - 1).name().equals(ArchiveFormat.ORIGINAL_SIZE)) {
        at++;
      }
      for (Map.Entry<String, Long> each : own.entrySet()) {
        pairs.add(at++, MsgEncoder.pair(each.getKey(), MsgEncoder.number(each.getValue())));
      }
      if (!read) {
        pairs.addAll(entry.fields());
      }
      packer.addPayload(MsgEncoder.map(pairs));
    }
  }

  /**
   * Summary of a written archive.
   *
   * @param entries number of rows
   * @param blobs number of stored blobs; less than the rows where kernels are equal
   * @param tableOffset where the table of contents starts, which is where the blobs end
   * @param sizeBytes size of the file
   * @param equal number of code objects that equal earlier ones, and are not stored again
   * @param savedBytes size of what would be stored for them; -1 where code objects are compressed
   *     together, for it is not known then
   * @param withoutDictionary whether there is too little code for the dictionary of its scheme
   */
  public record WrittenArchive(
      int entries,
      int blobs,
      long tableOffset,
      long sizeBytes,
      int equal,
      long savedBytes,
      boolean withoutDictionary) {
    /**
     * Returns what is to be said of how code objects are stored: clauses, by the names of notes.
     */
    public Map<String, String> notes() {
      Map<String, String> notes = new LinkedHashMap<>();
      if (equal > 0) {
        notes.put(
            "stored-once",
            "%s %s bytes of others and %s not stored again%s"
                .formatted(
                    CountText.of(equal, "code object"),
                    CountText.word(equal, "has the", "have the"),
                    CountText.word(equal, "is", "are"),
                    savedBytes < 0 ? "" : ", which saves " + SizeText.of(savedBytes)));
      }
      if (withoutDictionary) {
        notes.put(
            "no-dictionary",
            "there is too little code to make a dictionary from; each code object is compressed"
                + " alone");
      }
      return notes;
    }
  }

  /**
   * A code object on its way into an archive: what rows name it by. Kernels with the same bytes get
   * the same ordinal. Used by the thread that writes the archive.
   */
  public static final class NewBlob {
    private final long originalSizeBytes;
    private final int number;
    private int ordinal = -1;

    /**
     * @param number how many were handed over before it
     */
    NewBlob(long originalSizeBytes, int number) {
      this.originalSizeBytes = originalSizeBytes;
      this.number = number;
    }

    int number() {
      return number;
    }

    /** Its size before compression. */
    public long originalSizeBytes() {
      return originalSizeBytes;
    }

    /** Its index among the stored blobs; known once the archive is finished. */
    int ordinal() {
      if (ordinal < 0) {
        throw new IllegalStateException("not written yet");
      }
      return ordinal;
    }

    void ordinal(int written) {
      ordinal = written;
    }
  }

  /**
   * A row that an archive is to have.
   *
   * @param key the binary's key; it must be a safe relative path
   * @param target the target as it is to be written, with colons
   * @param type {@code hsaco} or {@code co}
   * @param fields keys and values beside type, ordinal and size: metadata, and what is not known;
   *     for a row from a file all of its keys, so that their order stays
   */
  public record NewEntry(BinaryKey key, String target, String type, List<RawPair> fields) {
    public NewEntry {
      fields = List.copyOf(fields);
    }

    /** A new row without metadata. */
    public static NewEntry of(BinaryKey key, String target) {
      return new NewEntry(key, target, "hsaco", List.of());
    }

    /** A new row with metadata, in the order of the map. */
    public static NewEntry of(BinaryKey key, String target, Map<String, MsgValue> metadata) {
      if (metadata.isEmpty()) {
        return of(key, target);
      }
      byte[] value = MsgEncoder.value(MsgValue.Mapping.of(metadata));
      RawPair field = MsgEncoder.pair(ArchiveFormat.METADATA, value);
      return new NewEntry(key, target, "hsaco", List.of(field));
    }

    /** A row of an archive, with all its fields. */
    public static NewEntry of(KpackArchive archive, int row) throws FormatException {
      ArchiveEntry entry = archive.entry(row);
      ByteView view = archive.view();
      List<RawPair> fields = new ArrayList<>();
      for (TableField field : archive.fields(row)) {
        if (archive.scheme().rowKeys().contains(field.name())) {
          continue;
        }
        fields.add(
            new RawPair(
                field.name(),
                view.bytes(field.key().start(), (int) field.key().length()),
                view.bytes(field.value().start(), (int) field.value().length())));
      }
      return new NewEntry(entry.key(), entry.targetText(), entry.type(), fields);
    }
  }
}
