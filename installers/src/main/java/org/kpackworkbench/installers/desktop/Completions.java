package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.app.cli.CommandLines;
import org.kpackworkbench.app.cli.OptionValues;
import org.kpackworkbench.installers.Trees;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completion of commands, options and their values in shells, made of what the command line itself
 * knows. The scripts hold all words, so that no key press starts the program.
 */
public final class Completions {
  static final String PROGRAM = "kpack-workbench";

  private Completions() {}

  /**
   * Writes them.
   *
   * @param share the folder that systems call {@code /usr/share}
   * @param window whether the program has its window
   */
  public static void write(Path share, boolean window) throws IOException {
    List<Command> commands = commands(window);
    Trees.write(
        share.resolve("bash-completion/completions").resolve(PROGRAM),
        BashCompletion.script(commands));
    Trees.write(share.resolve("zsh/site-functions/_" + PROGRAM), ZshCompletion.script(commands));
    Trees.write(
        share.resolve("fish/vendor_completions.d/" + PROGRAM + ".fish"),
        FishCompletion.script(commands));
  }

  /**
   * A command as shells know it.
   *
   * @param name its name; empty for the program without a command
   * @param words what it does
   * @param takesFiles whether names may be given that belong to no option
   * @param options what it takes
   */
  record Command(String name, String words, boolean takesFiles, List<Option> options) {
    boolean isProgram() {
      return name.isEmpty();
    }

    /** All spellings of all options. */
    Stream<String> spellings() {
      return options.stream().flatMap(option -> option.names().stream());
    }
  }

  /**
   * An option as shells know it.
   *
   * @param names all its spellings
   * @param words what it does, in one line
   * @param label what its value is called; empty if it has none
   * @param repeats whether it may be given again
   * @param several whether more values may follow as words of their own
   * @param values what its value may be
   */
  record Option(
      List<String> names,
      String words,
      String label,
      boolean repeats,
      boolean several,
      OptionValues values) {
    boolean hasValue() {
      return !label.isEmpty();
    }
  }

  /** The program first, then all commands. */
  static List<Command> commands(boolean window) {
    List<Command> commands = new ArrayList<>();
    for (CommandLines.Entry entry : CommandLines.all(window)) {
      var spec = entry.line().getCommandSpec();
      commands.add(
          new Command(
              entry.name(),
              entry.words(),
              !spec.positionalParameters().isEmpty(),
              spec.options().stream()
                  .filter(option -> !option.hidden())
                  .sorted(Comparator.comparing(OptionSpec::longestName))
                  .map(option -> option(entry.name(), option))
                  .toList()));
    }
    return commands;
  }

  private static Option option(String command, OptionSpec option) {
    String description = Help.Ansi.OFF.string(String.join(" ", option.description()).formatted());
    String first = description.replaceFirst("(?<=[a-z)])[.;:] .*", "");
    return new Option(
        Arrays.asList(option.names()),
        first.endsWith(".") ? first.substring(0, first.length() - 1) : first,
        option.arity().max() == 0 ? "" : option.paramLabel(),
        option.isMultiValue(),
        option.arity().max() > 1,
        OptionValues.of(command, option));
  }
}
