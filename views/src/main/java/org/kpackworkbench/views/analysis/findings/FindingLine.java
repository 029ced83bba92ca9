package org.kpackworkbench.views.analysis.findings;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.views.kit.rows.GroupLines;

/** A line of the list: a group of findings, or one of them. Immutable. */
sealed interface FindingLine extends GroupLines.Line {

  /** Returns the finding that it is about; the worst of a group. */
  Finding finding();

  /** All that it is about. */
  List<Finding> findings();

  /** The number of the finding, or of that in a group which came first. */
  int number();

  /** A group; single findings have none by cause. */
  record Group(FindingGroup group, int number, boolean open) implements FindingLine {
    @Override
    public int depth() {
      return 0;
    }

    @Override
    public boolean isGroup() {
      return true;
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
  record Item(Finding finding, int number, int depth) implements FindingLine {
    @Override
    public boolean isGroup() {
      return false;
    }

    @Override
    public boolean open() {
      return false;
    }

    @Override
    public List<Finding> findings() {
      return List.of(finding);
    }
  }
}
