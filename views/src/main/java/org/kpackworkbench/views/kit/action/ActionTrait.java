package org.kpackworkbench.views.kit.action;

import java.util.Objects;
import javafx.scene.input.KeyCharacterCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;

/** Traits that an action may have beside its text. */
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

  /** The submenu that holds it. */
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

  /**
   * A key that is meant by its character, wherever a keyboard has it. Not every platform knows that
   * position (the headless one throws an exception for each key press); there it matches nothing,
   * and the action's other keys remain.
   */
  static final class CharacterKey extends KeyCombination {
    private final KeyCharacterCombination delegate;
    private boolean unsupported;

    CharacterKey(String character, Modifier... modifiers) {
      super(modifiers);
      delegate = new KeyCharacterCombination(character, modifiers);
    }

    @Override
    public boolean match(KeyEvent event) {
      if (unsupported) {
        return false;
      }
      try {
        return delegate.match(event);
      } catch (UnsupportedOperationException notOnThisPlatform) {
        unsupported = true;
        return false;
      }
    }

    @Override
    public String getName() {
      return delegate.getName();
    }

    @Override
    public String getDisplayText() {
      return delegate.getDisplayText();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof CharacterKey that && delegate.equals(that.delegate);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(delegate);
    }
  }
}
