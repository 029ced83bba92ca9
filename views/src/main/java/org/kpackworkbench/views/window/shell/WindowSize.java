package org.kpackworkbench.views.window.shell;

import java.util.Optional;

/**
 * How large a window is when it is not maximised, and whether it is.
 *
 * @param width in pixels
 * @param height in pixels
 */
public record WindowSize(double width, double height, boolean maximized) {
  private static final double SMALLEST = 300;
  private static final double LARGEST = 16_000;

  static final WindowSize DEFAULT = new WindowSize(1280, 860, false);

  /** A size that a window can have. */
  static Optional<WindowSize> reasonable(double width, double height, boolean maximized) {
    boolean fits = width >= SMALLEST && width <= LARGEST && height >= SMALLEST && height <= LARGEST;
    return fits ? Optional.of(new WindowSize(width, height, maximized)) : Optional.empty();
  }
}
