package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.ZstdFrames;
import org.kpackworkbench.model.format.kpack.LoaderLimits;

/**
 * An archive as loaders read it, which is less than {@link
 * org.kpackworkbench.model.format.kpack.KpackArchive} can show, and sometimes more: a scheme that
 * is not known is none, of repeated keys the first counts, in {@code toc} the last, and any wrong
 * type where a number should be spoils the whole archive. Names are {@link SystemText}s. Safe for
 * use by many threads.
 */
final class LoaderArchive implements AutoCloseable {
  private static final String TABLE = "table of contents";
  private static final String SCHEME = "compression_scheme";
  private static final int HEADER_BYTES = 16;
  private static final long MOST_ORDINAL = 0xffffffffL;

  /** Limit of bytes held in memory for one code object. */
  private static final long MOST_LOADED_BYTES = 1L << 30;

  /** How the reason ends where one code object is more than that, which cannot be allowed. */
  private static final String NOT_HELD = " bytes are more than this program holds in memory";

  /** No block of a frame yields more for one of its bytes. */
  private static final long MOST_RATIO = 65_536;

  private final MappedFile mapped;
  private final ByteView view;
  private final long tableStart;
  private final List<String> architectures = new ArrayList<>();
  private final Rows rows;
  private final Blobs blobs = new Blobs();
  private final UnpackBudget budget;
  private final ZstdFrames frames = new ZstdFrames();
  private boolean zstd;

  /** Why there are no blobs where loaders look for them; null if there is nothing to say. */
  private @Nullable String noBlobs;

  private long areaStart;
  private long areaSize;

  /** The loader's error when it does not open an archive. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final LoaderError error;

    private final @Nullable String advice;

    Refused(LoaderError error, String why) {
      this(error, why, null);
    }

    /**
     * @param advice what to do about it; null if that is what one does about any broken file
     */
    Refused(LoaderError error, String why, @Nullable String advice) {
      super(why);
      this.error = error;
      this.advice = advice;
    }

