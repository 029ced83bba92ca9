package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.InputLimits;
import org.kpackworkbench.model.operation.describe.Option.StandardOutput;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Makes {@code -} mean standard input wherever a command reads a file, and standard output wherever
 * it writes one. Commands see files of a {@link Spool}, which people see as {@code -} again.
 */
final class StandardStreams implements AutoCloseable {
  private static final String NAME = Option.STANDARD;

  private final List<Option<?>> options;
  private final CommandLine line;
  private final Console console;
  private final boolean large;
  private final List<String> args = new ArrayList<>();
  private @Nullable Spool spool;
  private @Nullable Path input;
  private @Nullable Path output;
  private boolean named;

  private StandardStreams(
      List<Option<?>> options, CommandLine line, Console console, boolean large) {
    this.options = options;
    this.line = line;
    this.console = console;
    this.large = large;
  }

  /**
   * Reads standard input where the arguments name it.
   *
   * @param command whose arguments they are
   * @param line what understands the arguments, which it has found to be right
   */
  static StandardStreams of(Command command, CommandLine line, String[] args, Console console)
      throws IOException {
    List<String> own = command.own(List.of(args));
    boolean large = CommonOptions.ALLOW_LARGE.isNamedIn(own);
    StandardStreams streams = new StandardStreams(command.options(), line, console, large);
    boolean done = false;
    try {
      streams.replace(args);
      streams.check(own);
      done = true;
      return streams;
    } finally {
      if (!done) {
        streams.close();
      }
    }
  }

  /** Whether any argument named one of them. */
  boolean used() {
    return named;
  }

  /** The arguments with files in their place. */
  String[] args() {
    return args.toArray(String[]::new);
  }

  private void replace(String[] given) throws IOException {
    boolean options = true;
    for (int i = 0; i < given.length; i++) {
      String arg = given[i];
      if (options && arg.equals("--")) {
        options = false;
        args.add(arg);
      } else if (!options || !arg.startsWith(NAME) || arg.equals(NAME)) {
        args.add(arg.equals(NAME) ? input(InputLimits.FILE) : arg);
      } else {
        int equals = arg.indexOf('=');
        String name = equals < 0 ? arg : arg.substring(0, equals);
        Option<?> last = described(name);
        if (last != null && last.isRest()) {
          // All that follows is another program's.
          args.addAll(List.of(given).subList(i, given.length));
          return;
        }
        OptionSpec option = line.getCommandSpec().findOption(name);
        boolean next = option != null && option.arity().min() > 0 && i + 1 < given.length;
        String shortName = arg.substring(0, 2);
        if (arg.length() == 3 && arg.endsWith(NAME) && described(shortName) != null) {
          value(shortName, NAME, shortName, args.size());
        } else if (equals >= 0) {
          value(name, arg.substring(equals + 1), name + "=", args.size());
        } else if (next) {
          args.add(arg);
          value(name, given[++i], "", args.size() - 1);
        } else {
          args.add(arg);
        }
      }
    }
  }

  /**
   * Adds an option's value.
   *
   * @param before what is before the value in its argument
   * @param from where the option begins among the arguments
   */
  private void value(String option, String value, String before, int from) throws IOException {
    Option<?> described = described(option);
    if (described != null && described.isWritten() && value.equals(NAME)) {
      output(described, option, before, from);
    } else if (described != null && described.namesStandardInput(value)) {
      args.add(before + described.withInput(value, input(described.inputLimits())));
    } else {
      args.add(before + value);
    }
  }

  private @Nullable Option<?> described(String name) {
    return options.stream().filter(each -> each.names().contains(name)).findFirst().orElse(null);
  }

  /**
   * Adds an option whose value is standard output.
   *
   * @param name the option's name as it was given
   */
  private void output(Option<?> option, String name, String before, int from) throws IOException {
    switch (option.standardOutput()) {
      case OWN -> args.add(before + NAME);
      case PRINTED -> {
        args.subList(from, args.size()).clear();
        named = true;
      }
      case COPIED -> {
        output = spool().place("standard-output");
        console.call(output.toString(), NAME);
        args.add(before + output);
      }
      case REFUSED ->
          throw new ParameterException(
              line, name + " -: standard output can take one file; name a file or a folder");
    }
  }

  private String input(InputLimits limits) throws IOException {
    Path known = input;
    if (known == null) {
      known =
          spool()
              .take(
                  console.input(),
                  "standard-input",
                  NAME,
                  large ? InputLimits.NONE : limits,
                  console.progress());
      console.call(known.toString(), NAME);
      input = known;
    }
    return known.toString();
  }

  private Spool spool() throws IOException {
    if (spool == null) {
      spool = Spool.open();
      named = true;
    }
    return spool;
  }

  private void check(List<String> given) {
    if (output != null && CommonOptions.JSON.isNamedIn(given)) {
      throw new ParameterException(line, "-o - cannot be combined with --json");
    }
    for (Option<?> option : options) {
      boolean inPlace =
          option.standardOutput() == StandardOutput.COPIED
              && !option.isRequired()
              && option.names().stream().noneMatch(name -> isGiven(name, given));
      if (inPlace && input != null && !CommonOptions.DRY_RUN.isNamedIn(given)) {
        throw new ParameterException(line, "no output is given: give -o OUT, or -o -");
      }
    }
    if (output != null) {
      console.textToErr();
    }
  }

  private static boolean isGiven(String name, List<String> args) {
    return args.stream().anyMatch(arg -> arg.startsWith(name));
  }

  /** Hands on what the command has written for standard output. */
  int finish(int status) throws IOException, CliException {
    if (output != null && Files.isRegularFile(output)) {
      try (InputStream in = Files.newInputStream(output);
          OutputStream out = console.bytes()) {
        FileCopy.bytes(in, out, Progress.NONE);
      }
    } else if (output != null && Files.isDirectory(output)) {
      throw CliException.failed(
          "-o -: standard output can take one file, and this is a folder; name it");
    }
    return status;
  }

  @Override
  public void close() throws IOException {
    if (spool != null) {
      spool.close();
    }
  }
}
