package org.kpackworkbench.views.kit.action;

import javafx.scene.input.KeyCombination;
import org.kpackworkbench.icons.KpackIcon;

/** What an action may have beside its text. */
sealed interface ActionTrait {

  /** A key that runs it. */
  record Key(String spelling) implements ActionTrait {
    /** {@code Shortcut} is Command on macOS and Ctrl elsewhere. */
    KeyCombination combination() {
      return spelling.endsWith("?")
          ? new CharacterKey("?", KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_ANY)
          : KeyCombination.keyCombination(spelling);
    }
  }

  /** The submenu it stands in. */
  record Submenu(String title) implements ActionTrait {}

  /** Its icon. */
  record Icon(KpackIcon icon) implements ActionTrait {}

  /** Whether it is on or off. */
  enum State implements ActionTrait {
    TOGGLE,
    CHOICE
  }

  static ActionTrait key(String spelling) {
    return new Key(spelling);
  }

  static ActionTrait inSubmenu(String title) {
    return new Submenu(title);
  }

  static ActionTrait icon(KpackIcon icon) {
    return new Icon(icon);
  }

  static ActionTrait toggle() {
    return State.TOGGLE;
  }

  static ActionTrait choice() {
    return State.CHOICE;
  }
}
