package org.kpackworkbench.app.cli;

/**
 * A change as given on the command line.
 *
 * @param option the option, such as {@code --rename}
 * @param value what is behind it
 */
record EditOption(String option, String value) {

  /** Two values with a sign between them, such as {@code OLD=NEW}. */
  record Pair(String first, String second) {}

  /** The value, taken apart at the first of some signs. */
  Pair first(char sign) throws CliException {
    return at(value.indexOf(sign), sign);
  }

  /** The value, taken apart at the last of some signs. */
  Pair last(char sign) throws CliException {
    return at(value.lastIndexOf(sign), sign);
  }

  private Pair at(int index, char sign) throws CliException {
    if (index <= 0) {
      throw wrong("two values with %c between them".formatted(sign));
    }
    return new Pair(value.substring(0, index), value.substring(index + 1));
  }

  /** Returns the error for a value that cannot be understood. */
  CliException wrong(String expected) {
    return CliException.failed("%s: expected %s, found \"%s\"".formatted(option, expected, value));
  }

  /** Returns the error for an option that is for another kind of file. */
  CliException notFor(String kind) {
    return CliException.failed("%s cannot be combined with %s; see --help".formatted(option, kind));
  }

  /** There is nothing that it means. */
  CliException nothing(String what) {
    return CliException.notFound("%s: no %s matches \"%s\"".formatted(option, what, value));
  }
}
