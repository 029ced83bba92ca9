package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/** Reads the table of contents. What could be read stays when it breaks off. */
final class TableReader {
  private static final int MOST_FIELDS = 100_000;
  private static final int MOST_PROBLEMS = 1000;

  private final ByteView view;
  private MsgCursor cursor;
  private final @Nullable String wanted;
  private BinaryIndex.@Nullable Part part;
  private final Set<String> seen = new HashSet<>();
  final long tableOffset;
  EntryReader rows;
  final List<FormatException> problems = new ArrayList<>();
  final List<TableField> fields = new ArrayList<>();
  final List<String> architectures = new ArrayList<>();
  String groupName = "";
  String family = "";
  @Nullable String scheme;
  long zstdOffset = -1;
  long zstdSize = -1;
  @Nullable StoredBlobs blobs;
  private boolean entryPlaces;
  boolean complete;
  boolean rowsRead;
  boolean staleIndex;
  @Nullable String versionNote;

  TableReader(ByteView view, long tableOffset) throws FormatException {
    this(view, tableOffset, null);
  }

  /**
   * @param wanted the only binary whose rows are read, where an index in the table leads to them
   */
  TableReader(ByteView view, long tableOffset, @Nullable String wanted) throws FormatException {
    this.view = view;
    this.wanted = wanted;
    this.tableOffset = tableOffset;
    this.cursor = new MsgCursor(view, tableOffset, view.size(), ArchiveFormat.TABLE);
    this.rows = new EntryReader(view, cursor, architectures);
  }

  /** Offset behind the last byte that was read. */
  long end() {
    return cursor.position();
  }

  /**
   * Reads the table.
   *
   * @throws FormatException if nothing can be read: no map, the file is gone
   */
  void read() throws FormatException {
    long pairs = cursor.mapHeader("root");
    try {
      for (long i = 0; i < pairs; i++) {
        pair();
      }
      complete = true;
      require(ArchiveFormat.FORMAT_VERSION);
      require(ArchiveFormat.TOC);
    } catch (FormatException failure) {
      if (isFatal(failure)) {
        throw failure;
      }
      problems.add(failure);
    }
    rows.table().finish();
    if (rows.inline.count() > 0) {
      // A table with both does not say which entries have ordinals.
      blobs = blobs == null && zstdOffset < 0 ? rows.inline.result() : null;
    } else if (blobs == null && zstdOffset < 0 && rows.placed.count() > 0) {
      BlobList placed = rows.placed.byOrdinal();
      entryPlaces = placed != null;
      blobs = placed == null ? null : placed.result();
    }
  }

  /**
   * Reads the rows of one key, behind whose text this starts, and takes the rest from an index.
   *
   * @throws FormatException if there are no rows
   */
  void readRows(ArchiveIndex.Head head, long keyStart, String key) throws FormatException {
    groupName = head.group();
    family = head.family();
    architectures.addAll(head.architectures());
    scheme = head.scheme().text();
    rows.rowsOf(key, keyStart);
    rows.table().finish();
    rowsRead = true;
    complete = true;
  }

  /** Returns a clause about what is unusual in the layout of the table; null if nothing is. */
  @Nullable String layout() {
    if (hasPlacesInEntries()) {
      return "entries state offset and size%s, as the first design had it"
          .formatted(entryPlaces ? " beside an ordinal" : " instead of an ordinal");
    }
    return rows.flat()
        ? "keys lead to entries without a level of architectures, as the first design of archives for kernel databases had it"
        : null;
  }

  /** Whether entries state where their code is, and no list does. */
  boolean hasPlacesInEntries() {
    return rows.inline.count() > 0 || entryPlaces;
  }

  /** The value of a key that only some schemes have; null if there is none. */
  @Nullable ByteRange valueOf(String name) {
    return fields.stream()
        .filter(field -> field.name().equals(name))
        .map(TableField::value)
        .findFirst()
        .orElse(null);
  }

  /** Marks the keys that belong to the archive's scheme as known. */
  void know(StorageScheme of) {
    fields.replaceAll(
        field ->
            of.tableKeys().contains(field.name())
                ? new TableField(field.name(), field.key(), field.value(), true)
                : field);
  }

  /** Offset of a key's value; that of the table if it has none. */
  long start(String name) {
    return fields.stream()
        .filter(field -> field.known() && field.name().equals(name))
        .mapToLong(field -> field.value().start())
        .findFirst()
        .orElse(tableOffset);
  }

  private static boolean isFatal(FormatException failure) {
    return switch (failure.reason()) {
      case FILE_CHANGED, CLOSED -> true;
      default -> false;
    };
  }

