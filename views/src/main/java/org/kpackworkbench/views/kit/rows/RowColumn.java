package org.kpackworkbench.views.kit.rows;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column: how its text or number comes from a row. Knows no screen.
 *
 * @param title the heading
 * @param look how it is written
 * @param text the text of a row; of a column of numbers null
 * @param number the number of a row; of a column of text null, but for one that {@link #counted}
 * @param shownAtFirst whether it is visible before the user chooses columns
 * @param alsoNamed further names that it has in a filter, in lower case
 */
public record RowColumn<R>(
    String title,
    Look look,
    @Nullable Function<? super R, String> text,
    @Nullable ToLongFunction<? super R> number,
    boolean shownAtFirst,
    List<String> alsoNamed) {

  public RowColumn {
    alsoNamed = List.copyOf(alsoNamed);
  }

  /** A column that a filter knows by its title alone. */
  public RowColumn(
      String title,
      Look look,
      @Nullable Function<? super R, String> text,
      @Nullable ToLongFunction<? super R> number,
      boolean shownAtFirst) {
    this(title, look, text, number, shownAtFirst, List.of());
  }

  /** How a column is written. */
  public enum Look {
    TEXT,
    MONOSPACE,
    /** A function's name as the source spells it; shown from the name itself on. */
    FUNCTION,
    MUTED,
    /** In a convenient unit; negative where it is not known. */
    SIZE,
    COUNT,
    /** In hexadecimal; -1 where there is none. */
    ADDRESS
  }

  /** A column of text. */
  public static <R> RowColumn<R> text(String title, Function<? super R, String> text) {
    return new RowColumn<>(title, Look.TEXT, text, null, true);
  }

  /** A column of functions' names with their scopes, arguments and results. */
  public static <R> RowColumn<R> function(String title, Function<? super R, String> text) {
    return new RowColumn<>(title, Look.FUNCTION, text, null, true);
  }

  /** A column of fixed-width text: names of symbols, hashes. */
  public static <R> RowColumn<R> mono(String title, Function<? super R, String> text) {
    return new RowColumn<>(title, Look.MONOSPACE, text, null, true);
  }

  /** A column of less important text. */
  public static <R> RowColumn<R> muted(String title, Function<? super R, String> text) {
    return new RowColumn<>(title, Look.MUTED, text, null, true);
  }

  /** A column of sizes; negative where they are not known. */
  public static <R> RowColumn<R> size(String title, ToLongFunction<? super R> sizeBytes) {
    return new RowColumn<>(title, Look.SIZE, null, sizeBytes, true);
  }

  /** A column of whole numbers. */
  public static <R> RowColumn<R> count(String title, ToLongFunction<? super R> number) {
    return new RowColumn<>(title, Look.COUNT, null, number, true);
  }

  /** A column of addresses or offsets; -1 where there is none. */
  public static <R> RowColumn<R> address(String title, ToLongFunction<? super R> address) {
    return new RowColumn<>(title, Look.ADDRESS, null, address, true);
  }

  /** The same column, hidden until the user asks for it. */
  public RowColumn<R> hidden() {
    return new RowColumn<>(title, look, text, number, false, alsoNamed);
  }

  /**
   * The same column of text, which is sorted and filtered by numbers.
   *
   * @param number negative where a row has only the text
   */
  public RowColumn<R> counted(ToLongFunction<? super R> number) {
    return new RowColumn<>(title, look, text, number, shownAtFirst, alsoNamed);
  }

  /** The same column, which a filter also knows by other names, such as {@code arch}. */
  public RowColumn<R> alsoNamed(String... names) {
    return new RowColumn<>(title, look, text, number, shownAtFirst, List.of(names));
  }

  /** The column's name in a filter: its title without what is no letter or digit. */
  public String field() {
    return title.equals("#") ? "index" : title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** What a row says in this column as plain text; numbers without a unit. */
  public String plain(R row) {
    if (text != null) {
      return text.apply(row);
    }
    long value = number == null ? -1 : number.applyAsLong(row);
    return switch (look) {
      case ADDRESS -> value == -1 ? "" : "0x" + Long.toHexString(value);
      default -> value < 0 ? "" : Long.toString(value);
    };
  }
}
