package org.kpackworkbench.views.spi;

import java.util.Locale;
import javafx.geometry.Orientation;
import org.kpackworkbench.views.kit.theme.KeySplitPane;

/** The divider of two panes stays where the user put it, in other views and after a restart. */
public final class RememberedDivider {
  private static final double LEAST = 0.2;
  private static final double MOST = 0.85;

  private RememberedDivider() {}

  /**
   * Puts the first divider where it was the last time, and remembers where it is put.
   *
   * @param key under which it is remembered
   * @param usual the share of the first pane, from 0 to 1, before it was moved
   */
  public static void follow(KeySplitPane split, Remembered remembered, String key, double usual) {
    double first = remembered.text(key).map(text -> share(text, usual)).orElse(usual);
    split.place(() -> split.setDividerPositions(first));
    split
        .getDividers()
        .getFirst()
        .positionProperty()
        .subscribe(
            position -> {
              boolean wide = split.getOrientation() == Orientation.HORIZONTAL;
              // Not what a hidden or an empty pane makes of it, or one that was not laid out yet.
              if (!split.isPlacing()
                  && split.getScene() != null
                  && (wide ? split.getWidth() : split.getHeight()) > 0) {
                remembered.text(key, String.format(Locale.ROOT, "%.3f", position.doubleValue()));
              }
            });
  }

  private static double share(String text, double usual) {
    try {
      return Math.clamp(Double.parseDouble(text), LEAST, MOST);
    } catch (NumberFormatException other) {
      return usual;
    }
  }
}
