package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import org.kpackworkbench.views.kit.copy.CopyFormats;

/** A command line as POSIX shells read it. */
final class CommandText {
  private final StringBuilder text = new StringBuilder("kpack-workbench");

  CommandText(String command) {
    text.append(' ').append(command);
  }

  CommandText(String command, Path input) {
    this(command);
    argument(input);
  }

  /** A file or folder that is named without an option. */
  CommandText argument(Path input) {
    String path = input.toString();
    // Otherwise a name that begins with a dash would be taken for an option.
    add(path.startsWith("-") ? "./" + path : path);
    return this;
  }

  CommandText option(String name, Object value) {
    String word = value.toString();
    if (word.startsWith("-") && name.startsWith("--")) {
      text.append(' ').append(CopyFormats.argument(name + "=" + word));
      return this;
    }
    text.append(' ').append(name);
    add(word);
    return this;
  }

  /** An option that is given where it differs from what it is otherwise. */
  CommandText option(String name, Object value, Object otherwise) {
    return value.equals(otherwise) ? this : option(name, value);
  }

  CommandText flag(String name, boolean given) {
    if (given) {
      text.append(' ').append(name);
    }
    return this;
  }

  private void add(String word) {
    text.append(' ').append(CopyFormats.argument(word));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
