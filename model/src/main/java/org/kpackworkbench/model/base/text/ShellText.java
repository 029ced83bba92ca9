package org.kpackworkbench.model.base.text;

import java.util.regex.Pattern;

/** Command lines to copy. */
public final class ShellText {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_@%+=:,./-][A-Za-z0-9_@%+=:,./~#-]*");

  private ShellText() {}

  /** An argument as POSIX shells read it: in quotes where it has to be. */
  public static String argument(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
