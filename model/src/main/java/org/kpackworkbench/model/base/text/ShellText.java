package org.kpackworkbench.model.base.text;

import java.io.File;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines to copy. */
public final class ShellText {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_@%+=:,./-][A-Za-z0-9_@%+=:,./~#-]*");

  private static final Pattern PLAIN_ON_WINDOWS = Pattern.compile("[A-Za-z0-9_+=:./\\\\~#-]+");

  /** Before a quotation mark they count twice. */
  private static final Pattern BACKSLASHES = Pattern.compile("(\\\\+)(?=\"|$)");

  /** The command in advice, with what is before it. */
  private static final Pattern EDIT =
      Pattern.compile(
          "(?:: kpack-workbench edit .* --force| \\(kpack-workbench edit .* --force\\))");

  private ShellText() {}

  /** Returns an argument as shells of this system read it: in quotes where it has to be. */
  public static String argument(String text) {
    return File.separatorChar == '\\' ? windows(text) : posix(text);
  }

  static String posix(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** Returns an argument as both shells of Windows read it. */
  static String windows(String text) {
    return PLAIN_ON_WINDOWS.matcher(text).matches()
        ? text
        : '"' + BACKSLASHES.matcher(text).replaceAll("$1$1").replace("\"", "\\\"") + '"';
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
