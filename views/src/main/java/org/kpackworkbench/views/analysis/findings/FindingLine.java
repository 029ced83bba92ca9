package org.kpackworkbench.views.analysis.findings;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.base.finding.Finding;

/** A line of the list: a group of findings, or one of them. Immutable. */
sealed interface FindingLine {

  /** What it is about; the worst of a group. */
  Finding finding();

  /** All that it is about. */
  List<Finding> findings();

  /** A group; single findings have none by cause. */
  record Group(FindingGroup group, int number, boolean open) implements FindingLine {
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
  record Item(Finding finding, boolean grouped) implements FindingLine {
    @Override
    public List<Finding> findings() {
      return List.of(finding);
    }
  }
}
