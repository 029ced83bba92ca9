package org.kpackworkbench.views.kit.theme;

import java.util.Arrays;
import java.util.Optional;

/** Choice of the user in the View menu; {@link #SYSTEM} follows the desktop. */
public enum ThemeChoice {
  SYSTEM("system", "Like the system"),
  LIGHT("light", "Light"),
  DARK("dark", "Dark"),
  HIGH_CONTRAST("high-contrast", "High contrast");

  private final String id;
  private final String words;

  ThemeChoice(String id, String words) {
    this.id = id;
    this.words = words;
  }

  /** The name that settings use. */
  public String id() {
    return id;
  }

  /** The name that menus show. */
  public String words() {
    return words;
  }

  /** The choice of that {@link #id}, if there is one. */
  public static Optional<ThemeChoice> byId(String id) {
    return Arrays.stream(values()).filter(choice -> choice.id.equals(id)).findFirst();
  }

  /**
   * The theme that follows from this choice.
   *
   * @param systemDark whether the desktop is dark
   * @param systemHighContrast whether the desktop uses high contrast
   */
  public Theme resolve(boolean systemDark, boolean systemHighContrast) {
    return switch (this) {
      case LIGHT -> Theme.LIGHT;
      case DARK -> Theme.DARK;
      case HIGH_CONTRAST -> systemDark ? Theme.CONTRAST_DARK : Theme.CONTRAST_LIGHT;
      case SYSTEM -> {
        if (systemHighContrast) {
          yield systemDark ? Theme.CONTRAST_DARK : Theme.CONTRAST_LIGHT;
        }
        yield systemDark ? Theme.DARK : Theme.LIGHT;
      }
    };
  }
}
