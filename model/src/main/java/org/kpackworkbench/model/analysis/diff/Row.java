package org.kpackworkbench.model.analysis.diff;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.place.Place;

/**
 * A row of a comparison. Created on demand; holds on to nothing.
 *
 * @param index its number, from 0
 * @param group what kind of thing it is, e.g. {@code kernel}
 * @param key its name, unique in its group
 * @param change its change
 * @param cells what each side has
 * @param fields its values on each side
 * @param note what is to be said about it in words; empty if nothing is
 * @param opens whether a comparison lies below it
 */
public record Row(
    int index,
    String group,
    String key,
    Change change,
    List<Cell> cells,
    List<Field> fields,
    String note,
    boolean opens) {
  public Row {
    cells = List.copyOf(cells);
    fields = List.copyOf(fields);
  }

  /** The values that are not the same on all sides, without those that only say where it is. */
  public List<Field> changedFields() {
    return fields.stream()
        .filter(field -> field.role() != Role.PLACE && field.change() != Change.SAME)
        .toList();
  }

  /** Returns the problems of the sides, a sentence for each that is damaged. */
  public List<String> problems() {
    List<String> sentences = new ArrayList<>();
    for (int side = 0; side < cells.size(); side++) {
      FormatException problem = cells.get(side).problem();
      if (problem != null) {
        boolean damaged =
            problem.reason() != Reason.NOT_FOUND && problem.reason() != Reason.UNSUPPORTED;
        sentences.add(
            "%s on %s: %s"
                .formatted(
                    damaged ? "damaged" : "cannot be read", named(side), problem.getMessage()));
      }
    }
    return sentences;
  }

  private String named(int side) {
    return cells.size() > 2 ? side(side + 1) : side == 0 ? "the left side" : "the right side";
  }

  /** Returns the name of one of more than two sides, e.g. {@code side 3}. */
  public static String side(int number) {
    return "side " + number;
  }

  /** Returns the row with more text at the end of its note. */
  public Row noted(String more) {
    return more.isEmpty()
        ? this
        : new Row(
            index,
            group,
            key,
            change,
            cells,
            fields,
            note.isEmpty() ? more : note + "; " + more,
            opens);
  }

  /**
   * How much it grew from the first side to another one; what is not there counts as nothing. Null
   * where a size is not known.
   */
  public @Nullable Delta delta(int side) {
    Cell first = cells.getFirst();
    Cell other = cells.get(side);
    boolean known =
        !first.unread()
            && !other.unread()
            && (!first.present() || first.sizeBytes() >= 0)
            && (!other.present() || other.sizeBytes() >= 0);
    return known && (first.present() || other.present())
        ? new Delta(Math.max(0, first.sizeBytes()), Math.max(0, other.sizeBytes()))
        : null;
  }

  /**
   * The data of a row on one side.
   *
   * @param present whether it is known to have it
   * @param change its change from the first side to this one
   * @param sizeBytes its size; -1 if it has none or that is not known
   * @param place where it is; null if nothing is, or nothing that can be gone to
   * @param problem what is wrong with it; null if nothing is
   */
  public record Cell(
      boolean present,
      Change change,
      long sizeBytes,
      @Nullable Place place,
      @Nullable FormatException problem) {

    /** Whether it may have it or not, since what would say so could not be read. */
    public boolean unread() {
      return !present && problem != null;
    }

    /** Returns the cell with another change. */
    Cell with(Change change) {
      return new Cell(present, change, sizeBytes, place, problem);
    }
  }

  /** The roles of a value. */
  public enum Role {
    /** A property of the thing. */
    VALUE,
    /** A name of the thing. */
    NAME,
    /** Where it is: its ordinal, offset or address. */
    PLACE,
    /** How it is stored. */
    STORAGE
  }

  /**
   * One value of a row, on each side.
   *
   * @param name what it is
   * @param values the value on each side, as text; null if it does not state one
   * @param role what it says of the thing
   * @param number whether the values are whole numbers from 0
   */
  public record Field(String name, List<@Nullable String> values, Role role, boolean number) {
    public Field {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /** Values that are text. */
    public Field(String name, List<@Nullable String> values) {
      this(name, values, Role.VALUE, false);
    }

    /** Returns the field with another role. */
    public Field as(Role other) {
      return new Field(name, values, other, number);
    }

    /**
     * The value of a side in at most so many characters, and a few more; of long values that begin
     * alike, the part where they differ. Null if it states none.
     */
    public @Nullable String shortened(int side, int mostCharacters) {
      String value = values.get(side);
      if (value == null || value.length() <= mostCharacters) {
        return value;
      }
      int from = shared() < mostCharacters / 2 ? 0 : shared() - mostCharacters / 4;
      int to = Math.min(value.length(), from + mostCharacters);
      return (from > 0 ? "…" : "") + value.substring(from, to) + (to < value.length() ? "…" : "");
    }

    /** How many characters all values begin with; 0 where they are the same or one is missing. */
    private int shared() {
      String first = values.getFirst();
      if (first == null || values.contains(null) || change() == Change.SAME) {
        return 0;
      }
      int shared = first.length();
      for (String value : values) {
        int at = 0;
        while (at < Math.min(shared, value.length()) && value.charAt(at) == first.charAt(at)) {
          at++;
        }
        shared = at;
      }
      return shared;
    }

    /** Its change from the first side to another one. */
    public Change change(int side) {
      String first = values.getFirst();
      String other = values.get(side);
      if (Objects.equals(first, other)) {
        return Change.SAME;
      }
      return first == null ? Change.ADDED : other == null ? Change.REMOVED : Change.CHANGED;
    }

    /** Its change on any side. */
    public Change change() {
      Change change = Change.SAME;
      for (int side = 1; side < values.size(); side++) {
        change = change.or(change(side));
      }
      return change;
    }

    /** How much a number grew from the first side to another one; null if it is none. */
    public @Nullable Delta delta(int side) {
      String first = values.getFirst();
      String other = values.get(side);
      return !number || first == null || other == null
          ? null
          : new Delta(Long.parseLong(first), Long.parseLong(other));
    }
  }

  /**
   * How much a number grew.
   *
   * @param before what it was
   * @param after what it is
   */
  public record Delta(long before, long after) {

    /** How much it grew; negative if it shrank. */
    public long amount() {
      return after - before;
    }

    /** How much it grew for each hundred that it was; NaN where it was nothing. */
    public double percent() {
      return before == 0 ? Double.NaN : 100.0 * amount() / before;
    }

    /** For people, e.g. {@code +12 (+3.4 %)}. */
    public String words() {
      String amount = "%+d".formatted(amount());
      return before == 0 ? amount : "%s (%s)".formatted(amount, percentWords());
    }

    /** {@link #percent()} for people, e.g. {@code +3.4 %}; only no growth is 0, e.g. -0.04 %. */
    public String percentWords() {
      double percent = percent();
      return percent == 0 || Double.isNaN(percent) || Math.abs(percent) >= 0.1
          ? String.format(Locale.ROOT, "%+.1f %%", percent)
          : (percent > 0 ? "+" : "")
              + new BigDecimal(percent).round(new MathContext(1)).toPlainString()
              + " %";
    }
  }
}
