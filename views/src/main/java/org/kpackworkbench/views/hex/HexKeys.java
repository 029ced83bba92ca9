package org.kpackworkbench.views.hex;

import javafx.scene.input.KeyEvent;

/** Moves the caret by keys, as editors do. */
final class HexKeys {
  private final HexView hex;
  private final HexModel model;

  HexKeys(HexView hex) {
    this.hex = hex;
    this.model = hex.model();
  }

  void pressed(KeyEvent event) {
    if (event.isAltDown() || (event.isMetaDown() && !event.isShortcutDown())) {
      return;
    }
    if (event.isShortcutDown() ? withShortcut(event) : plain(event)) {
      event.consume();
    }
  }

  private boolean withShortcut(KeyEvent event) {
    boolean extend = event.isShiftDown();
    switch (event.getCode()) {
      case HOME -> model.moveCaret(0, extend);
      case END -> model.moveCaret(Long.MAX_VALUE, extend);
      case UP -> model.scrollTo(model.topRowProperty().get() - 1);
      case DOWN -> model.scrollTo(model.topRowProperty().get() + 1);
      case A -> model.selectAll();
      case C -> hex.copy();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean plain(KeyEvent event) {
    boolean extend = event.isShiftDown();
    long caret = model.caretOffsetProperty().get();
    HexGeometry geometry = model.geometry();
    int row = geometry.bytesPerRow();
    switch (event.getCode()) {
      case LEFT, KP_LEFT -> model.moveCaret(caret - 1, extend);
      case RIGHT, KP_RIGHT -> model.moveCaret(caret + 1, extend);
      case UP, KP_UP -> model.moveCaret(caret >= row ? caret - row : caret, extend);
      case DOWN, KP_DOWN -> down(caret, geometry, extend);
      case PAGE_UP -> page(-model.visibleRows(), extend);
      case PAGE_DOWN -> page(model.visibleRows(), extend);
      case HOME -> model.moveCaret(geometry.startOf(geometry.rowOf(caret)), extend);
      case END -> model.moveCaret(geometry.startOf(geometry.rowOf(caret) + 1) - 1, extend);
      case ESCAPE -> {
        if (model.selectionProperty().get().isEmpty()) {
          return false;
        }
        model.moveCaret(caret, false);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void down(long caret, HexGeometry geometry, boolean extend) {
    boolean lastRow = geometry.rowOf(caret) == geometry.rows() - 1;
    model.moveCaret(lastRow ? caret : caret + geometry.bytesPerRow(), extend);
  }

  /** Moves caret and rows by as much, so that the caret keeps its height. */
  private void page(long rows, boolean extend) {
    HexGeometry geometry = model.geometry();
    long caret = model.caretOffsetProperty().get();
    long column = caret % geometry.bytesPerRow();
    long row = Math.clamp(geometry.rowOf(caret) + rows, 0, geometry.rows() - 1);
    model.scrollTo(model.topRowProperty().get() + rows);
    model.moveCaret(geometry.startOf(row) + column, extend);
  }
}
