package org.kpackworkbench.views.analysis.findings;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.views.kit.rows.GroupedRows;

/** A line of the list: a group of findings, or one of them. Immutable. */
sealed interface FindingLine extends GroupedRows.Line<Integer> {

  /** Returns the finding that it is about; the worst of a group. */
  Finding finding();

  /** All that it is about. */
  List<Finding> findings();

  /** Returns the fix of all its findings; null if the program knows none. */
  @Nullable Fix fix();

  /**
   * A group; single findings have none by cause.
   *
   * @param row the number of the finding in it that came first
   */
  record Group(FindingGroup group, int row, @Nullable Fix fix) implements FindingLine {
    static Group of(FindingGroup group, List<FindingLine> items) {
      Fix fix = items.getFirst().fix();
      return new Group(
          group,
          items.stream().mapToInt(FindingLine::row).min().orElseThrow(),
          items.stream().allMatch(item -> Objects.equals(fix, item.fix())) ? fix : null);
    }

    @Override
    public int depth() {
      return 0;
    }

    @Override
    public Integer key() {
      return row;
    }

    @Override
    public Finding finding() {
      return group.findings().getFirst();
    }

    @Override
    public List<Finding> findings() {
      return group.findings();
    }
  }

  /** A finding, in a group or not. */
  record Item(Finding finding, int row, int depth, @Nullable Fix fix) implements FindingLine {
    @Override
    public List<Finding> findings() {
      return List.of(finding);
    }
  }
}
