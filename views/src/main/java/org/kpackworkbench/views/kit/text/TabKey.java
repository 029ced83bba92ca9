package org.kpackworkbench.views.kit.text;

import javafx.scene.TraversalDirection;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/** Tab in areas of text. UI thread only. */
public final class TabKey {
  private TabKey() {}

  /**
   * Lets Tab and Shift+Tab leave an area, as they leave every other control; it would else keep the
   * focus for users without a mouse. Not for editors of text, which Ctrl+Tab leaves.
   */
  public static void leaves(TextArea area) {
    area.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.TAB && !event.isShortcutDown() && !event.isAltDown()) {
            area.requestFocusTraversal(
                event.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
            event.consume();
          }
        });
  }
}
