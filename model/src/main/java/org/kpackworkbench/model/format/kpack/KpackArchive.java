package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.EntryTable.Row;
import org.kpackworkbench.model.format.kpack.Storage.SchemeName;

/**
 * An open archive.
 *
 * <p>Opening reads header and table of contents into numbers. Names, metadata and problems are read
 * from the file again on demand, and code objects one at a time. Safe for use by many threads.
 * After {@link #close} everything that needs the file throws {@code CLOSED}.
 *
 * <p>Opening fails where nothing can be shown: wrong magic, unsupported version, a table offset
 * outside the file, a table that is no map. Everything else is kept as far as it could be read, and
 * {@link #problems} says what is wrong. Rows have problems of their own ({@link
 * ArchiveEntry#problem}); they spoil nothing but the row.
 */
public final class KpackArchive implements AutoCloseable {
  /** Most bytes that {@link #load(int)} holds in memory. */
  public static final long LOAD_LIMIT_BYTES = 1L << 30;

  private final ByteView view;
  private final Place place;
  private static final Pattern BINARY = Pattern.compile(".*\\.(?:so(?:\\.\\d+)*|dll|exe)");

  private final @Nullable OpenFile open;
  private volatile @Nullable Boolean freeKeys;
  private final long tableOffset;
  private final TableReader parsed;
  private final EntryTable table;
  private final Storage storage;
  private final RowProblems rowProblems;
  private final BlobReader codeObjects;
  private final List<FormatException> problems;
  private final UnpackBudget budget;

  private KpackArchive(
      ByteView view,
      Place place,
      @Nullable OpenFile open,
      UnpackBudget budget,
      long tableOffset,
      TableReader parsed,
      Storage storage,
      List<FormatException> problems)
      throws FormatException {
    this.view = view;
    this.place = place;
    this.open = open;
    this.budget = budget;
    this.tableOffset = tableOffset;
    this.parsed = parsed;
    this.storage = storage;
    this.problems = List.copyOf(problems);
    this.table = parsed.rows.table();
    this.rowProblems = new RowProblems(view, table, storage);
    this.codeObjects = new BlobReader(view, table, storage, rowProblems);
    if (parsed.rows.flat() && storage.count() >= 0) {
      codeObjects.completeSizes();
    }
  }

  private static KpackArchive of(
      ByteView view,
      Place place,
      @Nullable OpenFile open,
      UnpackBudget budget,
      @Nullable String wanted)
      throws FormatException {
    long start = ArchiveHeader.tableOffset(view);
    TableReader parsed = new TableReader(view, start, wanted);
    parsed.read();
    List<FormatException> problems = new ArrayList<>(parsed.problems);
    Storage storage = Storage.of(view, parsed, problems);
    return new KpackArchive(view, place, open, budget, start, parsed, storage, problems);
  }

  /** The part of an archive that an index leads to: some rows, and their blobs by ordinal. */
  static KpackArchive partOf(
      ByteView view,
      Place place,
      ArchiveIndex.Head head,
      TableReader table,
      Map<Integer, StoredBlobs.Blob> blobs,
      UnpackBudget budget)
      throws FormatException {
    StoredBlobs.Blob nowhere = new StoredBlobs.Blob(-1, 0);
    StoredBlobs known =
        new StoredBlobs(
            head.blobs(),
            new LazyList<>(head.blobs(), ordinal -> blobs.getOrDefault(ordinal, nowhere)),
            head.tableOffset(),
            null);
    long start = ArchiveHeader.tableOffset(view);
    Storage storage = Storage.of(view, head.scheme(), known);
    return new KpackArchive(view, place, null, budget, start, table, storage, List.of());
  }

  /**
   * Opens a file to read one code object at a time; closing the archive closes it.
   *
   * @throws FormatException if it is no archive, see above
   * @throws IOException if it cannot be read
   */
  public static KpackArchive open(Path path) throws IOException {
    return open(path, UnpackBudget.one());
  }