    @Nullable String advice() {
      return advice;
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

  private LoaderArchive(MappedFile mapped, UnpackBudget budget) throws FormatException, Refused {
    this.mapped = mapped;
    this.budget = budget;
    view = mapped.view();
    tableStart = header();
    rows = new Rows(view);
    try {
      table();
    } catch (FormatException undecodable) {
      undecodable.throwIfFileChanged();
      throw new Refused(LoaderError.MSGPACK_PARSE_FAILED, undecodable.words());
    }
    if (zstd) {
      frames();
    }
  }

  /**
   * Opens a regular file.
   *
   * @param budget what may be unpacked of it
   * @throws Refused if loaders do not open it
   */
  static LoaderArchive open(Path path, UnpackBudget budget) throws Refused {
    try {
      if (Files.size(path) == 0) {
        throw new Refused(LoaderError.IO_ERROR, "the file is empty", "Install it again.");
      }
      MappedFile mapped = MappedFile.open(path);
      try {
        return new LoaderArchive(mapped, budget);
      } catch (IOException | Refused | RuntimeException failure) {
        mapped.close();
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

  /** Whether code objects are frames. */
  boolean zstd() {
    return zstd;
  }

  /**
   * Looks up a code object.
   *
   * @param unpacks whether its bytes are wanted; else what is wrong with them stays unseen
   */
  Answer ask(String key, String architecture, boolean unpacks) {
    try {
      int row = rows.find(SystemText.untilNul(key), architecture);
      if (row < 0) {
        return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
      }
      if (rows.ordinal[row] < 0) {
        return Answer.undefined("its row has no ordinal");
      }
      return zstd ? frame(row, unpacks) : plain(row, unpacks);
    } catch (FormatException unreadable) {
      return Answer.miss(LoaderError.IO_ERROR, unreadable.words());
    }
  }

  private Answer plain(int row, boolean unpacks) throws FormatException {
    long ordinal = rows.ordinal[row];
    if (ordinal >= blobs.count) {
      return noBlob(ordinal);
    }
    int blob = (int) ordinal;
    if (blobs.unset.get(blob)) {
      return Answer.undefined("blob %d has no offset, or no size".formatted(ordinal));
    }
    long offset = blobs.offset[blob];
    long size = blobs.size[blob];
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

  private Answer frame(int row, boolean unpacks) throws FormatException {
    long ordinal = rows.ordinal[row];
    if (ordinal >= blobs.count) {
      return noBlob(ordinal);
    }
    if (rows.unset.get(row)) {
      return Answer.undefined("its row has no original_size");
    }
    long expected = rows.size[row];
    long stored = blobs.size[(int) ordinal];
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
            reason ->
                FormatException.at(
                    view, blobs.offset[(int) ordinal], "frame", "frame " + ordinal, reason));
    try {
      meter.declare(expected);
    } catch (FormatException tooLarge) {
      return Answer.miss(LoaderError.OUT_OF_MEMORY, tooLarge.words());
    }
    byte[] packed = view.bytes(blobs.offset[(int) ordinal], (int) stored);
    byte[] unpacked = new byte[(int) expected];
    long yielded;
    try {
      yielded =
          packed.length == 0
              ? 0
              : frames.unpack(packed, packed.length, unpacked, unpacked.length, meter);
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

  private Answer noBlob(long ordinal) {
    return Answer.miss(
        LoaderError.KERNEL_NOT_FOUND,
        noBlobs != null && blobs.count == 0
            ? noBlobs
            : "its ordinal is %d, and there %s %s"
                .formatted(
                    ordinal,
                    CountText.word(blobs.count, "is", "are"),
                    CountText.of(blobs.count, zstd ? "frame" : "blob")));
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
    Long scheme = values.get(SCHEME);
    String named = textAt(scheme);
    zstd = "zstd-per-kernel".equals(named);
    if (scheme != null && !zstd && !"none".equals(named)) {
      noBlobs =
          "its %s is %s, which loaders read as none"
              .formatted(
                  SCHEME, named == null ? at(scheme).kind(SCHEME).words() : "\"" + named + "\"");
    }
    listed(values.get("gfx_arches"));
    if (zstd) {
      areaStart = numberAt(values.get("zstd_offset"), "zstd_offset");
      areaSize = numberAt(values.get("zstd_size"), "zstd_size");
    } else {
      blobs(values.get("blobs"));
    }
    toc(values.get("toc"));
    rows.done();
  }

  private MsgCursor at(long position) throws FormatException {
    return new MsgCursor(view, position, view.size(), TABLE);
  }

  /** A text; null, having stepped over it, for another value, or for one too long to matter. */
  private static @Nullable String text(MsgCursor cursor, String field) throws FormatException {
    return cursor.shortTextSpan(field)
        ? SystemText.of(cursor.spanArray(), cursor.spanStart(), cursor.spanLength())
        : null;
  }

  private @Nullable String textAt(@Nullable Long position) throws FormatException {
    return position == null ? null : text(at(position), "compression_scheme");
  }

  private long numberAt(@Nullable Long position, String field) throws FormatException, Refused {
    return position == null ? 0 : number(at(position), field, false);
  }

  /** A number as its 64 bits. */
  private static long number(MsgCursor cursor, String field, boolean small)
      throws FormatException, Refused {
    long position = cursor.position();
    MsgKind kind = cursor.kind(field);
    if (cursor.unsigned(field)
        && (!small || Long.compareUnsigned(cursor.unsignedBits(), MOST_ORDINAL) <= 0)) {
      return cursor.unsignedBits();
    }
    throw new Refused(
        LoaderError.MSGPACK_PARSE_FAILED,
        "table of contents, %s at 0x%x: expected a number from 0 to 2%s−1, found %s; loaders before mid-2026 abort the process here"
            .formatted(
                field,
                position,
                small ? "³²" : "⁶⁴",
                kind == MsgKind.INTEGER ? "one beyond that" : kind.words()));
  }

  private void listed(@Nullable Long position) throws FormatException {
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
    long items = cursor.arrayHeader("blobs");
    for (long i = 0; i < items; i++) {
      if (cursor.kind("blobs") != MsgKind.MAP) {
        cursor.skip("blobs");
        continue;
      }
      Numbers numbers = new Numbers("offset", "size", false);
      numbers.read(cursor);
      blobs.add(numbers.first, numbers.second, !numbers.hasFirst || !numbers.hasSecond);
    }
  }

  private void toc(@Nullable Long position) throws FormatException, Refused {
    if (position == null) {
      return;
    }
    MsgCursor cursor = at(position);
    if (cursor.kind("toc") != MsgKind.MAP) {
      return;
    }
    long binaries = cursor.mapHeader("toc");
    for (long i = 0; i < binaries; i++) {
      long start = cursor.position();
      boolean named = cursor.kind("binary") == MsgKind.TEXT;
      long hash = 0;
      if (named && cursor.shortTextSpan("binary")) {
        hash = Rows.hash(cursor.spanArray(), cursor.spanStart(), cursor.spanLength());
      } else if (!named) {
        cursor.skip("binary");
      }
      if (!named || cursor.kind("architectures") != MsgKind.MAP) {
        cursor.skip("architectures");
        continue;
      }
      architecturesOf(cursor, start, hash);
    }
  }

  private void architecturesOf(MsgCursor cursor, long keyStart, long hash)
      throws FormatException, Refused {
    long count = cursor.mapHeader("architectures");
    for (long i = 0; i < count; i++) {
      boolean named = cursor.kind("architecture") == MsgKind.TEXT;
      String architecture = text(cursor, "architecture");
      if (!named || cursor.kind("entry") != MsgKind.MAP) {
        cursor.skip("entry");
        continue;
      }
      Numbers numbers = new Numbers("ordinal", "original_size", true);
      numbers.read(cursor);
      if (architecture != null) {
        rows.add(
            keyStart,
            hash,
            architecture,
            numbers.hasFirst ? numbers.first : -1,
            numbers.second,
            !numbers.hasSecond);
      }
    }
  }

  /** Two numbers of a map, of which others may be in it. */
  private static final class Numbers {
    private final byte[] firstKey;
    private final byte[] secondKey;
    private final String firstName;
    private final String secondName;
    private final boolean firstIsSmall;
    private long first;
    private long second;
    private boolean hasFirst;
    private boolean hasSecond;

    Numbers(String firstName, String secondName, boolean firstIsSmall) {
      this.firstName = firstName;
      this.secondName = secondName;
      this.firstIsSmall = firstIsSmall;
      firstKey = firstName.getBytes(StandardCharsets.US_ASCII);
      secondKey = secondName.getBytes(StandardCharsets.US_ASCII);
    }

    void read(MsgCursor cursor) throws FormatException, Refused {
      long pairs = cursor.mapHeader("map");
      for (long i = 0; i < pairs; i++) {
        boolean named = cursor.shortTextSpan("key");
        if (named && !hasFirst && cursor.spanEquals(firstKey)) {
          hasFirst = true;
          first = number(cursor, firstName, firstIsSmall);
        } else if (named && !hasSecond && cursor.spanEquals(secondKey)) {
          hasSecond = true;
          second = number(cursor, secondName, false);
        } else {
          cursor.skip("value");
        }
      }
    }
  }

  /** Walks the chain of frames as loaders do when they open an archive. */
  private void frames() throws FormatException, Refused {
    within(LoaderLimits.SHIPPING.beyondArea(areaSize).orElse(null));
    if (areaStart < 0 || (areaSize > 0 && areaStart > view.size() - areaSize)) {
      throw new Refused(
          LoaderError.IO_ERROR,
          "its blob area, %d bytes from %s, is not inside the file, which has %d bytes"
              .formatted(areaSize, Long.toUnsignedString(areaStart), view.size()),
          LoaderLimits.INSTALL_AGAIN);
    }
    if (areaSize < 4) {
      throw new Refused(
          LoaderError.INVALID_FORMAT, "its blob area has %d bytes".formatted(areaSize));
    }
    long count = view.u32(areaStart);
    within(LoaderLimits.SHIPPING.beyondFrames(count).orElse(null));
    new Chain(view, areaStart + 4, areaStart + areaSize).walk(count, blobs);
  }

  private void within(@Nullable String beyond) throws Refused {
    if (beyond != null) {
      throw new Refused(LoaderError.INVALID_FORMAT, beyond, LoaderLimits.advice(view.name()));
    }
  }

  /** Reads the size fields of frames in windows, small ones where frames are large. */
  private static final class Chain {
    private final ByteView view;
    private final long end;
    private long position;
    private byte[] window = new byte[0];
    private int filled;
    private long windowStart;

    Chain(ByteView view, long start, long end) {
      this.view = view;
      this.position = start;
      this.end = end;
    }

    void walk(long count, Blobs blobs) throws FormatException, Refused {
      int most = count > 0 && (end - position) / count > 4096 ? 4096 : 64 * 1024;
      window = new byte[(int) Math.min(most, end - position)];
      for (long i = 0; i < count; i++) {
        long size = end - position < 4 ? -1 : size();
        position += 4;
        if (size < 0 || size > end - position) {
          throw new Refused(
              LoaderError.INVALID_FORMAT,
              "frame %d of %d is not inside the blob area".formatted(i, count));
        }
        blobs.add(position, size, false);
        position += size;
      }
    }

    private long size() throws FormatException {
      long within = position - windowStart;
      if (within < 0 || within + 4 > filled) {
        windowStart = position;
        filled = (int) Math.min(window.length, end - position);
        view.copyTo(position, window, 0, filled);
        within = 0;
      }
      int at = (int) within;
      return (window[at] & 0xffL)
          | (window[at + 1] & 0xffL) << 8
          | (window[at + 2] & 0xffL) << 16
          | (window[at + 3] & 0xffL) << 24;
    }
  }

  /** Where blobs or frames are. */
  private static final class Blobs {
    private long[] offset = new long[16];
    private long[] size = new long[16];
    private final BitSet unset = new BitSet();
    private int count;

    void add(long offset, long size, boolean unset) {
      if (count == this.offset.length) {
        this.offset = Arrays.copyOf(this.offset, count * 2);
        this.size = Arrays.copyOf(this.size, count * 2);
      }
      this.offset[count] = offset;
      this.size[count] = size;
      this.unset.set(count, unset);
      count++;
    }
  }

  /** The rows of the table by the hashes of their keys, which stay in the file. */
  private static final class Rows {
    private final ByteView view;
    private final Map<String, Integer> architectures = new HashMap<>();
    private long[] keyStart = new long[16];
    private long[] hash = new long[16];
    private int[] architecture = new int[16];
    private long[] ordinal = new long[16];
    private long[] size = new long[16];
    private final BitSet unset = new BitSet();
    private int[] slots = new int[0];
    private int count;

    Rows(ByteView view) {
      this.view = view;
    }

    static long hash(byte[] bytes, int from, int length) {
      long hash = 0xcbf29ce484222325L;
      for (int i = from; i < from + length; i++) {
        hash = (hash ^ (bytes[i] & 0xff)) * 0x100000001b3L;
      }
      return hash;
    }

    void add(long keyStart, long hash, String named, long ordinal, long size, boolean withoutSize) {
      if (count == this.keyStart.length) {
        int more = count * 2;
        this.keyStart = Arrays.copyOf(this.keyStart, more);
        this.hash = Arrays.copyOf(this.hash, more);
        this.architecture = Arrays.copyOf(this.architecture, more);
        this.ordinal = Arrays.copyOf(this.ordinal, more);
        this.size = Arrays.copyOf(this.size, more);
      }
      Integer known = architectures.get(named);
      int number = known == null ? architectures.size() : known;
      if (known == null) {
        architectures.put(named, number);
      }
      this.keyStart[count] = keyStart;
      this.hash[count] = hash;
      this.architecture[count] = number;
      this.ordinal[count] = ordinal;
      this.size[count] = size;
      unset.set(count, withoutSize);
      count++;
    }

    /** Of rows with the same key and architecture the last stays. */
    void done() {
      slots = new int[Integer.highestOneBit(Math.max(8, count)) * 4];
      for (int row = 0; row < count; row++) {
        slots[slot(hash[row], architecture[row])] = row + 1;
      }
    }

    private int slot(long hash, int architecture) {
      long mixed = (hash + architecture * 0x9e3779b97f4a7c15L) * 0xff51afd7ed558ccdL;
      int mask = slots.length - 1;
      int slot = (int) (mixed >>> 32) & mask;
      while (slots[slot] != 0) {
        int row = slots[slot] - 1;
        if (this.hash[row] == hash && this.architecture[row] == architecture) {
          break;
        }
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    /** The last row with a key and an architecture; -1 if there is none. */
    int find(String key, String named) throws FormatException {
      Integer number = architectures.get(named);
      if (number == null) {
        return -1;
      }
      byte[] bytes = SystemText.bytes(key);
      int row = slots[slot(hash(bytes, 0, bytes.length), number)] - 1;
      if (row < 0) {
        return -1;
      }
      MsgCursor cursor = new MsgCursor(view, keyStart[row], view.size(), TABLE);
      return cursor.shortTextSpan("binary") && cursor.spanEquals(bytes) ? row : -1;
    }
  }

  @Override
  public void close() throws IOException {
    frames.close();
    mapped.close();
  }
}
