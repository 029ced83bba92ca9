package org.kpackworkbench.views.spi;

import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers;

/** Actions that work wherever the focus is, on the current place or the active file. */
@FunctionalInterface
public interface WindowActions {

  /**
   * Adds what it does to the window's handlers. UI thread.
   *
   * @param file the active file, also while it changes; null if none is open
   */
  void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file);
}