  /**
   * Opens a file for an operation; closing the archive closes it.
   *
   * @param budget what the operation may unpack, of this archive and others together
   * @throws FormatException if it is no archive, see above
   * @throws IOException if it cannot be read
   */
  public static KpackArchive open(Path path, UnpackBudget budget) throws IOException {
    return Closing.ifFails(
        OpenFile.open(path), file -> of(file.view(), new Place.File(path), file, budget, null));
  }

  /**
   * Reads an archive from bytes that the caller has opened and closes.
   *
   * @param place what the bytes are, as the parent of its code objects' places
   * @throws FormatException if they are no archive, see above
   */
  public static KpackArchive read(ByteView view, Place place) throws FormatException {
    return read(view, place, UnpackBudget.one());
  }

  /**
   * Reads an archive from bytes that the caller has opened and closes, for an operation.
   *
   * @param place what the bytes are, as the parent of its code objects' places
   * @param budget what the operation may unpack, of this archive and others together
   * @throws FormatException if they are no archive, see above
   */
  public static KpackArchive read(ByteView view, Place place, UnpackBudget budget)
      throws FormatException {
    return of(view, place, null, budget, null);
  }

  /**
   * Reads of an archive only the rows of the binary that a key is of, where an index in its table
   * leads to them; else all.
   *
   * @param key the only one that is wanted; null for all
   * @throws FormatException if they are no archive, see above
   */
  static KpackArchive read(ByteView view, Place place, UnpackBudget budget, @Nullable String key)
      throws FormatException {
    if (key != null) {
      String binary = BinaryKey.parse(key).binary();
      KpackArchive part = of(view, place, null, budget, binary);
      if (part.complete() && (!part.parsed.isPart() || part.isWhole(key))) {
        return part;
      }
    }
    return read(view, place, budget);
  }

  private boolean isWhole(String key) throws FormatException {
    // Where code objects share frames, each row counts.
    return scheme() != StorageScheme.ZSTD_SOLID && problems.isEmpty() && keyNumber(key).isPresent();
  }

  /** Returns why the index in the table is not used, in a sentence; null if nothing is wrong. */
  public @Nullable String indexNote() {
    return parsed.staleIndex
        ? "The binary_index in its table does not fit the table and is not used; "
            + "write the archive again with this program."
        : null;
  }

  /** Returns the budget for unpacking the archive. */
  public UnpackBudget budget() {
    return budget;
  }

  /** The archive's bytes. */
  public ByteView view() {
    return view;
  }

  /** The archive as a place. */
  public Place place() {
    return place;
  }

  /** The format's version, 1. */
  public int version() {
    return ArchiveFormat.VERSION;
  }

  /** The group's name, as the table of contents says. */
  public String groupName() {
    return parsed.groupName;
  }

  /** The family of architectures, as the table of contents says. */
  public String family() {
    return parsed.family;
  }

  /** The targets that the table lists, as written; its rows may have others. */
  public List<String> architectures() {
    return java.util.Collections.unmodifiableList(parsed.architectures);
  }

  /**
   * Whether its keys are names of one library's own: no key has an index, and none is a library's
   * path.
   */
  public boolean hasFreeKeys() throws FormatException {
    @Nullable Boolean known = freeKeys;
    if (known == null) {
      known = entryCount() > 0;
      for (int row = 0; known && row < entryCount(); row++) {
        BinaryKey key = entry(row).key();
        known = !key.indexed() && !BINARY.matcher(key.binary()).matches();
      }
      freeKeys = known;
    }
    return known;
  }

  /** How its code objects are stored. */
  public StorageScheme scheme() {
    return storage.scheme();
  }

  /** The scheme's name as written; empty if the table has none. */
  public String schemeName() {
    return parsed.scheme == null ? "" : parsed.scheme;
  }

  /**
   * The level of zstd at which an archive of an experimental scheme says that it was compressed;
   * null if it says none.
   */
  public @Nullable Integer level() throws FormatException {
    ByteRange value = scheme().isExperimental() ? parsed.valueOf(ArchiveFormat.LEVEL) : null;
    long level =
        value == null
            ? 0
            : new MsgCursor(view, value.start(), value.end(), ArchiveFormat.TABLE)
                .size(ArchiveFormat.LEVEL);
    return level < 1 || level > WriteOptions.MOST_LEVEL ? null : (int) level;
  }

