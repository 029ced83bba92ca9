package org.kpackworkbench.model.analysis.resolve.simulate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.kpack.FrameWalk;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/**
 * A table of contents as loaders read it: of repeated keys the first counts, in {@code toc} the
 * last, and any wrong type where a number should be spoils the whole archive.
 */
final class LoaderTable {
  static final String NAME = "table of contents";
  static final String AREA = "zstd_offset";
  private static final String SCHEME = "compression_scheme";
  private static final int HEADER_BYTES = 16;

  private final ByteView view;
  private final List<String> architectures = new ArrayList<>();
  private final LoaderRows rows;
  private final List<Blob> listed = new ArrayList<>();
  private @Nullable StoredBlobs frames;
  private boolean zstd;
  private StorageScheme scheme = StorageScheme.NONE;

  /** Why there are no blobs where loaders look for them; null if there is nothing to say. */
  private @Nullable String noBlobs;

  private long areaStart;
  private long areaSize;

  /** An uncompressed blob; a number is null where it has none. */
  record Blob(@Nullable Long offset, @Nullable Long size) {}

  private LoaderTable(ByteView view) {
    this.view = view;
    this.rows = new LoaderRows(view);
  }

  /**
   * Reads it, and walks the frames that it leads to.
   *
   * @throws Refused if loaders do not open the archive
   */
  static LoaderTable read(ByteView view, long start) throws FormatException, Refused {
    LoaderTable table = new LoaderTable(view);
    try {
      table.table(start);
    } catch (FormatException undecodable) {
      undecodable.throwIfFileChanged();
      throw new Refused(LoaderError.MSGPACK_PARSE_FAILED, undecodable.words());
    }
    table.frames = table.zstd ? table.walk() : null;
    return table;
  }

  /**
   * Returns the architectures that {@code gfx_arches} lists; elements that are no texts are
   * skipped.
   */
  List<String> architectures() {
    return architectures;
  }

  LoaderRows rows() {
    return rows;
  }

  StorageScheme scheme() {
    return scheme;
  }

  boolean zstd() {
    return zstd;
  }

  /** Returns the uncompressed blobs. */
  List<Blob> listed() {
    return listed;
  }

  /** Returns the frames; null where code objects are not compressed. */
  @Nullable StoredBlobs frames() {
    return frames;
  }

  /** How many blobs, or frames, there are. */
  int blobCount() {
    return frames == null ? listed.size() : frames.count();
  }

  /** Returns why there is no blob of an ordinal. */
  String noBlob(long ordinal) {
    int count = blobCount();
    return noBlobs != null && count == 0
        ? noBlobs
        : "its ordinal is %d, and there %s %s"
            .formatted(
                ordinal,
                CountText.word(count, "is", "are"),
                CountText.of(count, zstd ? "frame" : "blob"));
  }

  /** Whether that is why no code object was found. */
  static boolean isScheme(String why) {
    return why.startsWith("its " + SCHEME);
  }

  /**
   * Reads where the table is.
   *
   * @throws Refused if loaders do not know the header
   */
  static long start(ByteView view) throws FormatException, Refused {
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
  private void table(long start) throws FormatException, Refused {
    Map<String, Long> values = new HashMap<>();
    MsgCursor cursor = at(start);
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
    return new MsgCursor(view, position, view.size(), NAME);
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
  private StoredBlobs walk() throws FormatException, Refused {
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
}