  private void pair() throws FormatException {
    long start = cursor.position();
    boolean text = cursor.textSpan("key");
    String name = text ? cursor.spanText() : "(a key that is not text)";
    long valueStart = cursor.position();
    boolean repeated = text && ArchiveFormat.KNOWN.contains(name) && !seen.add(name);
    if (repeated) {
      note(
          cursor
              .error(start, name, Reason.DUPLICATE_KEY)
              .expected("each key once")
              .found("\"" + name + "\" a second time, which is ignored"));
      cursor.skip(name);
    } else {
      value(text ? name : "");
    }
    if (fields.size() < MOST_FIELDS) {
      fields.add(
          new TableField(
              name,
              ByteRange.between(start, valueStart),
              ByteRange.between(valueStart, cursor.position()),
              ArchiveFormat.KNOWN.contains(name) && !repeated));
    }
  }

  private void value(String name) throws FormatException {
    switch (name) {
      case ArchiveFormat.FORMAT_VERSION -> version();
      case ArchiveFormat.GROUP_NAME -> groupName = text(name);
      case ArchiveFormat.FAMILY -> family = text(name);
      case ArchiveFormat.ARCHITECTURES -> architectures();
      case ArchiveFormat.BINARY_INDEX -> index(name);
      case ArchiveFormat.TOC -> toc();
      case ArchiveFormat.SCHEME -> scheme = text(name);
      case ArchiveFormat.BLOBS -> blobs = BlobList.read(cursor, this::note);
      case ArchiveFormat.ZSTD_OFFSET -> zstdOffset = size(name);
      case ArchiveFormat.ZSTD_SIZE -> zstdSize = size(name);
      default -> cursor.skip(name.isEmpty() ? "unknown key" : name);
    }
  }

  private void version() throws FormatException {
    long version = cursor.size(ArchiveFormat.FORMAT_VERSION);
    if (version != ArchiveFormat.VERSION) {
      versionNote =
          "The table's format_version is %s, and this program knows 1."
              .formatted(version < 0 ? "no number" : Long.toString(version));
    }
  }

  private void architectures() throws FormatException {
    if (cursor.kind(ArchiveFormat.ARCHITECTURES) != MsgKind.ARRAY) {
      wrongKind(ArchiveFormat.ARCHITECTURES, MsgKind.ARRAY);
      return;
    }
    long count = cursor.arrayHeader(ArchiveFormat.ARCHITECTURES);
    for (long i = 0; i < count; i++) {
      architectures.add(text(ArchiveFormat.ARCHITECTURES));
    }
  }

  private void index(String name) throws FormatException {
    BinaryIndex.Part found =
        BinaryIndex.find(view, valueOf(ArchiveFormat.BINARY_CHECK), cursor.position(), wanted);
    staleIndex = found == null;
    part = wanted == null || rowsRead ? null : found;
    cursor.skip(name);
  }

  /** Whether only the rows of the wanted binary were read. */
  boolean isPart() {
    return part != null;
  }

  private void toc() throws FormatException {
    BinaryIndex.Part found = part;
    if (found != null) {
      MsgCursor within =
          new MsgCursor(view, found.rows().start(), found.rows().end(), ArchiveFormat.TABLE);
      rows = new EntryReader(view, within, architectures);
      while (within.remaining() > 0) {
        rows.binaries(1);
      }
      cursor = new MsgCursor(view, found.end(), view.size(), ArchiveFormat.TABLE);
      rowsRead = true;
      return;
    }
    long start = cursor.position();
    if (cursor.kind(ArchiveFormat.TOC) != MsgKind.MAP) {
      wrongKind(ArchiveFormat.TOC, MsgKind.MAP);
      return;
    }
    long count = cursor.mapHeaderUnchecked(ArchiveFormat.TOC);
    if (count > cursor.remaining() / 2) {
      // Of a table that is cut off, or counts too many, the rows that are there can still be shown.
      note(
          cursor
              .error(start, ArchiveFormat.TOC, Reason.OUT_OF_BOUNDS)
              .expected("a count that the remaining " + cursor.remaining() + " bytes can hold")
              .found(count));
    }
    rows.binaries(count);
    rowsRead = true;
  }

  private String text(String name) throws FormatException {
    if (cursor.kind(name) != MsgKind.TEXT) {
      wrongKind(name, MsgKind.TEXT);
      return "";
    }
    return cursor.text(name);
  }

  private long size(String name) throws FormatException {
    long start = cursor.position();
    MsgKind kind = cursor.kind(name);
    long size = cursor.size(name);
    if (size < 0) {
      note(
          cursor
              .error(start, name, Reason.BAD_VALUE)
              .expected("a number from 0 to 2^63-1")
              .found(kind == MsgKind.INTEGER ? "one outside of that" : kind.words()));
    }
    return size;
  }

  private void wrongKind(String name, MsgKind expected) throws FormatException {
    note(
        cursor
            .error(cursor.position(), name, Reason.BAD_VALUE)
            .expected(expected.words())
            .found(cursor.kind(name).words()));
    cursor.skip(name);
  }

  private void require(String name) {
    if (!seen.contains(name)) {
      note(
          cursor
              .error(tableOffset, name, Reason.NOT_FOUND)
              .expected("the key \"" + name + "\"")
              .found("a table without it"));
    }
  }

  private void note(FormatException.Builder problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem.build());
    }
  }
}