  /**
   * How {@link #scheme} was found where the table states none, or a name that only the first tools
   * wrote, as a sentence; null if the table states it by its name.
   */
  public @Nullable String schemeNote() {
    return SchemeName.of(parsed).note();
  }

  /** Returns a sentence about an unknown version of the table; null if it states 1. */
  public @Nullable String versionNote() {
    return parsed.versionNote;
  }

  /** Returns a sentence about what is unusual in the layout of the table; null if nothing is. */
  public @Nullable String layoutNote() {
    String layout = parsed.layout();
    return layout == null
        ? null
        : Character.toUpperCase(layout.charAt(0)) + layout.substring(1) + "; no loader reads that.";
  }

  /**
   * Returns why loaders find no code in a table that this program reads, as a clause; null if they
   * read it, too. Written again, they do.
   */
  public @Nullable String loadersNote() {
    String layout = parsed.layout();
    if (layout != null) {
      return layout;
    }
    if (scheme().isExperimental()) {
      return "its compression_scheme is \"%s\" (experimental), which loaders read as none"
          .formatted(schemeName());
    }
    if (schemeNote() == null || scheme() == StorageScheme.NONE) {
      return null;
    }
    return schemeName().isEmpty()
        ? "it has no compression_scheme, which loaders read as none"
        : "its compression_scheme is \"%s\", which loaders read as none".formatted(schemeName());
  }

  /** Returns advice for an archive with a {@link #loadersNote}. */
  public static String loadersAdvice(Object file) {
    return "Write the archive again as loaders read it: "
        + ShellText.command("edit", file, Stream.of("--compression", "zstd", "--force"));
  }

  /** Whether the table says in an unusual way how code is stored; written again, it does not. */
  public boolean isUnusual() {
    return schemeNote() != null || layoutNote() != null;
  }

  /** The table's bytes, as far as it could be read; bytes after it have no owner. */
  public ByteRange tableRange() {
    return ByteRange.between(tableOffset, parsed.end());
  }

  /** The table's keys and values in the order of the file, known and unknown ones. */
  public List<TableField> fields() {
    return java.util.Collections.unmodifiableList(parsed.fields);
  }

  /** The blob area of {@code zstd-per-kernel}, inside the file; empty for other schemes. */
  public Optional<ByteRange> blobArea() {
    return Optional.ofNullable(storage.area());
  }

  /** Where the dictionaries of {@code zstd-dictionary} lie, by ID. */
  public Map<Long, ByteRange> dictionaries() {
    return java.util.Collections.unmodifiableMap(storage.dictionaries().ranges());
  }

  /** Whether the table could be read to its end, its rows with it. */
  public boolean complete() {
    return parsed.complete && parsed.rowsRead;
  }

  /** Returns the problems of the archive as a whole, in the order in which they were found. */
  public List<FormatException> problems() {
    return problems;
  }

  /** Why nothing can be extracted, e.g. an unknown scheme; null if it can. */
  public @Nullable FormatException refusal() {
    return storage.refusal();
  }

  /** Number of rows. */
  public int entryCount() {
    return table.count();
  }

  /** How many blobs the archive says it stores; empty if that cannot be known. */
  public OptionalInt blobCount() {
    int count = storage.count();
    return count < 0 ? OptionalInt.empty() : OptionalInt.of(count);
  }

  /** A row; its texts are read from the file. */
  public ArchiveEntry entry(int row) throws FormatException {
    Row entry = table.row(row);
    return new ArchiveEntry(
        row,
        table.key(entry),
        table.target(entry),
        table.gpuTarget(entry.target()),
        entry.type() < 0 ? "" : table.types.text(entry.type()),
        entry.ordinal(),
        entry.originalSize(),
        rowRange(row),
        rowProblems.of(row));
  }

  /**
   * Returns the problem that spoils a row, like {@link ArchiveEntry#problem} but without reading
   * the row's texts, so that it is cheap enough to check all rows.
   */
  public Optional<FormatException> problem(int row) throws FormatException {
    return Optional.ofNullable(rowProblems.of(row));
  }

  /** All rows, in the order of the table; each is created on demand. */
  public List<ArchiveEntry> entries() {
    return new LazyList<>(entryCount(), this::entry);
  }

