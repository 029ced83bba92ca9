package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.ZstdFrames;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveFault;
import org.kpackworkbench.model.format.kpack.ArchiveIndex;
import org.kpackworkbench.model.format.kpack.FrameWalk;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.model.operation.prune.Loads;

/**
 * An archive as loaders read it, which is less than {@link
 * org.kpackworkbench.model.format.kpack.KpackArchive} can show, and sometimes more: a scheme that
 * is not known is none, of repeated keys the first counts, in {@code toc} the last, and any wrong
 * type where a number should be spoils the whole archive. Names are {@link SystemText}s. Safe for
 * use by many threads.
 */
final class LoaderArchive implements AutoCloseable {
  static final String TABLE = "table of contents";
  private static final String SCHEME = "compression_scheme";
  private static final String AREA = "zstd_offset";
  private static final int HEADER_BYTES = 16;

  /** Clause about the first loaders where a number has another type. */
  static final String ABORTS = "; loaders before mid-2026 abort the process here";

  /** Limit of bytes held in memory for one code object. */
  private static final long MOST_LOADED_BYTES = 1L << 30;

  /** How the reason ends where one code object is more than that, which cannot be allowed. */
  private static final String NOT_HELD = " bytes are more than this program holds in memory";

  /** No block of a frame yields more for one of its bytes. */
  private static final long MOST_RATIO = 65_536;

  private final OpenFile open;
  private final ByteView view;
  private final long tableStart;
  private final List<String> architectures = new ArrayList<>();
  private final LoaderRows rows;
  private final List<Blob> listed = new ArrayList<>();
  private @Nullable StoredBlobs frames;

  /** Leads to rows in place of a table that is read; null if the table was. */
  private volatile @Nullable ArchiveIndex index;

  private final UnpackBudget budget;
  private final ZstdFrames unpacker = new ZstdFrames();

  /** Reads an experimental scheme, as it is planned; null where loaders read all there is. */
  private @Nullable KpackArchive experimental;

  private final boolean ownSchemes;

  /** The rows that a plan leaves; null if there is no plan. */
  private Loads.@Nullable Left kept;

  private boolean zstd;
  private StorageScheme scheme = StorageScheme.NONE;

  /** Why there are no blobs where loaders look for them; null if there is nothing to say. */
  private @Nullable String noBlobs;

  private long areaStart;
  private long areaSize;

  /** An uncompressed blob; a number is null where it has none. */
  private record Blob(@Nullable Long offset, @Nullable Long size) {}

  /** The loader's error when it does not open an archive. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final LoaderError error;

    private final @Nullable String advice;
    transient LoaderRows.@Nullable Name row;
    private final String field;

    Refused(LoaderError error, String why) {
      this(error, why, null);
    }

    Refused(LoaderError error, String why, @Nullable String advice) {
      this(error, why, advice, "");
    }

    /** Returns the fault as a reader reports it, if that is known. */
    Optional<ArchiveFault> asSeen(KpackArchive reader) throws FormatException {
      if (field.equals(AREA)) {
        // Beyond their limits loaders refuse what readers show.
        return advice != null && reader.refusal() == null
            ? Optional.empty()
            : ArchiveFault.ofArea(reader);
      }
      LoaderRows.Name spoiled = row;
      return spoiled == null
          ? Optional.empty()
          : ArchiveFault.of(
                  reader, SystemText.shown(spoiled.key()), SystemText.shown(spoiled.architecture()))
              .filter(found -> found.problem().field().startsWith(field));
    }

    /**
     * @param advice what to do about it; null if that is what one does about any broken file
     * @param field the field of the table that it is about; empty if it is about none
     */
    Refused(LoaderError error, String why, @Nullable String advice, String field) {
      super(why);
      this.error = error;
      this.advice = advice;
      this.field = field;
    }

    @Nullable String advice() {
      return advice;
    }

    /** Adds to a reader's words what some loaders do there. */
    String withConsequence(String words) {
      return why().endsWith(ABORTS) ? words + ABORTS : words;
    }

