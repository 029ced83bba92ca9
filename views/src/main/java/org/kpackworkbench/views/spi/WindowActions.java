package org.kpackworkbench.views.spi;

import java.util.List;
import java.util.function.Supplier;
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

  /**
   * Sets what tells which files are open, for what works on several of them.
   *
   * @param open gives the files that are read, in the order of their tabs; on the UI thread
   */
  default void among(Supplier<List<OpenedFile>> open) {}
}
