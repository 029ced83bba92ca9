package org.kpackworkbench.model.format.kpack;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.EntryTable.EntryProblem;
import org.kpackworkbench.model.format.kpack.EntryTable.Row;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/** Describes in full what is wrong with a row, on request. */
record RowProblems(ByteView view, EntryTable table, Storage storage) {
  private static final long MOST_ORDINAL = 0xffffffffL;
  private static final String WITHOUT = "an entry without it";

  /** Returns the problem that spoils the row, as far as is known; null if there is none. */
  @Nullable FormatException of(int row) throws FormatException {
    Row entry = table.row(row);
    EntryProblem problem = entry.problem();
    if (problem != EntryProblem.NONE) {
      return inTable(row, problem);
    }
    if (storage.count() < 0) {
      return null;
    }
    if (entry.ordinal() >= storage.count()) {
      String found = exact(row, ArchiveFormat.ORDINAL);
      FormatException.Builder beyond =
          at(row, ArchiveFormat.ORDINAL, Reason.OUT_OF_BOUNDS)
              .expected("an ordinal below the number of blobs, " + storage.count())
              .found(found);
      return Long.parseLong(found) > MOST_ORDINAL
          ? beyond.advice(RowFault.REFUSED).build()
          : beyond.build();
    }
    StoredBlobs blobs = storage.known();
    return blobs == null ? null : inBlob(row, entry, blobs);
  }

  private @Nullable FormatException inBlob(int row, Row entry, StoredBlobs blobs)
      throws FormatException {
    int ordinal = entry.ordinal();
    if (ordinal >= blobs.count()) {
      return blobs.damage();
    }
    ByteRange range = blobs.range(ordinal).orElse(null);
    if (range == null || range.end() > view.size()) {
      return at(row, "blob " + ordinal, Reason.OUT_OF_BOUNDS)
          .mismatch(
              "a blob inside the file's " + view.size() + " bytes",
              blobs.offset(ordinal).isEmpty()
                  ? "one without offset and size"
                  : blobs.sizeBytes(ordinal)
                      + " bytes from 0x"
                      + Long.toHexString(blobs.offset(ordinal).getAsLong()));
    }
    if (!storage.scheme().isCompressed() && range.length() != entry.originalSize()) {
      return at(row, ArchiveFormat.ORIGINAL_SIZE, Reason.BAD_VALUE)
          .mismatch(range.length() + ", the size of blob " + ordinal, entry.originalSize());
    }
    if (storage.scheme().isChain() && range.length() < ArchiveFormat.SMALLEST_FRAME_BYTES) {
      return FormatException.at(
              view,
              range.start() - 4,
              ArchiveFormat.BLOB_AREA,
              "frame_size of frame " + ordinal,
              Reason.BAD_COMPRESSION)
          .mismatch("at least " + ArchiveFormat.SMALLEST_FRAME_BYTES + " bytes", range.length());
    }
    StoredBlobs.Blob place = blobs.blob(ordinal);
    if (place.content() >= 0 && entry.originalSize() > place.content() - place.start()) {
      return at(row, ArchiveFormat.ORIGINAL_SIZE, Reason.OUT_OF_BOUNDS)
          .mismatch(
              "at most %d, what is left of its frame".formatted(place.content() - place.start()),
              entry.originalSize());
    }
    return null;
  }

  private FormatException inTable(int row, EntryProblem problem) throws FormatException {
    int key = table.row(row).key();
    String field = problem.entryField();
    return switch (problem) {
      case KEY_NOT_TEXT, KEY_MALFORMED, KEY_UNSAFE, DUPLICATE_KEY ->
          FormatException.at(
                  view, table.keyStart(key), ArchiveFormat.TABLE, problem.field, problem.reason)
              .expected(problem.expected)
              .found(foundKey(key, problem))
              .build();
      default -> {
        String found = field == null ? foundRow(row, problem) : exact(row, field);
        FormatException.Builder described =
            at(row, problem.field, problem.reason).expected(problem.expected).found(found);
        boolean refused =
            problem == EntryProblem.BAD_ORDINAL
                || (problem == EntryProblem.BAD_SIZE && !Character.isDigit(found.charAt(0)));
        yield refused && !found.equals(WITHOUT)
            ? described.advice(RowFault.REFUSED).build()
            : described.build();
      }
    };
  }

  private String foundKey(int key, EntryProblem problem) throws FormatException {
    String text = table.keyText(key);
    return switch (problem) {
      case KEY_NOT_TEXT -> MsgKind.of(view.u8(table.keyStart(key))).words();
      case KEY_UNSAFE -> "%s, \"%s\"".formatted(BinaryKey.unsafe(text).orElse("safe"), text);
      case DUPLICATE_KEY -> "\"" + text + "\" again";
      default -> "\"" + text + "\"";
    };
  }

  private String foundRow(int row, EntryProblem problem) throws FormatException {
    if (problem == EntryProblem.DUPLICATE_FIELD) {
      return "a field that occurs twice";
    }
    MsgCursor cursor = EntryFields.cursor(view, range(row));
    if (problem == EntryProblem.ENTRY_NOT_MAP) {
      cursor.skip("target");
    }
    String kind = cursor.kind(problem.field).words();
    return problem == EntryProblem.DUPLICATE_TARGET
        ? "\"" + cursor.text("target") + "\" again"
        : kind;
  }

  /** A field's value as written in the row, in words. */
  private String exact(int row, String field) throws FormatException {
    for (TableField each : EntryFields.fields(view, range(row), List.of())) {
      if (each.name().equals(field)) {
        MsgCursor cursor = EntryFields.cursor(view, each.value());
        MsgKind kind = cursor.kind(field);
        return kind == MsgKind.INTEGER ? cursor.value(field).toString() : kind.words();
      }
    }
    return WITHOUT;
  }

  private ByteRange range(int row) {
    return new ByteRange(table.row(row).start(), table.row(row).length());
  }

  private FormatException.Builder at(int row, String field, Reason reason) throws FormatException {
    return FormatException.at(
        view,
        table.row(row).start(),
        ArchiveFormat.TABLE,
        field + " of \"" + table.keyText(table.row(row).key()) + "\"",
        reason);
  }
}
