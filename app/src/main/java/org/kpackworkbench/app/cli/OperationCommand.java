package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.diagnose.TargetWarnings;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.Step;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.output.OperationNote;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A command that is made from an operation's description.
 *
 * @param <R> the operation's requests
 */
abstract class OperationCommand<R> extends Command {
  /** Where a finding is about what was given, not about a file. */
  private static final Path NO_FILE = Path.of("");

  private final Operation<R> operation;

  /** The options whose order matters, as they were given, which picocli does not keep. */
  private final List<Step> steps = new ArrayList<>();

  /** Values of options that take all arguments after them, with dashes or not. */
  private final Map<Option<?>, List<String>> rest = new HashMap<>();

  OperationCommand(Console console, Operation<R> operation) {
    super(console);
    this.operation = operation;
  }

  /**
   * Does what was requested.
   *
   * @param given all that was given, also what is no part of the request
   * @return the exit status
   */
  abstract int run(R request, Arguments given) throws Exception;

  @Override
  final int run(ParseResult parsed) throws Exception {
    Arguments given = arguments(parsed);
    if (operation.options().stream().noneMatch(OperationCommand::isSystem)) {
      for (Option<?> option : operation.options()) {
        if (option.kind().shape() == Shape.TARGETS && given.has(option)) {
          thisMachine(option, given);
        }
      }
    }
    R request = request(parsed, given);
    for (Option<?> option : operation.options()) {
      if (option.kind().shape() == Shape.TARGETS && given.has(option)) {
        doubt(option, given);
      }
    }
    return run(request, given);
  }

  private <T> void doubt(Option<T> option, Arguments given) {
    doubt(
        option.kind().write(given.get(option)).stream()
            .flatMap(text -> GpuNames.read(text).targets().stream())
            .toList());
  }

  /** Warns about unknown parts of targets: they may be new, or mistyped. */
  final void doubt(Collection<GpuTarget> targets) {
    targets.stream()
        .flatMap(target -> TargetWarnings.of(target).stream())
        .distinct()
        .forEach(
            words -> console().error(OperationNote.warning("target-known", NO_FILE, words), words));
  }

  /** Whether an option names a system, whose GPUs the command itself finds. */
  private static boolean isSystem(Option<?> option) {
    return option.names().contains(CommonOptions.SYSROOT);
  }

  /** Puts this machine's GPUs where an option says that they are meant. */
  private static <T> void thisMachine(Option<T> option, Arguments given)
      throws CliException, IOException {
    List<String> texts = new ArrayList<>();
    for (String text : option.kind().write(given.get(option))) {
      texts.addAll(GpuNames.names(text));
    }
    if (texts.remove(CommonOptions.NATIVE)) {
      texts.addAll(ResolveCommand.machineProcessors(Optional.empty(), option));
      given.read(option, texts);
    }
  }

  /** The request of the arguments. */
  final R request(ParseResult parsed) {
    return request(parsed, arguments(parsed));
  }

  private R request(ParseResult parsed, Arguments given) {
    try {
      CommonOptions.checkJson(given);
      return operation.request(given);
    } catch (WrongOptionException wrong) {
      throw usage(parsed, String.valueOf(wrong.getMessage()));
    }
  }

  private Arguments arguments(ParseResult parsed) {
    Arguments given = new Arguments();
    steps.forEach(step -> given.step(step.option(), step.text()));
    List<String> free =
        parsed.hasMatchedPositional(0)
            ? new ArrayList<>(parsed.matchedPositional(0).stringValues())
            : new ArrayList<>();
    List<Option<?>> positional = operation.options().stream().filter(Option::isPositional).toList();
    boolean named = positional.stream().anyMatch(option -> !named(option, parsed).isEmpty());
    try {
      for (Option<?> option : operation.options()) {
        if (operation.steps().contains(option)) {
          continue;
        }
        List<String> texts =
            option.isRest() ? rest.getOrDefault(option, List.of()) : named(option, parsed);
        if (option.isSpread() && !positional.isEmpty()) {
          texts.addAll(behind(option, parsed.originalArgs(), free, named));
        }
        if (!option.isPositional()) {
          read(option, texts, given, parsed);
        }
      }
      for (Option<?> option : positional) {
        free.addAll(named(option, parsed));
        read(option, free, given, parsed);
      }
    } catch (WrongOptionException wrong) {
      throw usage(parsed, String.valueOf(wrong.getMessage()));
    }
    return given;
  }

  private static List<String> named(Option<?> option, ParseResult parsed) {
    boolean given = !option.names().isEmpty() && parsed.hasMatchedOption(option.names().getFirst());
    return given
        ? new ArrayList<>(parsed.matchedOption(option.names().getFirst()).stringValues())
        : new ArrayList<>();
  }

