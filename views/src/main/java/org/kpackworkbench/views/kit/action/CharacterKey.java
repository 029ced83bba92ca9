package org.kpackworkbench.views.kit.action;

import java.util.Objects;
import javafx.scene.input.KeyCharacterCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/**
 * A key that is meant by its character, wherever a keyboard has it. Not every platform knows that
 * position (the headless one throws an exception for each key press); there it matches nothing, and
 * the action's other keys remain.
 */
final class CharacterKey extends KeyCombination {
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
