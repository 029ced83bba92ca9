package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.app.cli.OptionValues;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.desktop.Completions.Command;
import org.kpackworkbench.installers.desktop.Completions.Option;

/** The completion for zsh: what {@code _arguments} takes, for each command. */
final class ZshCompletion {
  private ZshCompletion() {}

  static String script(List<Command> commands) throws IOException {
    StringBuilder described = new StringBuilder();
    StringBuilder cases = new StringBuilder();
    String program = "";
    for (Command command : commands) {
      String arguments = arguments(command);
      if (command.isProgram()) {
        program = arguments;
        continue;
      }
      described.append("    ").append(quoted(command.name() + ":" + command.words())).append('\n');
      cases.append("    %s)\n      _arguments -S%s ;;\n".formatted(command.name(), arguments));
    }
    return Resources.text("desktop/zsh-completion.sh")
        .replace("@DESCRIBED@", described.toString().stripTrailing())
        .replace("@PROGRAM@", program)
        .replace("@CASES@", cases.toString().stripTrailing());
  }

  private static String arguments(Command command) {
    StringBuilder text = new StringBuilder();
    for (Option option : command.options()) {
      for (String name : option.names()) {
        text.append(" \\\n        ").append(quoted(specification(option, name)));
      }
    }
    if (command.takesFiles()) {
      text.append(" \\\n        '*:file:_files'");
    } else {
      several(command).forEach(each -> text.append(" \\\n        ").append(quoted(each)));
    }
    return text.toString();
  }

  private static String specification(Option option, String name) {
    List<String> others = new ArrayList<>(option.names());
    // What may be given again does not exclude itself.
    String excluded =
        option.repeats() || others.size() == 1 ? "" : "(" + String.join(" ", others) + ")";
    String again = option.repeats() ? "*" : "";
    String value =
        option.hasValue()
            ? ":%s:%s".formatted(escaped(option.label()), action(option.values()))
            : "";
    String joined = !option.hasValue() ? "" : name.startsWith("--") ? "=" : "+";
    return excluded + again + name + joined + "[" + escaped(option.words()) + "]" + value;
  }

  /** Where options take several words and nothing else is a word, any word may be one of theirs. */
  private static List<String> several(Command command) {
    List<OptionValues.Words> lists = new ArrayList<>();
    for (Option option : command.options()) {
      if (option.several() && option.values() instanceof OptionValues.Words words) {
        lists.add(words);
      }
    }
    String words =
        lists.stream()
            .flatMap(each -> each.words().stream())
            .map(ZshCompletion::word)
            .collect(Collectors.joining(" "));
    return words.isEmpty() ? List.of() : List.of("*:value:(%s)".formatted(words));
  }

  private static String action(OptionValues values) {
    return switch (values) {
      case OptionValues.Unknown nothing -> " ";
      case OptionValues.Files files -> "_files";
      case OptionValues.Folders folders -> "_path_files -/";
      case OptionValues.Words words -> {
        String all =
            words.words().stream().map(ZshCompletion::word).collect(Collectors.joining(" "));
        yield words.several() ? "_sequence compadd - " + all : "(" + all + ")";
      }
    };
  }

  private static String word(String word) {
    return word.replace(" ", "\\ ");
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\:\\[\\]]", "\\\\$0");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
