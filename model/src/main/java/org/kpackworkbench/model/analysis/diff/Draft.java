package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** A row as it is made. Not safe for use by several threads before it is added. */
public final class Draft {

  /** Compares the bytes of a row. */
  @FunctionalInterface
  public interface Check {
    /**
     * Compares a side's bytes with the first side's, both of which are there.
     *
     * @throws org.kpackworkbench.model.base.bytes.FormatException if one cannot be read
     */
    Change compare(int side, Progress progress) throws IOException;
  }

  /** Finds the differences between a row's contents on the first side and on another one. */
  @FunctionalInterface
  public interface Explanation {
    /**
     * Returns the differences, as {@link TableComparison#contentDifferences} does.
     *
     * @throws org.kpackworkbench.model.base.bytes.FormatException if one cannot be read
     */
    List<Difference> differences(int side, Progress progress) throws IOException;
  }

  /** Opens what lies below a row; null if there is nothing to compare. */
  @FunctionalInterface
  public interface Opening {
    /** Opens it. */
    @Nullable Comparison open(Progress progress) throws IOException;
  }

  final String group;
  final String key;
  final List<@Nullable Values> sides;
  private final Set<String> names = new LinkedHashSet<>();
  private final Set<String> places = new LinkedHashSet<>();
  private final Set<String> storage = new LinkedHashSet<>();
  volatile String note = "";
  @Nullable Check check;
  @Nullable Opening opening;
  @Nullable Explanation explanation;
  int parent = -1;
  boolean alwaysChecked;

  /**
   * @param group one of the kinds of rows
   * @param sides what each side says; null if it has no such row
   */
  public Draft(String group, String key, List<@Nullable Values> sides) {
    this(group, RowKinds.OWN, key, sides);
  }

  /**
   * A row that is a part of documents.
   *
   * @param group one of what the format calls parts
   * @param groups what the format calls them
   * @param sides what each side says; null if it has no such row
   */
  public Draft(String group, List<String> groups, String key, List<@Nullable Values> sides) {
    if (!groups.contains(group)) {
      throw new IllegalArgumentException("no kind of row: " + group);
    }
    this.group = group;
    this.key = key;
    this.sides = new ArrayList<>(sides);
  }

  /** Fields that only say what it is called. */
  public Draft names(String... fields) {
    names.addAll(List.of(fields));
    return this;
  }

  /** Fields that only say where it is: what differs in nothing else has moved. */
  public Draft places(String... fields) {
    places.addAll(List.of(fields));
    return this;
  }

  /** Fields that only say how it is stored. */
  public Draft storage(String... fields) {
    storage.addAll(List.of(fields));
    return this;
  }

  /** The number of the row of the folder in which it is. */
  public Draft below(int row) {
    parent = row;
    return this;
  }

  /** Sets the explanation of how the contents of two sides differ. */
  public Draft explains(Explanation with) {
    explanation = with;
    return this;
  }

  /** Sets a note. */
  public Draft note(String words) {
    note = words;
    return this;
  }

  /** How its bytes are compared where everything else agrees. */
  public Draft check(Check with) {
    check = with;
    return this;
  }

  /** Bytes are also compared where it is known to differ: there is something to be said of them. */
  Draft alwaysChecked() {
    alwaysChecked = true;
    return this;
  }

  /** Sets the comparison to open below the row. */
  public Draft opens(Opening with) {
    opening = with;
    return this;
  }

  /** Marks a side that was not read far enough to know whether it has the row. */
  void cut(int side, Place place, FormatException why) {
    if (sides.get(side) == null && sides.stream().anyMatch(Objects::nonNull)) {
      sides.set(side, Values.unread(place, why));
    }
  }

  /** Whether it is not known of a side whether it has it. */
  public boolean hasUnread() {
    return cells().stream().anyMatch(Cell::unread);
  }

  /** Whether at least two sides have it, so that there is something to compare. */
  public boolean isShared() {
    return sides.stream().filter(side -> side != null).count() > 1;
  }

  /** Whether all sides have it and say the same. */
  public boolean fieldsAgree() {
    return cells().stream().allMatch(cell -> cell.present() && cell.change() == Change.SAME);
  }

  /** All its values on each side. */
  List<Field> fields() {
    Set<String> names = new LinkedHashSet<>();
    for (Values values : sides) {
      if (values != null) {
        names.addAll(values.fields().keySet());
      }
    }
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      List<@Nullable String> values = new ArrayList<>();
      boolean number = false;
      for (Values side : sides) {
        values.add(side == null ? null : side.fields().get(name));
        number |= side != null && side.isNumber(name);
      }
      fields.add(new Field(name, values, role(name), number));
    }
    return fields;
  }

  private Role role(String field) {
    return places.contains(field)
        ? Role.PLACE
        : storage.contains(field) ? Role.STORAGE : names.contains(field) ? Role.NAME : Role.VALUE;
  }

  /** Whether it is at another place on a side than on the first. */
  boolean moved(int side) {
    return sides.getFirst() != null
        && sides.get(side) != null
        && fields().stream()
            .anyMatch(field -> field.role() == Role.PLACE && field.change(side) != Change.SAME);
  }

  /** Returns the cell of each side, with its change as far as it is known without the bytes. */
  List<Cell> cells() {
    Values first = sides.getFirst();
    List<Field> fields = fields();
    List<Cell> cells = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      Values values = sides.get(side);
      Cell cell = values == null ? new Cell(false, Change.SAME, -1, null, null) : values.cell();
      cells.add(side == 0 ? cell : cell.with(change(first, values, fields, side)));
    }
    return cells;
  }

  private Change change(
      @Nullable Values first, @Nullable Values values, List<Field> fields, int side) {
    if ((first != null && first.cell().unread()) || (values != null && values.cell().unread())) {
      return Change.UNREADABLE;
    }
    if (first == null || values == null) {
      return first == values ? Change.SAME : first == null ? Change.ADDED : Change.REMOVED;
    }
    if (first.problem() != null || values.problem() != null) {
      return Change.UNREADABLE;
    }
    Change known =
        first.cell().sizeBytes() == values.cell().sizeBytes() ? Change.SAME : Change.CHANGED;
    for (Field field : fields) {
      if (field.change(side) != Change.SAME) {
        known =
            switch (field.role()) {
              case PLACE, NAME -> known;
              case STORAGE -> known.or(Change.STORED_OTHERWISE);
              case VALUE -> known.or(Change.CHANGED);
            };
      }
    }
    return known;
  }
}
