package org.kpackworkbench.views.kit.hex;

import java.util.function.Predicate;
import javafx.scene.input.KeyEvent;

/**
 * Moves the caret of bytes in rows by keys, as editors do. UI thread only.
 *
 * @param others is given what is pressed with the shortcut key and means nothing here; says whether
 *     it did something
 */
public record ByteRowsKeys(ByteRowsModel model, Predicate<KeyEvent> others) {
  /** Does what a pressed key says and consumes the event, or leaves it alone. */
  public void pressed(KeyEvent event) {
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
      default -> {
        return others.test(event);
      }
    }
    return true;
  }

  private boolean plain(KeyEvent event) {
    boolean extend = event.isShiftDown();
    long caret = model.caret();
    long row = model.rowLength();
    switch (event.getCode()) {
      case LEFT, KP_LEFT -> model.moveBytes(-1, extend);
      case RIGHT, KP_RIGHT -> model.moveBytes(1, extend);
      case UP, KP_UP -> model.moveRows(-1, extend);
      case DOWN, KP_DOWN -> model.moveRows(1, extend);
      case PAGE_UP -> page(-model.visibleRows(), extend);
      case PAGE_DOWN -> page(model.visibleRows(), extend);
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

  /** Moves caret and rows by as much, so that the caret keeps its height. */
  private void page(long rows, boolean extend) {
    model.scrollTo(model.topRowProperty().get() + rows);
    model.moveRows(rows, extend);
  }
}
