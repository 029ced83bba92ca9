package org.kpackworkbench.views.analysis.findings;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.views.kit.rows.GroupedRows;

/** A line of the list: a group of findings, or one of them. Immutable. */
sealed interface FindingLine extends GroupedRows.Line<Integer> {

  /** Returns the finding that it is about; the worst of a group. */
  Finding finding();

  /** All that it is about. */
  List<Finding> findings();

  /**
   * A group; single findings have none by cause.
   *
   * @param row the number of the finding in it that came first
   */
  record Group(FindingGroup group, int row) implements FindingLine {
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
  record Item(Finding finding, int row, int depth) implements FindingLine {
    @Override
    public List<Finding> findings() {
      return List.of(finding);
    }
  }
}
