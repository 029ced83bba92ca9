package org.kpackworkbench.app.cli;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command that is made of what an operation says of itself.
 *
 * @param <R> the operation's requests
 */
abstract class OperationCommand<R> extends Command {
  private final Operation<R> operation;

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
    return run(request(parsed, given), given);
  }

  /** What the arguments ask for. */
  final R request(ParseResult parsed) {
    return request(parsed, arguments(parsed));
  }

  private R request(ParseResult parsed, Arguments given) {
    try {
      return operation.request(given);
    } catch (WrongOptionException wrong) {
      throw usage(parsed, String.valueOf(wrong.getMessage()));
    }
  }

  private Arguments arguments(ParseResult parsed) {
    Arguments given = new Arguments();
    try {
      operation.options().forEach(option -> read(option, parsed, given));
    } catch (WrongOptionException wrong) {
      throw usage(parsed, String.valueOf(wrong.getMessage()));
    }
    return given;
  }

  /** The texts that were given for an option; none where it was not given. */
  List<String> texts(Option<?> option, ParseResult parsed) {
    List<String> texts = new ArrayList<>();
    if (option.isPositional()) {
      texts.addAll(parsed.matchedPositionalValue(0, List.<String>of()));
    }
    if (!option.names().isEmpty() && parsed.hasMatchedOption(option.names().getFirst())) {
      texts.addAll(parsed.matchedOption(option.names().getFirst()).stringValues());
    }
    return texts;
  }

  private void read(Option<?> option, ParseResult parsed, Arguments given) {
    List<String> texts = texts(option, parsed);
    if (texts.size() > 1 && !option.kind().isSeveral()) {
      throw usage(
          parsed, "expected one %s, found %s".formatted(option.label(), String.join(" ", texts)));
    }
    if (!texts.isEmpty()) {
      given.read(option, texts);
    }
  }

  @Override
  final void describe(CommandSpec spec) {
    describe(spec, operation);
  }

  /** Adds what an operation says of itself. */
  static void describe(CommandSpec spec, Operation<?> operation) {
    spec.name(PROGRAM + " " + operation.name());
    spec.usageMessage()
        .description(lines(operation.description()))
        .footer(lines(operation.examples()));
    if (!operation.synopsis().isEmpty()) {
      // Lines after the first are continued, or begin with a name of their own.
      spec.usageMessage()
          .customSynopsis(
              operation
                  .synopsis()
                  .lines()
                  .map(
                      line ->
                          line.startsWith(" ")
                              ? "       " + line
                              : PROGRAM + " " + operation.name() + " " + line)
                  .toArray(String[]::new));
    }
    for (Option<?> option : operation.options()) {
      if (option.isPositional()) {
        spec.addPositional(positional(option));
      }
      if (!option.names().isEmpty()) {
        spec.addOption(named(option));
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
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(option.help())
        .build();
  }

  private static OptionSpec named(Option<?> option) {
    OptionSpec.Builder spec = OptionSpec.builder(option.names().toArray(String[]::new));
    if (option.isPositional()) {
      spec.description("The same, as an option.");
    } else {
      spec.description(option.help()).required(option.isRequired());
    }
    Shape shape = option.kind().shape();
    if (shape == Shape.SWITCH) {
      return spec.type(boolean.class).build();
    }
    spec.paramLabel(option.label());
    if (option.kind().isSeveral()) {
      return spec.type(List.class)
          .auxiliaryTypes(String.class)
          .arity(option.isSpread() ? "1..*" : "1")
          .build();
    }
    return spec.type(shape == Shape.NUMBER ? Integer.class : String.class).build();
  }
}
