package org.kpackworkbench.views.compare.bytes;

import javafx.scene.input.KeyEvent;

/** Moves the caret by keys, as the hex view does; with Ctrl, Left and Right change the side. */
final class CompareKeys {
  private final ByteCompareModel model;

  CompareKeys(ByteCompareModel model) {
    this.model = model;
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
      case UP -> model.scrollTo(model.topLineProperty().get() - 1);
      case DOWN -> model.scrollTo(model.topLineProperty().get() + 1);
      case LEFT, KP_LEFT -> model.setSide(model.sideProperty().get() - 1);
      case RIGHT, KP_RIGHT -> model.setSide(model.sideProperty().get() + 1);
      case A -> model.selectAll();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean plain(KeyEvent event) {
    boolean extend = event.isShiftDown();
    long caret = model.caretProperty().get();
    long row = model.rows().bytesPerRow();
    switch (event.getCode()) {
      case LEFT, KP_LEFT -> model.moveBytes(-1, extend);
      case RIGHT, KP_RIGHT -> model.moveBytes(1, extend);
      case UP, KP_UP -> model.moveLines(-1, extend);
      case DOWN, KP_DOWN -> model.moveLines(1, extend);
      case PAGE_UP -> page(-model.visibleLines(), extend);
      case PAGE_DOWN -> page(model.visibleLines(), extend);
      case HOME -> model.moveCaret(caret - caret % row, extend);
      case END -> model.moveCaret(caret - caret % row + row - 1, extend);
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

  /** Moves caret and lines by as much, so that the caret keeps its height. */
  private void page(long lines, boolean extend) {
    model.scrollTo(model.topLineProperty().get() + lines);
    model.moveLines(lines, extend);
  }
}
