package org.kpackworkbench.views.format.kpack;

import javafx.collections.ObservableListBase;

/** {@link Lines} as a list that a table follows. UI thread only. */
final class LineList extends ObservableListBase<Line> {
  private Lines lines;

  LineList(Lines lines) {
    this.lines = lines;
  }

  Lines lines() {
    return lines;
  }

  /** Shows other lines altogether. */
  void replace(Lines now) {
    Lines before = lines;
    lines = now;
    beginChange();
    nextReplace(0, now.size(), before);
    endChange();
  }

  /** The line at {@code index} was opened or closed; all others are the same. */
  void toggled(int index, Lines now) {
    Lines before = lines;
    lines = now;
    int gone = before.shownBelow(index);
    int come = now.shownBelow(index);
    beginChange();
    if (gone > 0) {
      nextRemove(index + 1, before.subList(index + 1, index + 1 + gone));
    }
    if (come > 0) {
      nextAdd(index + 1, index + 1 + come);
    }
    endChange();
    // By itself: together with the lines below it, it would be taken for another line.
    beginChange();
    nextSet(index, before.get(index));
    endChange();
  }

  @Override
  public Line get(int index) {
    return lines.get(index);
  }

  @Override
  public int size() {
    return lines.size();
  }
}
