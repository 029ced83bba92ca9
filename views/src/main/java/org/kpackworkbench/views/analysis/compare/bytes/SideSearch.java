package org.kpackworkbench.views.analysis.compare.bytes;

import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.hex.FindModel;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.job.Background;

/**
 * Finding in one side, from the caret on: the search of the hex view, on a model of that side alone
 * that follows the comparison's caret and that the comparison follows. UI thread.
 */
final class SideSearch {
  private final ByteCompareModel model;
  private final HexModel bytes = new HexModel();
  private final FindModel find;
  private int side;
  private boolean following;

  SideSearch(ByteCompareModel model, int side, SideBytes sideBytes, Background background) {
    this.model = model;
    this.side = side;
    bytes.viewProperty().set(sideBytes.view());
    find = new FindModel(bytes, background);
    bytes.selectionProperty().subscribe(this::found);
    model.caretProperty().subscribe(this::follow);
    model.sideProperty().subscribe(this::follow);
  }

  FindModel find() {
    return find;
  }

  /** Its side stands somewhere else now. */
  void setSide(int newSide) {
    side = newSide;
  }

  int side() {
    return side;
  }

  private void follow() {
    if (!following && model.alignment().size(side) > 0) {
      following = true;
      long offset = model.alignment().offsetFrom(side, model.caretProperty().get());
      bytes.moveCaret(offset, false);
      following = false;
    }
  }

  private void found() {
    ByteRange selected = bytes.selectionProperty().get();
    if (!following && !selected.isEmpty()) {
      following = true;
      model.setSide(side);
      long start = model.alignment().position(side, selected.start());
      model.select(
          ByteRange.between(start, model.alignment().position(side, selected.end() - 1) + 1));
      following = false;
    }
  }
}
