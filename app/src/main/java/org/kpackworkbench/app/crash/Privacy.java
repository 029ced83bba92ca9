package org.kpackworkbench.app.crash;

import java.util.Locale;
import org.kpackworkbench.model.base.text.SafeText;

/** Removes personal paths from a report: the home folder, and folders of arguments. */
final class Privacy {
  private static final int LONGEST = 2_000;

  private Privacy() {}

  /** One line, without control characters, cut where it is very long, the home folder as ~. */
  static String line(String text) {
    String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return withoutHome(SafeText.of(cut), System.getProperty("user.home", ""));
  }

  static String withoutHome(String text, String home) {
    // The root folder, as of a container's user, would be taken out of every path.
    return home.length() > 1 ? text.replace(home, "~") : text;
  }

  /** An argument of a command: of a path only its last name stays. */
  static String withoutFolders(String argument) {
    int value = argument.startsWith("-") ? argument.indexOf('=') + 1 : 0;
    String text = argument.substring(value);
    int slash = Math.max(text.lastIndexOf('/'), windows() ? text.lastIndexOf('\\') : -1);
    return slash < 0
        ? argument
        : argument.substring(0, value) + "…" + text.substring(Math.min(slash, text.length()));
  }

  private static boolean windows() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
  }
}
