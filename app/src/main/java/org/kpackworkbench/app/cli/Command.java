package org.kpackworkbench.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Option;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A command of the program.
 *
 * <p>Options are described by calls and not by annotations, because reading annotations takes
 * longer than most commands.
 */
abstract class Command {
  static final String PROGRAM = "kpack-workbench";
  static final String QUIET = "--quiet";
  static final String DEBUG = "--debug";

  private static final Set<String> COMMON =
      Set.of(
          "--help",
          QUIET,
          DEBUG,
          "--json",
          "--json-lines",
          "--verbose",
          "--recursive",
          "--jobs",
          "--max-workers",
          "--allow-large",
          "--dry-run",
          "--force",
          "--tmp-dir",
          "--clang-offload-bundler");

  private static final int WIDTH = 100;

  /** Below that the library for command lines cannot lay help out. */
  private static final int LEAST_WIDTH = 55;

  private final Console console;

  Command(Console console) {
    this.console = console;
  }

  Console console() {
    return console;
  }

  /** The options that it takes, as far as an operation describes them. */
  List<Option<?>> options() {
    return List.of();
  }

  /**
   * The arguments among which its options are: all before {@code --}, and before an option whose
   * values are another program's arguments.
   */
  final List<String> own(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String name = args.get(i).split("=", 2)[0];
      if (name.equals("--")
          || options().stream().anyMatch(each -> each.isRest() && each.names().contains(name))) {
        return args.subList(0, i);
      }
    }
    return args;
  }

  /** Returns the arguments with former names of options replaced by current ones. */
  final List<String> current(List<String> args) {
    List<Option<?>> renamed =
        options().stream().filter(option -> !option.formerNames().isEmpty()).toList();
    if (renamed.isEmpty()) {
      return args;
    }
    List<String> now = new ArrayList<>(args);
    int own = own(args).size();
    for (int i = 0; i < own; i++) {
      String[] parts = args.get(i).split("=", 2);
      for (Option<?> option : renamed) {
        if (option.formerNames().contains(parts[0])) {
          parts[0] = option.names().getFirst();
          now.set(i, String.join("=", parts));
        }
      }
    }
    return now;
  }

  /** Describes name, options, parameters and help. */
  abstract void describe(CommandSpec spec);

  /** Does it; answers with the exit status. */
  abstract int run(ParseResult parsed) throws Exception;

  /** Returns the parser of the command's arguments, which also prints its help. */
  final CommandLine line() {
    CommandSpec spec = CommandSpec.create();
    int columns = console.columns();
    int width = columns > 0 ? Math.max(LEAST_WIDTH, columns) : WIDTH;
    spec.usageMessage().width(width).autoWidth(false).synopsisHeading("Usage: ");
    spec.usageMessage().optionListHeading("%nOptions:%n").footerHeading("%nExamples:%n");
    describe(spec);
    // One text each, which the help breaks where there is no more room.
    for (OptionSpec option : List.copyOf(spec.options())) {
      if (option.description().length > 1) {
        spec.remove(option);
        spec.addOption(
            option.toBuilder().description(String.join(" ", option.description())).build());
      }
    }
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Show this help and exit.")
            .build());
    spec.addOption(flag(QUIET, "Print only errors on standard error."));
    spec.addOption(flag(DEBUG, "Show where in the program an error comes from."));
    groupCommon(spec);
    return new CommandLine(spec).setExpandAtFiles(false);
  }

  private static void groupCommon(CommandSpec spec) {
    ArgGroupSpec.Builder common =
        ArgGroupSpec.builder().heading("%nCommon options:%n").exclusive(false).validate(false);
    for (OptionSpec option : List.copyOf(spec.options())) {
      if (COMMON.contains(option.longestName())) {
        spec.remove(option);
        common.addArg(option);
      }
    }
    spec.addArgGroup(common.build());
  }

  /** An option that is there or not. */
  static OptionSpec flag(String name, String... description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  /** Options that make no sense together; shown with a hint at the help. */
  static ParameterException usage(ParseResult parsed, String message) {
    return new ParameterException(parsed.commandSpec().commandLine(), message);
  }
}