  /** The number of the blob that a row names; empty if it names none that can be. */
  public OptionalInt ordinal(int row) {
    int ordinal = blobOf(row);
    return ordinal < 0 ? OptionalInt.empty() : OptionalInt.of(ordinal);
  }

  /**
   * Returns the number of the blob that a row names, for a walk over all rows; -1 if it names none
   * that can be.
   */
  int blobOf(int row) {
    return table.row(row).ordinal();
  }

  /** The values below {@code metadata} in a row; empty if there are none. */
  public Map<String, MsgValue> metadata(int row) throws FormatException {
    return EntryFields.metadata(view, rowRange(row));
  }

  /** The keys and values of a row's map in the order of the file, known and unknown ones. */
  public List<TableField> fields(int row) throws FormatException {
    return EntryFields.fields(view, rowRange(row), scheme().rowKeys());
  }

  /** The distinct names of binaries, without index, in the order of the table. */
  public List<String> binaries() throws FormatException {
    return List.copyOf(table.binaries());
  }

  /** How many binaries there are. */
  public int binaryCount() throws FormatException {
    return table.binaryCount();
  }

  /** Returns the totals of each target, in the order in which targets first appear in the rows. */
  public List<TargetSum> targetSums() {
    return TargetSums.of(table, storage.known());
  }

  /**
   * The row that a loader would find: key {@code binary#index}, or for index 0 also the plain
   * {@code binary}, and the target as it is written.
   *
   * @return its number; empty if the archive has none
   */
  public OptionalInt find(String binary, int index, String target) throws FormatException {
    int number = table.targets.find(target);
    return found(number < 0 ? -1 : find(binary, index, number));
  }

