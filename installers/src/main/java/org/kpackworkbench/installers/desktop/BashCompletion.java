package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.app.cli.OptionValues;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.desktop.Completions.Command;
import org.kpackworkbench.installers.desktop.Completions.Option;

/** The completion for bash: a function, with tables of words. */
final class BashCompletion {
  private BashCompletion() {}

  static String script(List<Command> commands) throws IOException {
    return Resources.text("desktop/bash-completion.sh")
        .replace("@COMMANDS@", joined(named(commands).map(Command::name)))
        .replace("@COMMAND_PATTERN@", joined(named(commands).map(Command::name)).replace(' ', '|'))
        .replace("@OPTIONS@", options(commands))
        .replace("@SEVERAL@", several(commands))
        .replace("@VALUES@", values(commands));
  }

  private static Stream<Command> named(List<Command> commands) {
    return commands.stream().filter(command -> !command.isProgram());
  }

  private static String joined(Stream<String> words) {
    return words.collect(Collectors.joining(" "));
  }

  private static String options(List<Command> commands) {
    StringBuilder text = new StringBuilder();
    for (Command command : commands) {
      text.append("    %s) words=(%s) ;;\n".formatted(name(command), joined(command.spellings())));
    }
    return text.toString().stripTrailing();
  }

  /** The program has no name of its own. */
  private static String name(Command command) {
    return command.isProgram() ? "''" : command.name();
  }

  private static String several(List<Command> commands) {
    return commands.stream()
        .flatMap(
            command ->
                command.options().stream()
                    .filter(Option::several)
                    .flatMap(option -> option.names().stream())
                    .map(option -> name(command) + ":" + option))
        .collect(Collectors.joining(" | "));
  }

  /** Options with the same values share one line. */
  private static String values(List<Command> commands) {
    Map<String, Set<String>> cases = new LinkedHashMap<>();
    for (Command command : commands) {
      for (Option option : command.options()) {
        if (option.hasValue()) {
          for (String name : option.names()) {
            cases
                .computeIfAbsent(body(option.values()), key -> new LinkedHashSet<>())
                .add(name(command) + ":" + name);
          }
        }
      }
    }
    StringBuilder text = new StringBuilder();
    cases.forEach(
        (body, patterns) ->
            text.append("    %s)\n      %s ;;\n".formatted(String.join(" | ", patterns), body)));
    return text.toString().stripTrailing();
  }

  private static String body(OptionValues values) {
    return switch (values) {
      case OptionValues.Unknown nothing -> "kind=nothing";
      case OptionValues.Files files -> "kind=files";
      case OptionValues.Folders folders -> "kind=folders";
      case OptionValues.Words words ->
          "kind=%s words=(%s)"
              .formatted(
                  words.several() ? "list" : "words",
                  words.words().stream()
                      .map(BashCompletion::quoted)
                      .collect(Collectors.joining(" ")));
    };
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_.-]+") ? word : "'" + word + "'";
  }
}
