package org.kpackworkbench.model.base.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines to copy. */
public final class ShellText {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_@%+=:,./-][A-Za-z0-9_@%+=:,./~#-]*");

  /** The command in advice, with what is before it. */
  private static final Pattern EDIT =
      Pattern.compile(
          "(?:: kpack-workbench edit .* --force| \\(kpack-workbench edit .* --force\\))");

  private ShellText() {}

  /** An argument as POSIX shells read it: in quotes where it has to be. */
  public static String argument(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** A file as an argument, which no program takes for an option. */
  public static String file(Object path) {
    String text = path.toString();
    return argument(text.startsWith("-") || text.startsWith("@") ? "./" + text : text);
  }

  /**
   * Returns a command of this program to copy.
   *
   * @param file the file that it works on
   * @param options what follows the file
   */
  public static String command(String name, Object file, Stream<String> options) {
    return Stream.concat(
            Stream.of("kpack-workbench", name, file(file)), options.map(ShellText::argument))
        .collect(Collectors.joining(" "));
  }

  /**
   * Returns advice without a command that changes a file, where no command reaches that file.
   *
   * @param instead what follows the advice instead
   */
  public static String withoutEdit(String advice, String instead) {
    return EDIT.matcher(advice)
        .replaceAll(
            found -> found.group().startsWith(":") ? Matcher.quoteReplacement(instead) : "");
  }
}