  /** Like {@link #find(String, int, String)}, for a target in any spelling. */
  public OptionalInt find(String binary, int index, GpuTarget target) throws FormatException {
    for (int number = 0; number < table.targets.count(); number++) {
      int row = table.gpuTarget(number).equals(target) ? find(binary, index, number) : -1;
      if (row >= 0) {
        return OptionalInt.of(row);
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalInt found(int number) {
    return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /**
   * The code object that a loader would load, found as by {@link #find(String, int, String)}.
   *
   * @return empty if the archive has none
   */
  public Optional<StoredCodeObject> codeObject(String binary, int index, String target)
      throws FormatException {
    OptionalInt row = find(binary, index, target);
    return row.isEmpty()
        ? Optional.empty()
        : Optional.of(new StoredCodeObject(this, row.getAsInt()));
  }

  /**
   * The row below a key and target exactly as they are written; the first of several.
   *
   * @return its number; empty if there is none
   */
  public OptionalInt findText(String key, String target) throws FormatException {
    int number = table.targets.find(target);
    return found(number < 0 ? -1 : table.find(key, number));
  }

  /** The number of a row's binary key, from 0; rows of one key are neighbours. */
  public int keyNumber(int row) {
    return table.row(row).key();
  }

  /** Where the text of a row's key lies in the file. */
  ByteRange keyRange(int row) {
    return table.keyRange(keyNumber(row));
  }

  /** The number of the first key that is this text; empty if no row has it. */
  public OptionalInt keyNumber(String key) throws FormatException {
    return found(table.findKey(key));
  }

  private int find(String binary, int index, int target) throws FormatException {
    int row = table.find(new BinaryKey(binary, index, true).text(), target);
    return row < 0 && index == 0 ? table.find(binary, target) : row;
  }

  /**
   * Where the blobs lie. For {@code zstd-per-kernel} the first call walks the chain of frame sizes;
   * calls meanwhile wait for it.
   *
   * @throws FormatException if the scheme is not known or the archive has no blobs to find
   * @throws java.util.concurrent.CancellationException when cancelled; a later call walks again
   */
  public StoredBlobs blobs(Progress progress) throws FormatException {
    return storage.blobs(progress);
  }

  /** Like {@link #blobs}, on a thread of {@code executor}; fails with the same exceptions. */
  public CompletableFuture<StoredBlobs> blobsAsync(Executor executor, Progress progress) {
    StoredBlobs known = storage.known();
    return known != null
        ? CompletableFuture.completedFuture(known)
        : CompletableFuture.supplyAsync(
            () -> {
              try {
                return blobs(progress);
              } catch (FormatException failure) {
                throw new CompletionException(failure);
              }
            },
            executor);
  }

  /** Where the blobs lie, if that is known already. */
  public Optional<StoredBlobs> blobsIfKnown() {
    return Optional.ofNullable(storage.known());
  }

  /** A row's stored size, in bytes; -1 while positions are not known, or where it has none. */
  public long storedSizeBytes(int row) {
    StoredBlobs known = storage.known();
    int ordinal = table.row(row).ordinal();
    return known == null || known.range(ordinal).isEmpty() ? -1 : known.sizeBytes(ordinal);
  }

  /**
   * A row's stored bytes in the file; empty while positions are not known, or where it has none.
   */
  public Optional<ByteRange> storedRange(int row) {
    StoredBlobs known = storage.known();
    return known == null ? Optional.empty() : known.range(table.row(row).ordinal());
  }

  /** A row's place; its range is null while positions are not known. */
  public Place.CodeObject place(int row) throws FormatException {
    return place(row, table.key(table.row(row)));
  }

  /** The place of a row that was read already; reads nothing. */
  public Place.CodeObject place(ArchiveEntry entry) {
    return place(entry.row(), entry.key());
  }

  private Place.CodeObject place(int row, BinaryKey key) {
    return new Place.CodeObject(
        place,
        key.binary(),
        key.index(),
        table.target(table.row(row)),
        storedRange(row).orElse(null),
        storage.scheme().isCompressed());
  }

  /** A row's bytes as they are stored: a frame, or for scheme {@code none} the code object. */
  public ByteView stored(int row) throws FormatException {
    return codeObjects.stored(row);
  }

  /** {@link #load(int, long)} with a limit of {@link #LOAD_LIMIT_BYTES}. */
  public ByteView load(int row) throws FormatException {
    return load(row, LOAD_LIMIT_BYTES);
  }

  /**
   * One code object. Without compression this is a part of the file; else it is decompressed into
   * memory, independent of the archive from then on.
   *
   * @param limit the most bytes to hold in memory
   * @throws FormatException the row's problem; {@code BAD_COMPRESSION} where it does not
   *     decompress, or not to its declared size; {@code TOO_LARGE} above the limit or the budget
   */
  public ByteView load(int row, long limit) throws FormatException {
    return codeObjects.load(row, limit, budget);
  }

  /**
   * One code object for who wants no other one, as a loader: no more is unpacked than up to its
   * end. The checksum of a frame that it shares is not checked then.
   *
   * @param limit the most bytes to hold in memory
   * @throws FormatException as {@link #load(int, long)}
   */
  public ByteView loadOne(int row, long limit) throws FormatException {
    return codeObjects.one(row, limit, budget);
  }

  /**
   * One code object of any size, in memory or in a file; to be closed.
   *
   * @param inMemoryBytes up to which size it is held in memory, see {@link
   *     SpooledBytes#IN_MEMORY_BYTES}
   * @throws FormatException as {@link #load(int, long)}
   * @throws IOException if the file cannot be written
   */
  public SpooledBytes unpacked(int row, long inMemoryBytes, Progress progress) throws IOException {
    return codeObjects.unpacked(row, inMemoryBytes, budget, progress);
  }

  /**
   * Checks the declared size of a row before memory is allocated for it.
   *
   * @throws FormatException {@code TOO_LARGE} where it is more than is plausible
   */
  public void declare(int row) throws FormatException {
    codeObjects.declare(row, budget);
  }

  /**
   * Checks the sum of the declared sizes of what an operation is going to unpack, before it begins.
   *
   * @throws FormatException {@code TOO_LARGE} where it is more than is plausible
   */
  public void declareSum(long bytes) throws FormatException {
    codeObjects.declareSum(bytes, budget);
  }

  /**
   * The first bytes of a code object, without unpacking the rest: for what its header says.
   *
   * @param mostBytes how many at most; fewer where the code object is shorter
   * @throws FormatException the row's problem; {@code BAD_COMPRESSION} where its beginning does not
   *     decompress
   */
  public ByteView beginning(int row, int mostBytes) throws FormatException {
    return codeObjects.beginning(row, mostBytes);
  }

  /**
   * Opens the content of one code object as a stream, which fails as {@link #load(int, long)} does.
   *
   * @throws FormatException the row's problem; {@code TOO_LARGE} where its declared size is more
   *     than is plausible
   * @throws IOException if no memory for unpacking is left
   */
  public InputStream content(int row) throws IOException {
    return codeObjects.content(row, budget);
  }

  /**
   * Writes one code object in chunks; what was written before a failure is of no use.
   *
   * @param progress is advanced by the bytes written
   * @param limit the most bytes to write
   * @throws FormatException as {@link #load(int, long)}
   * @throws IOException if {@code out} fails
   */
  public void extract(int row, OutputStream out, Progress progress, long limit) throws IOException {
    extract(row, out, progress, limit, budget);
  }

  /**
   * Writes a code object as {@link #extract(int, OutputStream, Progress, long)} does, without
   * progress.
   */
  public void extract(int row, OutputStream out, long limit) throws IOException {
    extract(row, out, Progress.NONE, limit);
  }

  /**
   * Writes one code object in chunks, for one operation on an archive that stays open for more.
   *
   * @param budget what this operation may unpack
   */
  public void extract(int row, OutputStream out, Progress progress, long limit, UnpackBudget budget)
      throws IOException {
    codeObjects.extract(row, out, progress, limit, budget);
  }

  /** A row's declared size after decompression, in bytes; -1 if it could not be read. */
  public long originalSizeBytes(int row) {
    return table.row(row).originalSize();
  }

  /**
   * Returns how many bytes are unpacked to get one row's code object: its own, and those before it
   * in the frame that it shares; -1 while positions are not known.
   */
  public long unpackedForOne(int row) {
    StoredBlobs known = storage.known();
    int ordinal = table.row(row).ordinal();
    if (known == null || known.range(ordinal).isEmpty()) {
      return -1;
    }
    return known.blob(ordinal).start() + originalSizeBytes(row);
  }

  /** The range of a row in the table, from its target to the end of its entry. */
  public ByteRange rowRange(int row) {
    return new ByteRange(table.row(row).start(), table.row(row).length());
  }

  /** Closes the file if this opened it. Does nothing the second time. */
  @Override
  public void close() throws IOException {
    codeObjects.close();
    if (open != null) {
      open.close();
    }
  }

  /**
   * A code object of an open archive.
   *
   * @param archive the archive, which has to be open for all that is read here
   * @param row the number of its row
   */
  public record StoredCodeObject(KpackArchive archive, int row) {
    /** Its row. */
    public ArchiveEntry entry() throws FormatException {
      return archive.entry(row);
    }

    /**
     * Its bytes, unpacked: {@link KpackArchive#load(int)}.
     *
     * @throws FormatException also where it is larger than {@link #LOAD_LIMIT_BYTES}
     */
    public ByteView load() throws FormatException {
      return archive.load(row);
    }
  }

  /**
   * Totals of an archive for one target.
   *
   * @param targetText the target as it is written
   * @param target the target
   * @param entries number of rows
   * @param originalSizeBytes sum of the declared sizes, at most {@link Long#MAX_VALUE}
   * @param storedSizeBytes stored bytes, each blob counted once; -1 while positions are not known
   * @param unpackedSizeBytes what the stored bytes unpack to: the declared sizes, each blob counted
   *     once; -1 while positions are not known
   */
  public record TargetSum(
      String targetText,
      GpuTarget target,
      int entries,
      long originalSizeBytes,
      long storedSizeBytes,
      long unpackedSizeBytes) {}

  /**
   * A key and its value in a map of the table of contents, as written in the file, so that what is
   * not understood can be shown and written back unchanged.
   *
   * @param name the key's text; for a key that is no text, a description of it
   * @param key the key's bytes in the file
   * @param value the value's bytes in the file
   * @param known whether this program knows the key
   */
  public record TableField(String name, ByteRange key, ByteRange value, boolean known) {}
}