  /**
   * Takes values that are behind others, as in {@code --search-path A B}, out of the arguments
   * without a name.
   *
   * @param free the arguments without a name
   * @param named whether none of them is needed; the last is never taken otherwise
   */
  private static List<String> behind(
      Option<?> option, List<String> args, List<String> free, boolean named) {
    List<String> more = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      int from = option.names().contains(args.get(i)) ? i + 2 : Integer.MAX_VALUE;
      for (int at = from; at < args.size() && !args.get(at).startsWith("-"); at++) {
        if (named || free.size() > 1) {
          // The input is before all of them, if it is anywhere else.
          free.remove(free.lastIndexOf(args.get(at)));
          more.add(args.get(at));
        }
      }
    }
    return more;
  }

  private static void read(
      Option<?> option, List<String> texts, Arguments given, ParseResult parsed) {
    if (texts.size() > 1 && !option.kind().isSeveral()) {
      throw usage(
          parsed, "expected one %s, found %s".formatted(option.label(), String.join(" ", texts)));
    }
    if (!texts.isEmpty()) {
      given.read(option, texts);
    }
  }

  @Override
  final List<Option<?>> options() {
    return operation.options();
  }

  @Override
  final void describe(CommandSpec spec) {
    steps.clear();
    rest.clear();
    spec.name(PROGRAM + " " + operation.name());
    spec.usageMessage()
        .description(lines(operation.description()))
        .footer(lines(operation.examples()));
    if (!operation.synopsis().isEmpty()) {
      List<String> synopsis = new ArrayList<>();
      for (String line : lines(operation.synopsis())) {
        String indent = synopsis.isEmpty() ? "" : "       ";
        synopsis.add(line.startsWith(" ") ? line : indent + spec.name() + " " + line);
      }
      spec.usageMessage().customSynopsis(synopsis.toArray(String[]::new));
    }
    boolean free = operation.options().stream().anyMatch(Option::isPositional);
    for (Option<?> option : operation.options()) {
      if (option.isPositional()) {
        spec.addPositional(positional(option));
      }
      if (!option.names().isEmpty()) {
        // If values can be arguments without a name, they are separated afterwards.
        OptionSpec own = named(option, option.isSpread() && !free ? "1..*" : "1");
        spec.addOption(
            operation.steps().contains(option)
                ? ordered(option, own)
                : option.isRest() ? last(option, own) : own);
      }
    }
  }

  private static String[] lines(String text) {
    return text.lines().toArray(String[]::new);
  }

  private static PositionalParamSpec positional(Option<?> option) {
    boolean required = option.isRequired() && option.names().isEmpty();
    return PositionalParamSpec.builder()
        .index("0..*")
        .arity(required ? "1..*" : "0..*")
        .required(required)
        .paramLabel(option.label())
        // More than one is an error that is said with both of them.
        .hideParamSyntax(required && !option.kind().isSeveral())
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(option.help())
        .build();
  }

  private OptionSpec ordered(Option<?> option, OptionSpec own) {
    return own.toBuilder()
        .parameterConsumer(
            (args, spec, command) -> {
              requireOne(args, command, option);
              steps.add(new Step(option, args.pop()));
            })
        .build();
  }

  private static void requireOne(Stack<String> args, CommandSpec command, Option<?> option) {
    if (args.isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "Missing required parameter for option '%s'".formatted(option));
    }
  }

  /** Makes an option take all arguments that are left. */
  private OptionSpec last(Option<?> option, OptionSpec own) {
    return own.toBuilder()
        .parameterConsumer(
            (args, spec, command) -> {
              requireOne(args, command, option);
              List<String> words = new ArrayList<>();
              while (!args.isEmpty()) {
                words.add(args.pop());
              }
              rest.put(option, words);
            })
        .build();
  }

  /** An option as the library for command lines has it. */
  private static OptionSpec named(Option<?> option, String arity) {
    OptionSpec.Builder spec = OptionSpec.builder(option.names().toArray(String[]::new));
    if (option.isPositional()) {
      spec.description("The same input as an option.");
    } else {
      spec.description(option.help()).required(option.isRequired());
    }
    Shape shape = option.kind().shape();
    if (shape == Shape.SWITCH) {
      return spec.type(boolean.class).build();
    }
    spec.paramLabel(option.label());
    if (option.kind().isSeveral()) {
      return spec.type(List.class).auxiliaryTypes(String.class).arity(arity).build();
    }
    return spec.type(shape == Shape.NUMBER ? Integer.class : String.class).build();
  }
}
