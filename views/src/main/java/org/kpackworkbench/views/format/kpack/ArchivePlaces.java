package org.kpackworkbench.views.format.kpack;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/**
 * Where rows and groups of an archive are, and the way back. Immutable; reads nothing.
 *
 * <p>A group of rows that are together in the table of contents is a {@link Place.Part} of the
 * file: their bytes there, under the binary's name or key.
 */
final class ArchivePlaces {
  /** The part of the file that holds all rows. */
  static final String TABLE = "table of contents";

  private static final String ENTRY = "table entry of ";

  private ArchivePlaces() {}

  /** The whole table. */
  static Place table(KpackArchive archive) {
    return new Place.Part(archive.place(), TABLE, archive.tableRange());
  }

  /** A row's bytes in the table. */
  static Place entry(ArchiveRows rows, int row) {
    long start = rows.tableStart(row);
    return new Place.Part(
        rows.archive().place(),
        ENTRY + rows.keyText(row) + " @ " + rows.targetText(row),
        ByteRange.between(start, rows.tableEnd(row)));
  }

  /** The rows of a binary that follow one another from {@code row} on. */
  static Place binary(ArchiveRows rows, int row) {
    int end = row + 1;
    while (end < rows.count() && rows.binary(end) == rows.binary(row)) {
      end++;
    }
    return part(rows, rows.binaryName(row), row, end);
  }

  /** The rows of a key that follow one another from {@code row} on. */
  static Place key(ArchiveRows rows, int row) {
    int end = row + 1;
    while (end < rows.count()
        && rows.binary(end) == rows.binary(row)
        && rows.index(end) == rows.index(row)) {
      end++;
    }
    return part(rows, rows.binaryName(row) + "#" + rows.index(row), row, end);
  }

  /**
   * A folder of names without an index, whose rows need not be adjacent: the first of them.
   *
   * @param path its path with a slash behind it
   */
  static Place folder(ArchiveRows rows, int first, String path) {
    return part(rows, path, first, first + 1);
  }

  private static Place part(ArchiveRows rows, String label, int from, int to) {
    return new Place.Part(
        rows.archive().place(),
        label,
        ByteRange.between(rows.tableStart(from), rows.tableEnd(to - 1)));
  }

  /** A line's place; null if its rows are not adjacent. */
  static @Nullable Place of(ArchiveRows rows, Grouping grouping, Line line) {
    return switch (line) {
      case Line.Row row -> rows.place(row.row());
      case Line.Group group -> {
        if (grouping != Grouping.BY_BINARY) {
          yield null;
        }
        int first = group.first();
        yield switch (group.key().kind()) {
          case FOLDER -> folder(rows, first, rows.groupName(group.key(), first));
          case BINARY -> binary(rows, first);
          case INDEX -> key(rows, first);
          case TARGET -> null;
        };
      }
    };
  }

  /** Whether a place is something of this archive's table or blobs. Cheap. */
  static boolean isIn(KpackArchive archive, Place place) {
    if (!archive.place().equals(place.parent())) {
      return false;
    }
    return switch (place) {
      case Place.CodeObject code -> true;
      case Place.Part part ->
          part.label().equals(TABLE) || rowsRange(archive).contains(part.range());
      default -> false;
    };
  }

  /** The bytes that hold all rows. */
  private static ByteRange rowsRange(KpackArchive archive) {
    for (TableField field : archive.fields()) {
      if (field.name().equals("toc")) {
        return field.value();
      }
    }
    return archive.tableRange();
  }

  /** Item of a place in the table. */
  sealed interface Found {
    /** A row. */
    record Row(int row) implements Found {}

    /** A binary, or with an index one of its keys; some row of it. */
    record Group(int row, boolean withIndex) implements Found {}

    /** A folder of names without an index, with a slash behind it; its first row. */
    record Folder(int row, String path) implements Found {}

    /** Nothing in particular. */
    record Nothing() implements Found {}
  }

  /** Finds the table item of a place that {@link #isIn} the archive. */
  static Found find(ArchiveRows rows, Place place) {
    if (place instanceof Place.CodeObject code) {
      int row = rows.find(code);
      return row < 0 ? new Found.Nothing() : new Found.Row(row);
    }
    if (!(place instanceof Place.Part part) || !rows.archive().place().equals(place.parent())) {
      return new Found.Nothing();
    }
    long start = part.range().start();
    int row = rows.rowAtTable(start);
    if (row < 0 || rows.tableStart(row) != start) {
      return new Found.Nothing();
    }
    if (place.label().startsWith(ENTRY)) {
      return new Found.Row(row);
    }
    if (place.label().equals(rows.binaryName(row))) {
      return new Found.Group(row, false);
    }
    if (place.label().endsWith("/") && rows.binaryName(row).startsWith(place.label())) {
      return new Found.Folder(row, place.label());
    }
    return place.label().equals(rows.binaryName(row) + "#" + rows.index(row))
        ? new Found.Group(row, true)
        : new Found.Nothing();
  }
}
