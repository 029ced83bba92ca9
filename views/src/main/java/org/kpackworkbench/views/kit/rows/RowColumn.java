package org.kpackworkbench.views.kit.rows;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;

/**
 * A column: how its text, number or face comes from a row. Knows no screen. Immutable; safe for use
 * by many threads as far as its functions are.
 *
 * @param <R> the rows
 */
public final class RowColumn<R> implements Cloneable {
  /** The CSS class of faces whose text leads somewhere: a click on it does. */
  public static final String LINK = "link-cell";

  private final String title;
  private final Look look;
  private @Nullable Function<? super R, String> text;
  private @Nullable ToLongFunction<? super R> number;
  private @Nullable Function<? super R, Face> face;
  private @Nullable Function<? super R, ObservableValue<Face>> later;
  private @Nullable Edit<R> edit;
  private @Nullable IntToLongFunction rank;
  private @Nullable String id;
  private boolean shownAtFirst = true;
  private boolean drawn;
  private boolean sortable = true;
  private double wishEms;
  private int mostShown = Integer.MAX_VALUE;
  private boolean stretches;
  private double keptShare;
  private boolean beside;
  private @Nullable Function<? super R, String> room;
  private List<String> alsoNamed = List.of();
  private boolean words;
  private @Nullable ToLongFunction<? super R> compared;
  private @Nullable Object matrixKey;

  private RowColumn(String title, Look look) {
    this.title = title;
    this.look = look;
  }

