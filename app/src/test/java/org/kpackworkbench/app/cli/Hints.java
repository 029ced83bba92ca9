package org.kpackworkbench.app.cli;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.kpackworkbench.app.console.Console;

/** Options that messages of a command name: the command has each, or the message names another. */
final class Hints {
  private static final Pattern OPTION =
      Pattern.compile("(?<![\\w-])--[a-z][a-z0-9]*+(?:-[a-z0-9]+)*+(?!-?…)");
  private static final Pattern OTHER_PROGRAM =
      Pattern.compile("\\b(pip|apt|tar|dpkg|git|llvm-\\w+|ldd)\\b");
  private static final Map<String, Set<String>> OPTIONS = new ConcurrentHashMap<>();

  private Hints() {}

  /** Returns the lines of a command's messages that name an option it does not have. */
  static List<String> wrong(List<String> args, String messages) {
    if (args.isEmpty() || options(args.getFirst()).isEmpty()) {
      return List.of();
    }
    Set<String> own = options(args.getFirst());
    List<String> wrong = new ArrayList<>();
    for (String line : messages.lines().toList()) {
      boolean elsewhere = own.contains("--allow-large") && line.contains("verify have it");
      if (elsewhere
          || OPTION.matcher(line).results().anyMatch(each -> !has(own, args, line, each))) {
        wrong.add(line);
      }
    }
    return wrong;
  }

  private static boolean has(Set<String> own, List<String> args, String line, MatchResult option) {
    String before = line.substring(0, option.start());
    return own.contains(option.group())
        || args.stream().anyMatch(arg -> arg.contains(option.group()))
        || OTHER_PROGRAM.matcher(before).find()
        || Cli.VERBS.stream()
            .anyMatch(
                verb ->
                    before.matches(".*\\b" + verb.name() + "\\b.*")
                        && options(verb.name()).contains(option.group()));
  }

  private static Set<String> options(String command) {
    return OPTIONS.computeIfAbsent(
        command,
        name -> {
          Set<String> names = new HashSet<>();
          Console silent =
              new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
          Cli.VERBS.stream()
              .filter(verb -> verb.name().equals(name))
              .map(verb -> verb.make().apply(silent).line().getCommandSpec())
              .forEach(spec -> spec.options().forEach(each -> names.addAll(List.of(each.names()))));
          return names;
        });
  }
}
