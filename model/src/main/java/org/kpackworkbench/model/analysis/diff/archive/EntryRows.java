package org.kpackworkbench.model.analysis.diff.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Creates rows of entries on request. */
final class EntryRows {
  private EntryRows() {}

  /**
   * The size of an aligned row on each side, -1 if there is none: as stored where that is known of
   * all sides that have it, else as declared, so that like is compared with like.
   */
  static long[] sizes(List<KpackArchive> archives, int[][] rows, int at, int partner) {
    long[] sizes = new long[rows.length];
    boolean stored = true;
    for (int side = 0; side < rows.length; side++) {
      int row = rows[side][at] < 0 ? rows[side][partner] : rows[side][at];
      sizes[side] = row < 0 ? -1 : archives.get(side).storedSizeBytes(row);
      stored &= row < 0 || sizes[side] >= 0;
    }
    for (int side = 0; side < rows.length && !stored; side++) {
      int row = rows[side][at] < 0 ? rows[side][partner] : rows[side][at];
      sizes[side] = row < 0 ? -1 : archives.get(side).originalSizeBytes(row);
    }
    return sizes;
  }

  /** Returns the name of an aligned row, from the first side that has it. */
  static String key(List<KpackArchive> archives, int[][] rows, int at) throws FormatException {
    for (int side = 0; side < rows.length; side++) {
      if (rows[side][at] >= 0) {
        return name(archives.get(side).entry(rows[side][at]));
      }
    }
    throw new IllegalStateException("an aligned row is on some side");
  }

  private static String name(ArchiveEntry entry) {
    return entry.binary() + "#" + entry.index() + " @ " + entry.targetText();
  }

  /**
   * Makes a row.
   *
   * @param partner the row that has the same content under another name; {@code at} for most
   */
  static Row row(
      List<KpackArchive> archives,
      int[][] rows,
      int at,
      int index,
      EntryChanges changes,
      int partner)
      throws FormatException {
    List<@Nullable ArchiveEntry> entries = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    int present = 0;
    long[] sizes = sizes(archives, rows, at, partner);
    for (int side = 0; side < rows.length; side++) {
      int row = rows[side][at] < 0 ? rows[side][partner] : rows[side][at];
      KpackArchive archive = archives.get(side);
      ArchiveEntry entry = row < 0 ? null : archive.entry(row);
      entries.add(entry);
      Change change = side == 0 ? Change.SAME : changes.shown(at, side);
      cells.add(
          entry == null
              ? new Cell(false, change, -1, null, unread(archive))
              : new Cell(true, change, sizes[side], archive.place(entry), entry.problem()));
      present += entry == null ? 0 : 1;
    }
    return new Row(
        index,
        ArchiveComparison.ENTRIES,
        key(archives, rows, at),
        changes.of(at),
        cells,
        fields(archives, entries),
        "",
        present > 1);
  }

  /** Why an archive may have rows that could not be read; null if it has not. */
  private static @Nullable FormatException unread(KpackArchive archive) {
    return archive.complete() ? null : archive.problems().getFirst();
  }

  private static List<Field> fields(
      List<KpackArchive> archives, List<@Nullable ArchiveEntry> entries) throws FormatException {
    List<@Nullable String> names = new ArrayList<>();
    List<@Nullable String> types = new ArrayList<>();
    List<@Nullable String> ordinals = new ArrayList<>();
    List<@Nullable String> stored = new ArrayList<>();
    List<@Nullable String> original = new ArrayList<>();
    List<Map<String, MsgValue>> metadata = new ArrayList<>();
    for (int side = 0; side < entries.size(); side++) {
      ArchiveEntry entry = entries.get(side);
      KpackArchive archive = archives.get(side);
      names.add(entry == null ? null : name(entry));
      types.add(entry == null ? null : entry.type());
      ordinals.add(entry == null ? null : number(entry.ordinal()));
      stored.add(entry == null ? null : number(archive.storedSizeBytes(entry.row())));
      original.add(entry == null ? null : number(entry.originalSizeBytes()));
      metadata.add(entry == null ? Map.of() : archive.metadata(entry.row()));
    }
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("name", names, Role.NAME, false));
    fields.add(new Field("type", types));
    fields.add(new Field("ordinal", ordinals, Role.PLACE, true));
    fields.add(new Field("stored size", stored, Role.STORAGE, true));
    fields.add(new Field("original size", original, Role.VALUE, true));
    metadata.stream()
        .flatMap(each -> each.keySet().stream())
        .distinct()
        .forEach(key -> fields.add(new Field("metadata " + key, values(metadata, key))));
    return fields;
  }

  private static @Nullable String number(long value) {
    return value < 0 ? null : Long.toString(value);
  }

  private static List<@Nullable String> values(List<Map<String, MsgValue>> metadata, String key) {
    List<@Nullable String> values = new ArrayList<>();
    for (Map<String, MsgValue> each : metadata) {
      MsgValue value = each.get(key);
      values.add(value == null ? null : value.toString());
    }
    return values;
  }
}
