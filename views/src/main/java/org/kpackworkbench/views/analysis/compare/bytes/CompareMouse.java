package org.kpackworkbench.views.analysis.compare.bytes;

import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.views.kit.hex.ByteRowsMouse;

/** The mouse over aligned bytes: unfolds, chooses the side, and selects whole differences. */
final class CompareMouse extends ByteRowsMouse {
  private final ByteCompareModel model;
  private final CompareSurface surface;

  CompareMouse(ByteCompareView view, ByteCompareModel model) {
    super(view, model, view.surface());
    this.model = model;
    this.surface = view.surface();
  }

  @Override
  protected boolean pressedElsewhere(MouseEvent event) {
    if (event.getY() < surface.headerHeight()) {
      return true;
    }
    long row = surface.rowAt(event.getY());
    if (!model.rows().isFold(row)) {
      return false;
    }
    if (event.getButton() == MouseButton.PRIMARY) {
      model.unfold(row);
    }
    return true;
  }

  @Override
  protected void pressing(MouseEvent event) {
    model.setSide(surface.sideAt(event.getX()));
  }

  @Override
  protected void doubleClicked(long position) {
    AlignedBytes known = model.known();
    if (known.differs(position)) {
      model.select(known.difference(known.lastFrom(position)));
    }
  }
}
