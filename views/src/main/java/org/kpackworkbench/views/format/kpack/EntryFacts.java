package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;
import org.kpackworkbench.views.kit.overview.Fact;

/**
 * All there is to know about one row. Immutable.
 *
 * @param row its number
 * @param facts what it is, in order
 * @param problem what spoils it, or why nothing of the archive can be read; null if it can be
 * @param same other rows with the same code object, at most {@link #MOST_SAME}
 * @param sameCount how many there are
 * @param metadata its metadata, in order
 * @param unknown its keys that this program does not know
 */
record EntryFacts(
    int row,
    List<Fact> facts,
    @Nullable FormatException problem,
    List<Place.CodeObject> same,
    int sameCount,
    Map<String, MsgValue> metadata,
    List<Fact> unknown) {
  /** As many as anybody reads. */
  static final int MOST_SAME = 50;

  private static final int MOST_VALUE_BYTES = 64;

  /** Reads what is known about a row; in the background. */
  static EntryFacts of(ArchiveRows rows, int row) throws FormatException {
    ArchiveEntry entry = rows.archive().entry(row);
    int[] same = rows.sameAs(row);
    List<Place.CodeObject> places = new ArrayList<>();
    for (int i = 0; i < Math.min(same.length, MOST_SAME); i++) {
      places.add(rows.place(same[i]));
    }
    return new EntryFacts(
        row,
        facts(rows, row, entry),
        entry.problem() == null ? rows.archive().refusal() : entry.problem(),
        List.copyOf(places),
        same.length,
        metadata(rows, row),
        unknown(rows, row));
  }

  private static List<Fact> facts(ArchiveRows rows, int row, ArchiveEntry entry)
      throws FormatException {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("Binary", entry.binary()));
    facts.add(
        Fact.of(
            "Index",
            entry.key().indexed()
                ? Integer.toString(entry.index())
                : rows.free()
                    ? "none: no key of this archive has one"
                    : "none: a plain key, which means index 0"));
    facts.add(Fact.of("Target", entry.targetText()));
    stated(rows, row, entry.targetText()).ifPresent(facts::add);
    facts.add(Fact.of("Type", entry.type().isEmpty() ? "not known" : entry.type()));
    facts.add(
        Fact.of("Ordinal", entry.ordinal() < 0 ? "not known" : Integer.toString(entry.ordinal())));
    facts.add(Fact.of("Original size", exact(entry.originalSizeBytes())));
    facts.add(Fact.of("Stored size", stored(rows, row)));
    facts.add(Fact.of("Ratio", StatusWords.percent(rows.ratio(row))));
    ByteRange stored = rows.archive().storedRange(row).orElse(null);
    boolean frame = rows.archive().scheme().isCompressed();
    if (stored != null) {
      facts.add(
          Fact.of(
              frame ? "Frame" : "Bytes",
              range(stored),
              new Place.Part(
                  rows.archive().place(), (frame ? "frame " : "blob ") + entry.ordinal(), stored)));
    }
    facts.add(Fact.of("Table entry", range(entry.tableRange()), ArchivePlaces.entry(rows, row)));
    return List.copyOf(facts);
  }

  /** Returns what the code object itself states, if its beginning can be read. */
  private static Optional<Fact> stated(ArchiveRows rows, int row, String filed)
      throws FormatException {
    if (rows.problem(row) != null || !rows.located() || rows.archive().refusal() != null) {
      return Optional.empty();
    }
    StatedTargets one = new StatedTargets();
    one.look(rows, row);
    String problem = one.problem(rows, row);
    return Optional.of(
        problem.isEmpty()
            ? Fact.of("States", one.text(rows, row))
            : Fact.warning("States", one.text(rows, row) + ", not " + filed));
  }

  private static String stored(ArchiveRows rows, int row) {
    long size = rows.storedSizeBytes(row);
    return size >= 0 ? exact(size) : rows.located() ? "not known" : "being looked up…";
  }

  private static Map<String, MsgValue> metadata(ArchiveRows rows, int row) throws FormatException {
    return rows.archive().metadata(row);
  }

  private static List<Fact> unknown(ArchiveRows rows, int row) throws FormatException {
    List<Fact> facts = new ArrayList<>();
    for (TableField field : rows.archive().fields(row)) {
      if (!field.known()) {
        facts.add(
            Fact.of(
                field.name(),
                FieldText.of(rows.archive().view(), field, MOST_VALUE_BYTES),
                new Place.Part(rows.archive().place(), field.name(), field.value())));
      }
    }
    return List.copyOf(facts);
  }

  static String exact(long sizeBytes) {
    if (sizeBytes < 0) {
      return "not known";
    }
    return sizeBytes < 1024
        ? SizeText.of(sizeBytes)
        : SizeText.of(sizeBytes) + " (" + SizeText.exact(sizeBytes) + ")";
  }

  static String range(ByteRange range) {
    return "0x%x, %s".formatted(range.start(), CountText.grouped(range.length(), "byte"));
  }

  /** The value of a key of the table of contents as text, for unknown keys. */
  static final class FieldText {
    private static final int LONGEST_BYTES = 4096;

    private FieldText() {}

    /**
     * Reads the value; in the background.
     *
     * @param most the longest text, in characters; what is longer is cut
     */
    static String of(ByteView view, TableField field, int most) {
      try {
        MsgCursor cursor =
            new MsgCursor(view, field.value().start(), field.value().end(), "table of contents");
        MsgKind kind = cursor.kind(field.name());
        if (field.value().length() > LONGEST_BYTES) {
          return kind.words() + " of " + field.value().length() + " bytes";
        }
        String text = cursor.value(field.name()).toString();
        return text.length() <= most ? text : text.substring(0, most) + "…";
      } catch (FormatException unreadable) {
        return field.value().length() + " bytes that cannot be read";
      }
    }
  }
}