  @SuppressWarnings("unchecked")
  private RowColumn<R> copy() {
    try {
      return (RowColumn<R>) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private RowColumn<R> with(Consumer<RowColumn<R>> change) {
    RowColumn<R> copy = copy();
    change.accept(copy);
    return copy;
  }

  /** How a column is written. */
  public enum Look {
    TEXT,
    MONOSPACE,
    /** A function's name as the source spells it; shown from the name itself on. */
    FUNCTION,
    MUTED,
    /** Text that is aligned as numbers are. */
    FIGURE,
    /** A path, cut at its beginning: it differs at its end. */
    PATH,
    /** In a convenient unit; negative if it is not known. */
    SIZE,
    COUNT,
    /** In hexadecimal; -1 if there is none. */
    ADDRESS,
    /** A {@link Face}. */
    FACE,
    /** A {@link Face} in the middle of a narrow cell: one of many columns made from data. */
    MATRIX,
    /** A {@link Face} behind an arrow that opens a group; its tint is a swatch before the text. */
    TREE
  }

  /**
   * Content of a cell.
   *
   * @param text what it shows
   * @param words all of it, for its tooltip and for screen readers; empty if the text says it
   * @param icon before the text; null for none
   * @param style a CSS class for the cell; empty for none
   * @param tint its colour; null for that of the table
   * @param detail a few words behind the text of a group; else empty
   * @param drawing what it draws to scale, before the text or behind it; null for nothing
   */
  public record Face(
      String text,
      String words,
      @Nullable KpackIcon icon,
      String style,
      @Nullable Tint tint,
      String detail,
      @Nullable CellDrawing drawing) {
    /** Text, with all of it as tooltip. */
    public static Face of(String text, String words) {
      return new Face(text, words, null, "", null, "", null);
    }

    /** Returns this face with a CSS class. */
    public Face styled(String styleClass) {
      return new Face(text, words, icon, styleClass, tint, detail, drawing);
    }

    /** Returns this face with an icon; null for none. */
    public Face with(@Nullable KpackIcon sign) {
      return new Face(text, words, sign, style, tint, detail, drawing);
    }

    /** Returns this face with a few words behind the text. */
    public Face detailed(String behind) {
      return new Face(text, words, icon, style, tint, behind, drawing);
    }

    /** Returns this face in a colour. */
    public Face tinted(@Nullable Tint color) {
      return new Face(text, words, icon, style, color, detail, drawing);
    }

    /** Returns this face with something drawn to scale. */
    public Face drawn(CellDrawing toScale) {
      return new Face(text, words, icon, style, tint, detail, toScale);
    }
  }

  /**
   * A colour of the palette.
   *
   * @param target counts for device code alone; null for none
   * @param filled whether the cell has it, and not only its text
   */
  public record Tint(OwnerKind kind, @Nullable String target, boolean filled) {}

  /**
   * How the cells of a column are changed: Enter, or leaving the field, takes what was typed, Esc
   * does not.
   *
   * @param shown how a text looks while it is not changed
   * @param take is given a row and what was typed, where that is something else
   * @param prompt what can be typed
   * @param may whether the cell of a row can be changed
   * @param typing is given a row and the text of the field each time that it changes, and the text
   *     from before where it is left without a change
   */
  public record Edit<R>(
      Function<String, String> shown,
      BiConsumer<R, String> take,
      String prompt,
      Predicate<? super R> may,
      BiConsumer<R, String> typing) {

    /** The cells of all rows can be changed. */
    public Edit(Function<String, String> shown, BiConsumer<R, String> take, String prompt) {
      this(shown, take, prompt, row -> true, (row, typed) -> {});
    }
  }

  private static <R> RowColumn<R> of(String title, Look look, Function<? super R, String> text) {
    RowColumn<R> column = new RowColumn<>(title, look);
    column.text = text;
    return column;
  }

  /** A column of numbers that are written in one of the ways for numbers. */
  public static <R> RowColumn<R> number(String title, Look look, ToLongFunction<? super R> number) {
    RowColumn<R> column = new RowColumn<>(title, look);
    column.number = number;
    return column;
  }

  /** A column of text. */
  public static <R> RowColumn<R> text(String title, Function<? super R, String> text) {
    return of(title, Look.TEXT, text);
  }

  /** A column of functions' names with their scopes, arguments and results. */
  public static <R> RowColumn<R> function(String title, Function<? super R, String> text) {
    return of(title, Look.FUNCTION, text);
  }

  /** A column of fixed-width text: names of symbols, hashes. */
  public static <R> RowColumn<R> mono(String title, Function<? super R, String> text) {
    return of(title, Look.MONOSPACE, text);
  }

  /** A column of less important text. */
  public static <R> RowColumn<R> muted(String title, Function<? super R, String> text) {
    return of(title, Look.MUTED, text);
  }

  /** A column of text that is aligned as numbers are. */
  public static <R> RowColumn<R> figure(String title, Function<? super R, String> text) {
    return of(title, Look.FIGURE, text);
  }

  /** A column of paths. */
  public static <R> RowColumn<R> path(String title, Function<? super R, String> text) {
    return of(title, Look.PATH, text);
  }

  /** A column of sizes in bytes; negative if they are not known. */
  public static <R> RowColumn<R> size(String title, ToLongFunction<? super R> sizeBytes) {
    return number(title, Look.SIZE, sizeBytes);
  }

  /** A column of whole numbers; negative if they are not known. */
  public static <R> RowColumn<R> count(String title, ToLongFunction<? super R> number) {
    return number(title, Look.COUNT, number);
  }

  /** A column of addresses or offsets; -1 if there is none. */
  public static <R> RowColumn<R> address(String title, ToLongFunction<? super R> address) {
    return number(title, Look.ADDRESS, address);
  }

  /**
   * A column of faces.
   *
   * @param text what is copied, sorted and filtered
   */
  public static <R> RowColumn<R> face(
      String title, Function<? super R, String> text, Function<? super R, Face> face) {
    RowColumn<R> column = of(title, Look.FACE, text);
    column.face = face;
    return column;
  }

  /**
   * Creates one of many narrow columns of faces that are made from data.
   *
   * @param key what it is made from
   * @param text what is copied
   */
  public static <R> RowColumn<R> matrix(
      Object key, String title, Function<? super R, String> text, Function<? super R, Face> face) {
    RowColumn<R> column = of(title, Look.MATRIX, text);
    column.face = face;
    column.matrixKey = key;
    return column;
  }

  /**
   * The first column of a tree.
   *
   * @param text what it makes room for
   */
  public static <R> RowColumn<R> tree(
      String title, Function<? super R, String> text, Function<? super R, Face> face) {
    RowColumn<R> column = of(title, Look.TREE, text);
    column.face = face;
    return column;
  }

  /** A column of faces that are found out when a row becomes visible; it cannot be sorted. */
  public static <R> RowColumn<R> later(
      String title, Function<? super R, ObservableValue<Face>> face) {
    RowColumn<R> column = of(title, Look.FACE, row -> "");
    column.later = face;
    column.sortable = false;
    return column;
  }

  /**
   * A column of faces that are found out when a row becomes visible; it cannot be sorted.
   *
   * @param text what is copied, and known at once
   */
  public static <R> RowColumn<R> later(
      String title,
      Function<? super R, String> text,
      Function<? super R, ObservableValue<Face>> face) {
    RowColumn<R> column = of(title, Look.FACE, text);
    column.later = face;
    column.sortable = false;
    return column;
  }

  /** Returns this column, hidden until the user shows it. */
  public RowColumn<R> hidden() {
    return with(copy -> copy.shownAtFirst = false);
  }

  /**
   * Returns this column of text, sorted and filtered by numbers.
   *
   * @param by negative if a row has only the text
   */
  public RowColumn<R> counted(ToLongFunction<? super R> by) {
    return with(copy -> copy.number = by);
  }

  /**
   * Returns this column of text, which a filter also compares with numbers.
   *
   * @param by negative if a row's text is no number
   */
  public RowColumn<R> compared(ToLongFunction<? super R> by) {
    return with(copy -> copy.compared = by);
  }

  /**
   * Returns this column, sorted by numbers that are known without reading a row.
   *
   * @param by the number of the row at an index of the source
   */
  public RowColumn<R> ranked(IntToLongFunction by) {
    return with(copy -> copy.rank = by);
  }

  /** Returns this column, which a filter also knows by other names, such as {@code arch}. */
  public RowColumn<R> alsoNamed(String... names) {
    return with(copy -> copy.alsoNamed = List.of(names));
  }

  /** Returns this column of words of a closed set, which a filter compares as a whole. */
  public RowColumn<R> words() {
    return with(copy -> copy.words = true);
  }

  /** Returns this column with a name for stylesheets, tests and what is remembered of it. */
  public RowColumn<R> named(String name) {
    return with(copy -> copy.id = name);
  }

  /** Returns this column, which makes room for another text than the one that is copied. */
  public RowColumn<R> roomFor(Function<? super R, String> shown) {
    return with(copy -> copy.room = shown);
  }

  /** Returns this column, which takes what all others leave of the table's width. */
  public RowColumn<R> stretching() {
    return with(copy -> copy.stretches = true);
  }

  /** Returns this column, which needs room for so many characters where room is missing. */
  public RowColumn<R> fitted(int characters) {
    return with(copy -> copy.mostShown = characters);
  }

  /** Returns this column, which keeps this part of the table's width while others can give way. */
  public RowColumn<R> keeping(double share) {
    return with(copy -> copy.keptShare = share);
  }

  /** Returns this column of text, whose cells can be changed. */
  public RowColumn<R> edited(Edit<R> how) {
    return with(copy -> copy.edit = how);
  }

  /** Returns this column of faces, with room for what they draw before their text. */
  public RowColumn<R> drawn() {
    return with(copy -> copy.drawn = true);
  }

  /** Returns this column, which cannot be sorted by. */
  public RowColumn<R> unsorted() {
    return with(copy -> copy.sortable = false);
  }

  /** Returns this column, so many ems wide where all others have what they need. */
  public RowColumn<R> wishing(double ems) {
    return with(copy -> copy.wishEms = ems);
  }

  /** The heading. */
  public String title() {
    return title;
  }

  /** Returns the data from which a column of a matrix is made; null for all other columns. */
  @Nullable Object matrixKey() {
    return matrixKey;
  }

  /** How it is written. */
  public Look look() {
    return look;
  }

  /** The number of a row; null for a column of text, but for one that {@link #counted}. */
  @Nullable ToLongFunction<? super R> number() {
    return number;
  }

  /** Whether rows have a text in it, with or without a number. */
  boolean hasText() {
    return text != null;
  }

  /** The number of the row at an index; null if it is not known without reading the row. */
  @Nullable IntToLongFunction rank() {
    return rank;
  }

  /**
   * Returns the function that finds the face of a row's cell later; null if it is known at once.
   */
  @Nullable Function<? super R, ObservableValue<Face>> later() {
    return later;
  }

  /** How its cells are changed; null if they are not. */
  @Nullable Edit<R> edit() {
    return edit;
  }

  /** Whether it can be sorted by. */
  boolean sortable() {
    return sortable;
  }

  /** Whether its faces draw something before their text. */
  boolean isDrawn() {
    return drawn;
  }

  /** How many ems wide it is at least. */
  double wishEms() {
    return wishEms;
  }

  /** Returns the face of a row's cell, in a column of faces. */
  Face face(R row) {
    return Objects.requireNonNull(face).apply(row);
  }

  /** The text of a row, in a column of text. */
  String text(R row) {
    return Objects.requireNonNull(text).apply(row);
  }

  /** Whether it is visible before the user chooses columns. */
  boolean shownAtFirst() {
    return shownAtFirst;
  }

  /** Returns the function for the text that needs room; null if that is the column's own text. */
  @Nullable Function<? super R, String> room() {
    return room;
  }

  /** Whether it takes what all others leave. */
  boolean stretches() {
    return stretches;
  }

  /** Returns a column that stays in its table where it is the same in all rows. */
  public RowColumn<R> besideOthers() {
    return with(copy -> copy.beside = true);
  }

  /** Whether it stays in its table where it is the same in all rows. */
  boolean isBesideOthers() {
    return beside;
  }

  /** Which part of the table's width it keeps while others can give way; 0 for none. */
  double keptShare() {
    return keptShare;
  }

  /** For how many characters it needs room where room is missing. */
  int mostShown() {
    return mostShown;
  }

  /** The numbers that a filter compares with; null if there are none. */
  @Nullable ToLongFunction<? super R> comparable() {
    return compared == null ? number : compared;
  }

  /** Whether a filter compares whole words. */
  boolean isWords() {
    return words;
  }

  /** Further names that it has in a filter, in lower case. */
  List<String> alsoNamed() {
    return alsoNamed;
  }

  /** The name that was given to it; null for none. */
  @Nullable String givenId() {
    return id;
  }

  /** Its name, which is unique in its table. */
  public String id() {
    return id == null ? field() : id;
  }

  /** The column's name in a filter: its title without what is no letter or digit. */
  public String field() {
    return title.equals("#") ? "index" : title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Returns the value of a row in this column as plain text; numbers without a unit. */
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
