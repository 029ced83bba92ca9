package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.edit.EditSettings;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Makes {@code -} mean standard input wherever a command reads a file, and standard output wherever
 * it writes one. Commands see files of a {@link Spool}, which people see as {@code -} again.
 */
final class StandardStreams implements AutoCloseable {
  private static final String NAME = "-";

  /** Options whose value is a file that is read. */
  private static final Set<String> READ =
      Set.of(
          "--input",
          "--archive",
          "--baseline",
          "--original",
          "--config",
          "--topology",
          "--log",
          EditSettings.MERGE);

  /** Options whose value is a file or folder that is written. */
  private static final Set<String> WRITTEN = Set.of("-o", "--output", "--output-dir", "--archives");

  /** Commands whose output is one file, which can as well be a stream. */
  private static final Set<String> ONE_FILE = Set.of("convert", "restore", "edit", "render");

  /** Commands that print anyway what they would write into a file. */
  private static final Set<String> PRINTING = Set.of("verify", "diff");

  private final String command;
  private final CommandLine line;
  private final Console console;
  private final boolean large;
  private final List<String> args = new ArrayList<>();
  private @Nullable Spool spool;
  private @Nullable Path input;
  private @Nullable Path output;
  private boolean named;

  private StandardStreams(String command, CommandLine line, Console console, boolean large) {
    this.command = command;
    this.line = line;
    this.console = console;
    this.large = large;
  }

  /**
   * Reads standard input where the arguments name it.
   *
   * @param command the command's name
   * @param line what understands the arguments, which it has found to be right
   */
  static StandardStreams of(String command, CommandLine line, String[] args, Console console)
      throws IOException {
    StandardStreams streams =
        new StandardStreams(command, line, console, List.of(args).contains("--allow-large"));
    boolean done = false;
    try {
      streams.replace(args);
      streams.check(List.of(args));
      done = true;
      return streams;
    } finally {
      if (!done) {
        streams.close();
      }
    }
  }

  /** Whether an option's value is a file or folder that is written. */
  static boolean isWritten(OptionSpec option) {
    return Stream.of(option.names()).anyMatch(WRITTEN::contains);
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
        args.add(arg.equals(NAME) ? input(Spool.Limits.FILE) : arg);
      } else {
        int equals = arg.indexOf('=');
        String name = equals < 0 ? arg : arg.substring(0, equals);
        OptionSpec option = line.getCommandSpec().findOption(name);
        boolean next = option != null && option.arity().min() > 0 && i + 1 < given.length;
        if (arg.startsWith("-o-") && arg.length() == 3) {
          value("-o", NAME, "-o", args.size());
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
    if (WRITTEN.contains(option) && value.equals(NAME)) {
      output(option, before, from);
    } else if (READ.contains(option) && value.equals(NAME)) {
      boolean log = option.equals("--log");
      args.add(before + input(log ? Spool.Limits.LOG : Spool.Limits.FILE));
    } else if (option.equals(EditSettings.ADD) && (value + "=").startsWith("-=")) {
      args.add(before + input(Spool.Limits.FILE) + value.substring(1));
    } else if (option.equals(EditSettings.REPLACE) && value.endsWith("=-")) {
      args.add(before + value.substring(0, value.length() - 1) + input(Spool.Limits.FILE));
    } else {
      args.add(before + value);
    }
  }

  private void output(String option, String before, int from) throws IOException {
    boolean file = option.equals("-o") || option.equals("--output");
    if (file && command.equals("extract")) {
      args.add(before + NAME);
    } else if (file && PRINTING.contains(command)) {
      args.subList(from, args.size()).clear();
      named = true;
    } else if (file && ONE_FILE.contains(command)) {
      output = spool().place("standard-output");
      console.call(output.toString(), NAME);
      args.add(before + output);
    } else {
      throw new ParameterException(
          line, option + " -: standard output can take one file, and this is a folder");
    }
  }

  private String input(Spool.Limits limits) throws IOException {
    Path known = input;
    if (known == null) {
      known =
          spool()
              .take(
                  console.input(),
                  "standard-input",
                  NAME,
                  large ? Spool.Limits.NONE : limits,
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
    if (output != null && given.contains("--json")) {
      throw new ParameterException(line, "-o - cannot be combined with --json");
    }
    boolean places =
        given.stream().anyMatch(arg -> arg.startsWith("-o") || arg.startsWith("--output"));
    if (command.equals("edit") && input != null && !places && !given.contains("--dry-run")) {
      throw new ParameterException(line, "no output is given: give -o OUT, or -o -");
    }
    if (output != null) {
      console.textToErr();
    }
  }

  /** Hands on what the command has written for standard output. */
  int finish(int status) throws IOException {
    if (output != null && Files.isRegularFile(output)) {
      try (OutputStream out = console.bytes()) {
        Files.copy(output, out);
      }
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
