package org.kpackworkbench.installers.desktop;

import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.app.cli.OptionValues;
import org.kpackworkbench.installers.desktop.Completions.Command;
import org.kpackworkbench.installers.desktop.Completions.Option;

/** The completion for fish: a line for each option of each command. */
final class FishCompletion {
  private static final String HEAD =
      """
      # fish completion for kpack-workbench, generated from the command line's description. Runs no program.

      # Whether the command line has this command, or none where none is named.
      function __kpack_workbench_command
          set -l tokens (commandline -opc)
          if test (count $tokens) -lt 2
              test (count $argv) -eq 0
          else
              test (count $argv) -gt 0 -a "$tokens[2]" = "$argv[1]"
          end
      end

      # Whether this is the command, and this its option that is last: some take several words.
      function __kpack_workbench_within
          set -l options (string match -- '-*' (commandline -opc))
          __kpack_workbench_command $argv[1]; and test "$options[-1]" = "$argv[2]"
      end

      """;

  private FishCompletion() {}

  static String script(List<Command> commands) {
    StringBuilder text = new StringBuilder(HEAD);
    for (Command command : commands) {
      if (!command.isProgram()) {
        line(text, "__kpack_workbench_command", "-a " + command.name(), command.words());
      }
    }
    line(text, "__kpack_workbench_command", "-a help", "the help of a command");
    line(
        text,
        "__kpack_workbench_command help",
        "-f -a "
            + quoted(
                commands.stream()
                    .filter(command -> !command.isProgram())
                    .map(Command::name)
                    .collect(Collectors.joining(" "))),
        "");
    for (Command command : commands) {
      text.append('\n');
      String condition = ("__kpack_workbench_command " + command.name()).strip();
      command.options().forEach(option -> line(text, condition, option(option), option.words()));
      for (Option option : command.options()) {
        if (option.several() && option.values() instanceof OptionValues.Words words) {
          for (String name : option.names()) {
            line(
                text,
                "__kpack_workbench_within %s %s".formatted(command.name(), name),
                "-f -a " + quoted(words(words)),
                "");
          }
        }
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String condition, String what, String words) {
    text.append("complete -c kpack-workbench -n ").append(quoted(condition)).append(' ');
    text.append(what);
    if (!words.isEmpty()) {
      text.append(" -d ").append(quoted(words));
    }
    text.append('\n');
  }

  private static String option(Option option) {
    String names =
        option.names().stream()
            .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.charAt(1))
            .collect(Collectors.joining(" "));
    if (!option.hasValue()) {
      return names;
    }
    return names
        + switch (option.values()) {
          case OptionValues.Unknown nothing -> " -x";
          case OptionValues.Files files -> " -r -F";
          case OptionValues.Folders folders -> " -x -a '(__fish_complete_directories)'";
          case OptionValues.Words words -> " -x -a " + quoted(words(words));
        };
  }

  private static String words(OptionValues.Words words) {
    if (words.several()) {
      return "(__fish_complete_list , 'printf \"%s\\n\" " + String.join(" ", words.words()) + "')";
    }
    return words.words().stream()
        .map(word -> word.replace(" ", "\\ "))
        .collect(Collectors.joining(" "));
  }

  /** In quotes only a backslash and the quote mean something. */
  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