    LoaderError error() {
      return error;
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * An archive's answer for a key and an architecture.
   *
   * @param why what is wrong; null if nothing is, or the key is just not there
   * @param undefined whether loaders use a value that nothing has set
   * @param sizeBytes of the code object; -1 if there is none
   * @param stored where it is stored as it is; null if it is compressed, or there is none
   * @param bytes the code object, where it was wanted
   */
  record Answer(
      LoaderError error,
      @Nullable String why,
      boolean undefined,
      long sizeBytes,
      @Nullable ByteRange stored,
      @Nullable ByteView bytes) {
    static Answer miss(LoaderError error, @Nullable String why) {
      return new Answer(error, why, false, -1, null, null);
    }

    static Answer undefined(String why) {
      return new Answer(LoaderError.KERNEL_NOT_FOUND, why, true, -1, null, null);
    }

    boolean found() {
      return error == LoaderError.SUCCESS;
    }
  }

  private LoaderArchive(OpenFile open, UnpackBudget budget, boolean ownSchemes, boolean indexed)
      throws FormatException, Refused {
    this.open = open;
    this.budget = budget;
    view = open.view();
    rows = new LoaderRows(view);
    tableStart = header();
    this.ownSchemes = ownSchemes;
    index = indexed ? index() : null;
    if (index == null) {
      read();
    }
  }

  private void read() throws FormatException, Refused {
    try {
      table();
    } catch (FormatException undecodable) {
      undecodable.throwIfFileChanged();
      throw new Refused(LoaderError.MSGPACK_PARSE_FAILED, undecodable.words());
    }
    frames = zstd ? frames() : null;
    if (ownSchemes && scheme.isExperimental()) {
      experimental = KpackArchive.read(view, new Place.File(open.path()), budget);
    }
  }

  /** The index beside the archive, where loaders can read the archive that it is of. */
  private @Nullable ArchiveIndex index() {
    ArchiveIndex found = ArchiveIndex.beside(open.path(), view).index();
    if (found == null || !found.isAscii() || found.isBeyond(LoaderLimits.SHIPPING)) {
      return null;
    }
    zstd = found.scheme() == StorageScheme.ZSTD_PER_KERNEL;
    architectures.addAll(found.architectures());
    return found;
  }

  /**
   * Opens a regular file.
   *
   * @param budget what may be unpacked of it
   * @param ownSchemes whether experimental schemes are read, which no loader does
   * @param indexed whether an index may be used in place of its table
   * @throws Refused if loaders do not open it
   */
  static LoaderArchive open(Path path, UnpackBudget budget, boolean ownSchemes, boolean indexed)
      throws Refused {
    try {
      if (Files.size(path) == 0) {
        throw new Refused(LoaderError.IO_ERROR, "the file is empty", "Install it again.");
      }
      OpenFile open = OpenFile.open(path);
      try {
        return new LoaderArchive(open, budget, ownSchemes, indexed);
      } catch (IOException | Refused | RuntimeException failure) {
        open.close();
        throw failure;
      }
    } catch (NoSuchFileException gone) {
      throw new Refused(LoaderError.FILE_NOT_FOUND, "it is gone");
    } catch (AccessDeniedException denied) {
      throw new Refused(LoaderError.IO_ERROR, Step.DENIED);
    } catch (FormatException changed) {
      throw new Refused(LoaderError.IO_ERROR, changed.words());
    } catch (IOException unreadable) {
      throw new Refused(LoaderError.IO_ERROR, String.valueOf(unreadable.getMessage()));
    }
  }

  /**
   * Returns the architectures that {@code gfx_arches} lists; elements that are no texts are
   * skipped.
   */
  List<String> architectures() {
    return architectures;
  }

  /** Leaves out what it is planned to lose. */
  void keep(Loads.Left left) {
    kept = left;
    architectures.removeIf(each -> !left.lists(each));
  }

  /** Whether an index is used in place of the table. */
  boolean isIndexed() {
    return index != null;
  }

  /** Whether code objects are frames. */
  boolean zstd() {
    return zstd || experimental != null;
  }

  /**
   * Looks up a code object.
   *
   * @param unpacks whether its bytes are wanted; else what is wrong with them stays unseen
   */
  Answer ask(String key, String architecture, boolean unpacks) {
    try {
      ArchiveIndex found = index;
      if (found != null) {
        return indexed(found, SystemText.untilNul(key), architecture, unpacks);
      }
      return listed(key, architecture, unpacks);
    } catch (FormatException unreadable) {
      return Answer.miss(LoaderError.IO_ERROR, unreadable.words());
    }
  }

  private static Answer planned(
      KpackArchive reader, String key, String architecture, boolean unpacks)
      throws FormatException {
    int row = reader.findText(key, architecture).orElse(-1);
    if (row < 0) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
    }
    FormatException problem = reader.problem(row).orElse(null);
    if (problem != null) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, problem.words());
    }
    long size = reader.originalSizeBytes(row);
    if (unpacks && size > MOST_LOADED_BYTES) {
      return tooLarge(size);
    }
    try {
      ByteView bytes = unpacks ? reader.loadOne(row, MOST_LOADED_BYTES) : null;
      return new Answer(LoaderError.SUCCESS, null, false, size, null, bytes);
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
      return Answer.miss(LoaderError.DECOMPRESSION_FAILED, broken.words());
    }
  }

  private Answer indexed(ArchiveIndex found, String key, String architecture, boolean unpacks)
      throws FormatException {
    KpackArchive part;
    try {
      part = found.archive(key, new Place.File(open.path()), budget).orElse(null);
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      try {
        readInstead();
        return listed(key, architecture, unpacks);
      } catch (Refused refused) {
        return Answer.miss(refused.error(), refused.why());
      }
    }
    for (int row = 0; part != null && row < part.entryCount(); row++) {
      ArchiveEntry entry = part.entry(row);
      if (entry.targetText().equals(architecture)) {
        ByteRange blob = part.storedRange(row).orElseThrow();
        return zstd
            ? frame(entry.ordinal(), entry.originalSizeBytes(), blob, unpacks)
            : plain(entry.ordinal(), new Blob(blob.start(), blob.length()), unpacks);
      }
    }
    return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
  }

  /** Reads the table after all, because the index is damaged. */
  private synchronized void readInstead() throws FormatException, Refused {
    if (index != null) {
      architectures.clear();
      zstd = false;
      read();
      index = null;
    }
  }

  private Answer listed(String key, String architecture, boolean unpacks) throws FormatException {
    String name = SystemText.untilNul(key);
    Loads.Left left = kept;
    LoaderRows.Row row =
        left != null && !left.has(name, architecture) ? null : rows.find(name, architecture);
    if (row == null) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
    }
    Long number = row.ordinal();
    if (number == null) {
      return Answer.undefined("its row has no ordinal");
    }
    KpackArchive reader = experimental;
    if (reader != null) {
      return planned(reader, SystemText.shown(key), SystemText.shown(architecture), unpacks);
    }
    StoredBlobs found = frames;
    int count = found == null ? listed.size() : found.count();
    if (number >= count) {
      return noBlob(number, count);
    }
    int ordinal = number.intValue();
    return found == null
        ? plain(ordinal, listed.get(ordinal), unpacks)
        : frame(ordinal, row.size(), found.range(ordinal).orElseThrow(), unpacks);
  }

  private Answer plain(int ordinal, Blob blob, boolean unpacks) throws FormatException {
    if (blob.offset == null || blob.size == null) {
      return Answer.undefined("blob %d has no offset, or no size".formatted(ordinal));
    }
    long offset = blob.offset;
    long size = blob.size;
    if (size < 0 || (size > 0 && (offset < 0 || offset > view.size() - size))) {
      return Answer.miss(
          LoaderError.IO_ERROR,
          "blob %d, %s bytes from %s, is not inside the file, which has %d bytes"
              .formatted(
                  ordinal,
                  Long.toUnsignedString(size),
                  Long.toUnsignedString(offset),
                  view.size()));
    }
    if (offset < 0) {
      return Answer.miss(LoaderError.IO_ERROR, "no file has an offset as large as its blob's");
    }
    if (unpacks && size > MOST_LOADED_BYTES) {
      return tooLarge(size);
    }
    ByteView bytes =
        unpacks
            ? ByteView.of(view.name(), size == 0 ? new byte[0] : view.bytes(offset, (int) size))
            : null;
    ByteRange stored = size == 0 && offset > view.size() ? null : new ByteRange(offset, size);
    return new Answer(LoaderError.SUCCESS, null, false, size, stored, bytes);
  }

  private Answer frame(int ordinal, @Nullable Long size, ByteRange frame, boolean unpacks)
      throws FormatException {
    if (size == null) {
      return Answer.undefined("its row has no original_size");
    }
    long expected = size;
    long stored = frame.length();
    if (expected < 0 || expected / MOST_RATIO > stored) {
      return Answer.miss(
          LoaderError.DECOMPRESSION_FAILED,
          "no frame of %d bytes yields %s".formatted(stored, Long.toUnsignedString(expected)));
    }
    if (!unpacks) {
      return new Answer(LoaderError.SUCCESS, null, false, expected, null, null);
    }
    if (expected > MOST_LOADED_BYTES || stored > MOST_LOADED_BYTES) {
      return tooLarge(expected);
    }
    UnpackMeter meter =
        budget.meter(
            view.name(),
            view.size(),
            stored,
            reason -> FormatException.at(view, frame.start(), "frame", "frame " + ordinal, reason));
    try {
      meter.declare(expected);
    } catch (FormatException tooLarge) {
      return Answer.miss(LoaderError.OUT_OF_MEMORY, tooLarge.words());
    }
    byte[] packed = view.bytes(frame.start(), (int) stored);
    byte[] unpacked = new byte[(int) expected];
    long yielded;
    try {
      yielded =
          packed.length == 0
              ? 0
              : unpacker.unpack(packed, packed.length, unpacked, unpacked.length, meter);
    } catch (UnpackException broken) {
      return Answer.miss(
          LoaderError.DECOMPRESSION_FAILED,
          "frame %d is damaged (%s)".formatted(ordinal, broken.getMessage()));
    }
    if (yielded != expected) {
      return Answer.miss(
          LoaderError.DECOMPRESSION_FAILED,
          "frame %d yields %d bytes, its row says %d".formatted(ordinal, yielded, expected));
    }
    return new Answer(
        LoaderError.SUCCESS, null, false, expected, null, ByteView.of(view.name(), unpacked));
  }

  /** Whether that is why a code object was not unpacked. */
  static boolean isNotHeld(String why) {
    return why.endsWith(NOT_HELD);
  }

  private Answer noBlob(long ordinal, int count) {
    return Answer.miss(
        LoaderError.KERNEL_NOT_FOUND,
        noBlobs != null && count == 0
            ? noBlobs
            : "its ordinal is %d, and there %s %s"
                .formatted(
                    ordinal,
                    CountText.word(count, "is", "are"),
                    CountText.of(count, zstd ? "frame" : "blob")));
  }

  /** Whether that is why no code object was found. */
  static boolean isScheme(String why) {
    return why.startsWith("its " + SCHEME);
  }

  private static Answer tooLarge(long size) {
    return Answer.miss(LoaderError.OUT_OF_MEMORY, size + NOT_HELD);
  }

  private long header() throws FormatException, Refused {
    if (view.size() < HEADER_BYTES) {
      throw new Refused(LoaderError.INVALID_FORMAT, "it ends inside the header");
    }
    if (NotFetched.is(view)) {
      throw new Refused(
          LoaderError.INVALID_FORMAT,
          "it is %s, not the archive itself".formatted(NotFetched.WORDS),
          NotFetched.ADVICE);
    }
    byte[] magic = view.bytes(0, 4);
    if (!Arrays.equals(magic, "KPAK".getBytes(StandardCharsets.US_ASCII))) {
      throw new Refused(
          LoaderError.INVALID_FORMAT,
          "header, magic: expected 4b 50 41 4b (KPAK), found %s".formatted(HexText.spaced(magic)));
    }
    long version = view.u32(4);
    if (version != 1) {
      throw new Refused(
          LoaderError.UNSUPPORTED_VERSION, "header, version: expected 1, found " + version);
    }
    long start = view.u64(8);
    if (Long.compareUnsigned(start, view.size()) >= 0) {
      throw new Refused(
          LoaderError.INVALID_FORMAT,
          "header, toc_offset: expected an offset inside the file, found 0x"
              + Long.toHexString(start));
    }
    return start;
  }

  /** Decodes the whole table once, then reads what it needs where that is. */
  private void table() throws FormatException, Refused {
    Map<String, Long> values = new HashMap<>();
    MsgCursor cursor = at(tableStart);
    long pairs = cursor.mapHeader("map");
    for (long i = 0; i < pairs; i++) {
      String key = text(cursor, "key");
      if (key != null) {
        values.putIfAbsent(key, cursor.position());
      }
      cursor.skip("value");
    }
    Long position = values.get(SCHEME);
    String named = textAt(position);
    zstd = "zstd-per-kernel".equals(named);
    scheme = named == null ? StorageScheme.NONE : StorageScheme.named(named);
    if (position != null && !zstd && !"none".equals(named)) {
      noBlobs =
          "its %s is %s, which loaders read as none"
              .formatted(
                  SCHEME,
                  named == null
                      ? at(position).kind(SCHEME).words()
                      : "\"%s\"%s"
                          .formatted(named, scheme.isExperimental() ? " (experimental)" : ""));
    }
    architectures(values.get("gfx_arches"));
    if (zstd) {
      areaStart = numberAt(values.get("zstd_offset"), "zstd_offset");
      areaSize = numberAt(values.get("zstd_size"), "zstd_size");
    } else {
      blobs(values.get("blobs"));
    }
    toc(values.get("toc"));
  }

  private MsgCursor at(long position) throws FormatException {
    return new MsgCursor(view, position, view.size(), TABLE);
  }

  /** A text; null, having stepped over it, for another value, or for one too long to matter. */
  static @Nullable String text(MsgCursor cursor, String field) throws FormatException {
    return cursor.shortTextSpan(field)
        ? SystemText.of(cursor.spanArray(), cursor.spanStart(), cursor.spanLength())
        : null;
  }

  private @Nullable String textAt(@Nullable Long position) throws FormatException {
    return position == null ? null : text(at(position), "compression_scheme");
  }

  private long numberAt(@Nullable Long position, String field) throws FormatException, Refused {
    return position == null ? 0 : MapNumbers.number(at(position), field, false);
  }

  private void architectures(@Nullable Long position) throws FormatException {
    if (position == null) {
      return;
    }
    MsgCursor cursor = at(position);
    if (cursor.kind("gfx_arches") != MsgKind.ARRAY) {
      return;
    }
    long items = cursor.arrayHeader("gfx_arches");
    for (long i = 0; i < items; i++) {
      String name = text(cursor, "gfx_arches");
      if (name != null) {
        architectures.add(SystemText.untilNul(name));
      }
    }
  }

  private void blobs(@Nullable Long position) throws FormatException, Refused {
    if (position == null) {
      return;
    }
    MsgCursor cursor = at(position);
    if (cursor.kind("blobs") != MsgKind.ARRAY) {
      String kind = cursor.kind("blobs").words();
      noBlobs = noBlobs == null ? "its blobs are %s, no array".formatted(kind) : noBlobs;
      return;
    }
    MapNumbers numbers = new MapNumbers("offset", "size");
    long items = cursor.arrayHeader("blobs");
    for (long i = 0; i < items; i++) {
      if (cursor.kind("blobs") != MsgKind.MAP) {
        cursor.skip("blobs");
        continue;
      }
      numbers.read(cursor);
      listed.add(new Blob(numbers.first(), numbers.second()));
    }
  }

  private void toc(@Nullable Long position) throws FormatException, Refused {
    if (position == null) {
      return;
    }
    MsgCursor cursor = at(position);
    if (cursor.kind("toc") == MsgKind.MAP) {
      rows.read(cursor);
    }
  }

  /** Walks the chain of frames as loaders do when they open an archive. */
  private StoredBlobs frames() throws FormatException, Refused {
    within(LoaderLimits.SHIPPING.beyondArea(areaSize).orElse(null));
    if (areaStart < 0 || (areaSize > 0 && areaStart > view.size() - areaSize)) {
      throw new Refused(
          LoaderError.IO_ERROR,
          "its blob area, %d bytes from %s, is not inside the file, which has %d bytes"
              .formatted(areaSize, Long.toUnsignedString(areaStart), view.size()),
          LoaderLimits.CUT_OFF,
          AREA);
    }
    if (areaSize < 4) {
      throw new Refused(
          LoaderError.INVALID_FORMAT, "its blob area has %d bytes".formatted(areaSize), null, AREA);
    }
    long count = view.u32(areaStart);
    within(LoaderLimits.SHIPPING.beyondFrames(count).orElse(null));
    StoredBlobs walked =
        FrameWalk.walk(view, new ByteRange(areaStart, areaSize), (int) count, Progress.NONE);
    if (walked.damage() != null) {
      throw new Refused(
          LoaderError.INVALID_FORMAT,
          "frame %d of %d is not inside the blob area".formatted(walked.count(), count),
          null,
          AREA);
    }
    return walked;
  }

  private void within(@Nullable String beyond) throws Refused {
    if (beyond != null) {
      throw new Refused(LoaderError.INVALID_FORMAT, beyond, LoaderLimits.advice(view.name()), AREA);
    }
  }

  @Override
  public void close() throws IOException {
    unpacker.close();
    KpackArchive reader = experimental;
    if (reader != null) {
      reader.close();
    }
    ArchiveIndex used = index;
    if (used != null) {
      used.close();
    }
    open.close();
  }
}
