package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one edit does to an archive: collected while it is done, then undone and redone. */
final class ArchiveChanges implements EditedDocument.Step {
  private final ArchiveState state;
  private final List<Change> changes = new ArrayList<>();
  private final Head headBefore;
  private final int nextBefore;
  private Head headAfter;
  private int nextAfter;

  private record Change(int id, @Nullable Slot before, @Nullable Slot after) {}

  ArchiveChanges(ArchiveState state) {
    this.state = state;
    this.headBefore = state.head();
    this.headAfter = headBefore;
    this.nextBefore = state.rows().next();
    this.nextAfter = nextBefore;
  }

  void put(int id, Slot slot) {
    Slot before = state.rows().slot(id);
    changes.add(new Change(id, before, slot));
    state.rows().put(id, slot);
  }

  void add(Slot.Row row) {
    int id = nextAfter++;
    state.rows().next(nextAfter);
    changes.add(new Change(id, Slot.Gone.GONE, row));
    state.rows().put(id, row);
  }

  void head(Head head) {
    headAfter = head;
    state.head(head);
  }

  boolean isEmpty() {
    return changes.isEmpty() && headAfter.equals(headBefore);
  }

  /** The rows that were touched, with what stood in their place; null for the original's. */
  Map<Integer, @Nullable Slot> touched() {
    Map<Integer, @Nullable Slot> first = new LinkedHashMap<>();
    changes.reversed().forEach(change -> first.put(change.id(), change.before()));
    return first;
  }

  @Override
  public void forth() {
    state.rows().next(nextAfter);
    changes.forEach(change -> state.rows().put(change.id(), change.after()));
    state.head(headAfter);
  }

  @Override
  public void back() {
    for (Change change : changes.reversed()) {
      boolean added = change.id() >= nextBefore;
      state.rows().put(change.id(), added ? null : change.before());
    }
    state.rows().next(nextBefore);
    state.head(headBefore);
  }
}
