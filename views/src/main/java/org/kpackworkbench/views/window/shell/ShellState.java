package org.kpackworkbench.views.window.shell;

import org.kpackworkbench.views.spi.Remembered;

/** Where the window keeps what it remembers. The program stores it; tests keep it in memory. */
public interface ShellState extends Remembered {

  /** A state that is forgotten with the object. */
  static ShellState inMemory() {
    final class Forgetful extends Remembered.InMemory implements ShellState {}

    return new Forgetful();
  }
}
