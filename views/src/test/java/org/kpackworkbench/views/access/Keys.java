package org.kpackworkbench.views.access;

import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/** Keys as a window gets them, without the time that a robot takes. JavaFX thread. */
final class Keys {
  private Keys() {}

  static void press(Node target, KeyCode code) {
    press(target, code, false, false);
  }

  static void press(Node target, KeyCode code, boolean shift, boolean control) {
    Event.fireEvent(target, event(KeyEvent.KEY_PRESSED, code, shift, control));
    Event.fireEvent(target, event(KeyEvent.KEY_RELEASED, code, shift, control));
  }

  private static KeyEvent event(
      javafx.event.EventType<KeyEvent> type, KeyCode code, boolean shift, boolean control) {
    return new KeyEvent(type, "", "", code, shift, control, false, false);
  }
}
