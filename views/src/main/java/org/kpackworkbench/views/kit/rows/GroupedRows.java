package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupLines.Grouped;
import org.kpackworkbench.views.kit.rows.GroupLines.Openness;

/**
 * A table whose rows are put into groups by what they have in common: which groups are open, and
 * where lines are. What was opened stays so when rows are sorted or read again; what was opened
 * while they were filtered is forgotten with the filter. The rows that are shown come filtered,
 * grouped and sorted. UI thread only, but for {@link #lines}.
 *
 * @param <K> what identifies a group
 * @param <R> the lines
 */
public final class GroupedRows<K, R extends GroupLines.Line> implements RowsSpec.Tree<R> {
  private final RowsModel<R> rows;
  // Read in the background, too, where the widths of columns are found out.
  private volatile GroupLines<K, R> lines;
  private Openness<K> openAtFirst = Openness.allOpen();
  private boolean filtered;
  private @Nullable Openness<K> opened;
  private Openness<K> openedWhileFiltered = Openness.allOpen();

  /**
   * A table.
   *
   * @param nothing what it shows at first
   * @param spec the table's specification, whose groups are these
   */
  public GroupedRows(
      Grouped<K, R> nothing, Function<RowsSpec.Tree<R>, RowsSpec<R>> spec, Background background) {
    this.lines = GroupLines.of(nothing, Openness.allOpen());
    this.rows = new RowsModel<>(spec.apply(this), background);
  }

  /** The lines as a table shows them. */
  public RowsModel<R> rows() {
    return rows;
  }

  /** The lines that are shown. Any thread. */
  public GroupLines<K, R> lines() {
    return lines;
  }

  /** Which groups are open. */
  public Openness<K> openness() {
    if (filtered) {
      return openedWhileFiltered;
    }
    Openness<K> now = opened;
    return now == null ? openAtFirst : now;
  }

  private void setOpenness(Openness<K> now) {
    if (filtered) {
      openedWhileFiltered = now;
    } else {
      opened = now;
    }
  }

  /** Which groups are open until the user opens or closes one. */
  public void openAtFirst(Openness<K> open) {
    openAtFirst = open;
  }

  /** A filter leaves out rows, or none does any more: groups are open while one does. */
  public void filtered(boolean now) {
    if (!filtered || !now) {
      openedWhileFiltered = Openness.allOpen();
    }
    filtered = now;
  }

  /** Rows are put into other groups from now on. */
  public void forget() {
    opened = null;
    openedWhileFiltered = Openness.allOpen();
  }

  /** Shows other rows, or the same in another order. */
  public void show(GroupLines<K, R> made) {
    // Groups may have been opened since the lines were made.
    lines = made.openness().equals(openness()) ? made : GroupLines.of(made.grouped(), openness());
    rows.show(lines.source());
  }

  @Override
  public boolean grouped() {
    return lines.grouped().groups().count() > 0;
  }

  @Override
  public int depth(R line) {
    return line.depth();
  }

  @Override
  public boolean isGroup(R line) {
    return line.isGroup();
  }

  @Override
  public boolean isOpen(R line) {
    return line.isGroup() && line.open();
  }

  @Override
  public int parentOf(int index) {
    return index < 0 ? -1 : lines.parentOf(index);
  }

  /** Opens or closes the group at a line; false if there is none or it is so already. */
  @Override
  public boolean open(int index, boolean open) {
    int group = index < 0 || index >= lines.size() ? -1 : lines.groupAt(index);
    RowGroups<K> groups = lines.grouped().groups();
    if (group < 0 || openness().isOpen(groups.id(group)) == open) {
      return false;
    }
    Openness<K> now = openness().with(groups.id(group), open);
    // A group with a single one in it opens with it: there is nothing to choose there.
    int inner = group;
    while (open && !groups.holdsRows(inner)) {
      inner++;
      if (groups.after(inner) != groups.after(inner - 1)) {
        break;
      }
      now = now.with(groups.id(inner), true);
    }
    toggle(index, now);
    return true;
  }

  private void toggle(int index, Openness<K> now) {
    setOpenness(now);
    int gone = lines.shownBelow(index);
    lines = GroupLines.of(lines.grouped(), now);
    rows.toggle(lines.source(), index, gone, lines.shownBelow(index));
  }

  /** Opens the group at a line and all below it. */
  @Override
  public void openSubtree(int index) {
    int group = index < 0 || index >= lines.size() ? -1 : lines.groupAt(index);
    if (group < 0) {
      return;
    }
    RowGroups<K> groups = lines.grouped().groups();
    List<K> all = new ArrayList<>();
    for (int inner = group; inner < groups.after(group); inner++) {
      all.add(groups.id(inner));
    }
    toggle(index, openness().with(all, true));
  }

  @Override
  public int openAll(int selected) {
    GroupLines<K, R> before = lines;
    openAll(true);
    return selected < 0 || selected >= before.size() ? -1 : lines.indexOf(before, selected);
  }

  /** Opens or closes all groups. */
  public void openAll(boolean open) {
    setOpenness(open ? Openness.allOpen() : Openness.allClosed());
    lines = GroupLines.of(lines.grouped(), openness());
    rows.show(lines.source());
  }

  /**
   * Opens the groups around a row.
   *
   * @return its line; -1 if the filter hides it
   */
  public int reveal(int row) {
    int shownAt = lines.indexOfRow(row);
    RowGroups<K> groups = lines.grouped().groups();
    if (shownAt >= 0 || !groups.has(row)) {
      return shownAt;
    }
    for (int level = 0; level < groups.levels().levels(row); level++) {
      open(lines.indexOfGroup(groups.levels().group(row, level)), true);
    }
    return lines.indexOfRow(row);
  }

  /**
   * Opens the groups around a group.
   *
   * @param row some row of the group
   * @return its line; -1 if it is not shown
   */
  public int revealGroup(K group, int row) {
    RowGroups.Levels<K> levels = lines.grouped().groups().levels();
    int shownAt = lines.indexOfGroup(group);
    for (int level = 0; shownAt < 0 && level < levels.levels(row); level++) {
      K around = levels.group(row, level);
      if (around.equals(group)) {
        break;
      }
      open(lines.indexOfGroup(around), true);
      shownAt = lines.indexOfGroup(group);
    }
    return shownAt;
  }
}
