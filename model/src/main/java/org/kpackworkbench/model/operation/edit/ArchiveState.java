package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** What is derived from an archive and its edits. For one thread. */
final class ArchiveState {
  private final RowTable rows;
  private boolean anyList;
  private Head head;

  ArchiveState(KpackArchive original) throws FormatException {
    this.rows = new RowTable(original);
    this.head = Head.of(original);
  }

  RowTable rows() {
    return rows;
  }

  Head head() {
    return head;
  }

  void head(Head other) {
    head = other;
  }

  /** Whether a list of targets that was set stays as it is, whatever targets rows have. */
  boolean anyList() {
    return anyList;
  }

  void allowAnyList() {
    anyList = true;
  }

  /**
   * The list of targets: the one that was set or read; targets for which edits added the first row
   * come behind, and of a list that was read those go that lost their last one.
   */
  List<String> architectures() throws FormatException {
    Map<String, Integer> before = rows.originalTargets();
    Map<String, Integer> now = rows.targets();
    List<String> set = head.architectures();
    List<String> listed = new ArrayList<>(set == null ? rows.original().architectures() : set);
    if (set == null) {
      listed.removeIf(target -> before.containsKey(target) && !now.containsKey(target));
    }
    for (String target : set != null && anyList ? List.<String>of() : now.keySet()) {
      if ((set != null || !before.containsKey(target)) && !listed.contains(target)) {
        listed.add(target);
      }
    }
    return listed;
  }
}
