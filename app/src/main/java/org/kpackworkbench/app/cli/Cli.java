package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.CrashReport;
import org.kpackworkbench.app.crash.CrashReports;
import org.kpackworkbench.app.crash.Situation;
import org.kpackworkbench.app.picture.PictureRequest;
import org.kpackworkbench.model.analysis.advise.AdviseSettings;
import org.kpackworkbench.model.analysis.contents.DisassembleSettings;
import org.kpackworkbench.model.analysis.contents.InfoSettings;
import org.kpackworkbench.model.analysis.contents.KernelsSettings;
import org.kpackworkbench.model.analysis.contents.ListSettings;
import org.kpackworkbench.model.analysis.contents.SearchSettings;
import org.kpackworkbench.model.analysis.diff.export.DiffSettings;
import org.kpackworkbench.model.analysis.doctor.DoctorSettings;
import org.kpackworkbench.model.analysis.estimate.EstimateSettings;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings;
import org.kpackworkbench.model.analysis.verify.report.VerifySettings;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.WorkName.Leftovers;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.packages.PackagesRequest;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reads the command line and does what it says. Nothing but an exit status comes out. */
public final class Cli {
  /** Shows stack traces as {@code --debug} does, wherever an error comes from. */
  private static final String DEBUG_VARIABLE = "KPACK_WORKBENCH_DEBUG";

  /**
   * A command.
   *
   * @param operation the operation's description, which is not loaded before it is needed
   * @param make how to make it
   */
  record Verb(String name, Supplier<Operation<?>> operation, Function<Console, Command> make) {

    /** Returns a short description of the command. */
    String words() {
      return operation.get().summary();
    }
  }

  private static final String RENDER = "render";

  static final List<Verb> VERBS =
      List.of(
          new Verb("info", () -> InfoSettings.OPERATION, InfoCommand::new),
          new Verb("list", () -> ListSettings.OPERATION, ListCommand::new),
          new Verb("kernels", () -> KernelsSettings.OPERATION, KernelsCommand::new),
          new Verb("disassemble", () -> DisassembleSettings.OPERATION, DisassembleCommand::new),
          new Verb("search", () -> SearchSettings.OPERATION, SearchCommand::new),
          new Verb("extract", () -> ExtractSettings.OPERATION, ExtractCommand::new),
          new Verb("verify", () -> VerifySettings.OPERATION, VerifyCommand::new),
          new Verb("convert", () -> ConvertRequest.OPERATION, ConvertCommand::new),
          new Verb("pack", () -> PackRequest.OPERATION, PackCommand::new),
          new Verb("split", () -> SplitRequest.OPERATION, SplitCommand::new),
          new Verb("restore", () -> RestoreRequest.OPERATION, RestoreCommand::new),
          new Verb("recombine", () -> RecombineRequest.OPERATION, RecombineCommand::new),
          new Verb("overlay", () -> OverlayRequest.OPERATION, OverlayCommand::new),
          new Verb("packages", () -> PackagesRequest.OPERATION, PackagesCommand::new),
          new Verb("split-wheel", () -> WheelSplitRequest.OPERATION, SplitWheelCommand::new),
          new Verb("pack-database", () -> PackDatabaseRequest.OPERATION, PackDatabaseCommand::new),
          new Verb(
              "unpack-database", () -> UnpackDatabaseRequest.OPERATION, UnpackDatabaseCommand::new),
          new Verb("prune", () -> PruneRequest.OPERATION, PruneCommand::new),
          new Verb("edit", () -> EditSettings.OPERATION, EditCommand::new),
          new Verb("diff", () -> DiffSettings.OPERATION, DiffCommand::new),
          new Verb("resolve", () -> ResolveSettings.OPERATION, ResolveCommand::new),
          new Verb("doctor", () -> DoctorSettings.OPERATION, DoctorCommand::new),
          new Verb("advise", () -> AdviseSettings.OPERATION, AdviseCommand::new),
          new Verb("estimate", () -> EstimateSettings.OPERATION, EstimateCommand::new),
          new Verb(RENDER, () -> PictureRequest.OPERATION, RenderCommand::new));

  private final Console console;
  private final @Nullable WindowStart window;
  private final @Nullable CrashReports crashes;
  private final Supplier<OptionalInt> threads;
  private final InstantSource clock;

  /**
   * @param window what to do without a command; null if this installation has no window
   * @param crashes where errors of the program are written down; null for nowhere
   */
  public Cli(Console console, @Nullable WindowStart window, @Nullable CrashReports crashes) {
    this(console, window, crashes, OptionalInt::empty);
  }

  /**
   * @param window what to do without a command; null if this installation has no window
   * @param crashes where errors of the program are written down; null for nowhere
   * @param threads how many threads commands take where the command line does not say so; nothing
   *     leaves that to the command
   */
  public Cli(
      Console console,
      @Nullable WindowStart window,
      @Nullable CrashReports crashes,
      Supplier<OptionalInt> threads) {
    this(console, window, crashes, threads, InstantSource.system());
  }

  Cli(
      Console console,
      @Nullable WindowStart window,
      @Nullable CrashReports crashes,
      Supplier<OptionalInt> threads,
      InstantSource clock) {
    this.clock = clock;
    this.console = console;
    this.window = window;
    this.crashes = crashes;
    this.threads = threads;
  }

  /** Runs a command line. */
  public int run(String... args) {
    List<String> own = List.of(args);
    int status;
    @Nullable Throwable reason = null;
    try {
      own = own(args);
      status = parsed(args);
    } catch (ParameterException wrong) {
      status = wrongUsage(wrong);
    } catch (Exception | Error failure) {
      status = failed(failure, own);
      report(failure, args);
      reason = failure;
    }
    try {
      if (reason != null
          && (CommonOptions.JSON.isNamedIn(own) || CommonOptions.JSON_LINES.isNamedIn(own))) {
        sayAsJson(reason, own);
      }
      console.flush();
      return status;
    } catch (IOException failure) {
      // What is still buffered fails again for the reason that was said.
      return reason instanceof Console.OutputFailure ? status : failed(failure, own);
    }
  }

  /** Where JSON is requested, a document is printed even if it contains only the reason. */
  private void sayAsJson(Throwable failure, List<String> args) throws IOException {
    if (failure instanceof Console.OutputFailure || console.wroteData()) {
      return;
    }
    try (JsonOut out = console.json()) {
      new Facts()
          .list(
              "problems",
              List.of(failure),
              (problem, row) -> {
                if (problem instanceof FormatException known) {
                  Facts.describeShown(known, row, words -> asGiven(words, args));
                } else {
                  String words = ErrorLine.of(problem);
                  row.text("message", words == null ? problem.toString() : asGiven(words, args));
                }
              })
          .json(out);
    }
  }

  /** Writes down what the program is to blame for; what users can fix is no crash. */
  private void report(Throwable failure, String[] args) {
    boolean blame = failure instanceof OutOfMemoryError || ErrorLine.of(failure) == null;
    if (crashes == null || !blame) {
      return;
    }
    try {
      CrashReport report =
          CrashReport.of(Thread.currentThread(), failure, Situation.ofCommand(Arrays.asList(args)));
      console.note("When you report this, attach " + crashes.write(report));
    } catch (IOException | RuntimeException | Error unwritable) {
      console.note("The report to attach could not be written: " + unwritable);
    }
  }

  /** The arguments that are this program's, and not those of a program that it runs. */
  private List<String> own(String[] args) {
    Command command = args.length == 0 ? null : command(args[0]);
    return command == null ? List.of(args) : command.own(List.of(args));
  }

  private int parsed(String[] args) throws Exception {
    boolean askedForHelp = args.length > 1 && args[0].equals("help");
    Command named = command(args.length == 0 ? "" : askedForHelp ? args[1] : args[0]);
    boolean help = args.length > 0 && args[0].equals("help");
    Command command = named == null ? root() : named;
    CommandLine line = command.line();
    if (named == null && args.length > 0 && (askedForHelp || !help)) {
      UnknownCommand.check(line, verbs(window != null), askedForHelp ? args[1] : args[0]);
    }
    if (help) {
      return help(line);
    }
    List<String> options = command.own(List.of(args));
    if (options.contains(Command.QUIET)) {
      console.beQuiet();
    }
    if (CommonOptions.VERBOSE.isNamedIn(options)) {
      console.beVerbose();
    }
    String[] own =
        named == null
            ? args
            : withThreads(
                command, line, command.current(Arrays.asList(args).subList(1, args.length)));
    ParseResult parsed = line.parseArgs(own);
    if (parsed.isUsageHelpRequested()) {
      return help(line);
    }
    List.of(own).forEach(text -> callAsTyped(text, console));
    try (StandardStreams streams = StandardStreams.of(command, line, own, console)) {
      tidy(command.options(), parsed);
      if (!streams.used()) {
        return PruneRequest.IN_PLACE.isNamedIn(options)
            ? command.run(parsed)
            : watched(command, parsed);
      }
      // Commands may remember what they have read of their arguments.
      Command fresh = Objects.requireNonNullElseGet(command(args[0]), () -> root());
      return streams.finish(fresh.run(fresh.line().parseArgs(streams.args())));
    }
  }

  /** Runs a command, for which an input that changed meanwhile is an error. */
  private int watched(Command command, ParseResult parsed) throws Exception {
    ChangedInputs inputs = new ChangedInputs(command, parsed, clock);
    console.askAtEnd(inputs::findings);
    int status = ExitStatus.FAILED;
    try {
      status = command.run(parsed);
    } finally {
      for (OperationNote each : console.findings()) {
        if (each.rule().equals(ChangedInputs.RULE)) {
          console.note("%s. %s".formatted(each.message(), each.advice()));
          status = Math.max(status, ExitStatus.FINDINGS);
        }
      }
    }
    return status;
  }

  /** Messages name bytes of a file as they were typed: they may be those of a script. */
  private static void callAsTyped(String text, Console console) {
    if (!CodeObjectUri.isUri(text)) {
      return;
    }
    try {
      CodeObjectUri.of(CodeObjectUri.parse(text))
          .ifPresent(
              uri -> {
                console.callInMessages(uri.toString(), text);
                console.callInMessages(uri.path().toString(), text);
              });
    } catch (IllegalArgumentException wrong) {
      // It is reported by the command, with what it is no URI for.
      return;
    }
  }

  /** Removes what killed runs left where a command will write. */
  private void tidy(List<Option<?>> options, ParseResult parsed) throws IOException {
    if (parsed.hasMatchedOption(CommonOptions.DRY_RUN.toString())) {
      return;
    }
    for (Option<?> option : options) {
      if (!option.isWritten() || !parsed.hasMatchedOption(option.toString())) {
        continue;
      }
      for (String value : parsed.matchedOption(option.toString()).originalStringValues()) {
        Path output = Path.of(value).toAbsolutePath().normalize();
        Leftovers.removeIn(output).forEach(console::note);
        if (output.getParent() != null) {
          Leftovers.removeIn(output.getParent()).forEach(console::note);
        }
      }
    }
  }

  private Command root() {
    return new RootCommand(console, window);
  }

  /** A command's arguments, with the number of threads from the settings where none is named. */
  private String[] withThreads(Command command, CommandLine line, List<String> args) {
    List<String> own = new ArrayList<>(args);
    OptionSpec jobs = line.getCommandSpec().findOption(CommonOptions.JOBS.toString());
    if (jobs == null) {
      return own.toArray(String[]::new);
    }
    boolean named =
        command.own(own).stream()
            .map(arg -> arg.split("=", 2)[0])
            .anyMatch(arg -> List.of(jobs.names()).contains(arg));
    if (!named) {
      threads.get().ifPresent(count -> own.addFirst(CommonOptions.JOBS + "=" + count));
    }
    return own.toArray(String[]::new);
  }

  /** Returns the commands of an installation: pictures are drawn by the window's classes. */
  static List<Verb> verbs(boolean withWindow) {
    return withWindow ? VERBS : VERBS.stream().filter(verb -> !verb.name().equals(RENDER)).toList();
  }

  private @Nullable Command command(String name) {
    for (Verb verb : verbs(window != null)) {
      if (verb.name().equals(name)) {
        return verb.make().apply(console);
      }
    }
    return null;
  }

  private int help(CommandLine line) {
    PrintWriter out = new PrintWriter(console.data(), false, console.charset());
    line.usage(out, Ansi.OFF);
    out.flush();
    return ExitStatus.DONE;
  }

  private int wrongUsage(ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    String message = String.valueOf(wrong.getMessage());
    console.error(
        wrong instanceof UnmatchedArgumentException unmatched && isNameless(line, unmatched)
            ? "%s: expected the name of an option before it; did you mean %s %s?"
                .formatted(
                    unmatched.getUnmatched().getFirst(),
                    line.getCommandSpec().options().getFirst().longestName(),
                    unmatched.getUnmatched().getFirst())
            : message.lines().findFirst().orElse("wrong usage"));
    PrintWriter err = new PrintWriter(console.err(), true, console.charset());
    UnmatchedArgumentException.printSuggestions(wrong, err);
    console.note("See " + line.getCommandName() + " --help");
    return ExitStatus.FAILED;
  }

  /** Whether a command, all of whose arguments have names, got one without. */
  private static boolean isNameless(CommandLine line, UnmatchedArgumentException wrong) {
    return line.getCommandSpec().positionalParameters().isEmpty()
        && !wrong.getUnmatched().getFirst().startsWith("-");
  }

  /** Reports a failure; with a stack trace only if requested. */
  private int failed(Throwable failure, List<String> args) {
    if (failure instanceof Interruptible.Stopped
        || (failure instanceof Console.OutputFailure gone && gone.nobodyReads())) {
      return ExitStatus.FAILED;
    }
    String words = ErrorLine.of(failure);
    boolean traced = args.contains(Command.DEBUG) || System.getenv(DEBUG_VARIABLE) != null;
    if (words != null) {
      console.error(asGiven(words, args));
    } else {
      console.error(
          "this is an error in the program: %s%s"
              .formatted(
                  failure,
                  traced || crashes != null ? "" : ". Please report it with what --debug shows"));
    }
    if (traced) {
      console.trace(failure);
    }
    return failure instanceof CliException known ? known.status() : ExitStatus.FAILED;
  }

  /** Names a file as it was given, also where an operation works with its absolute path. */
  private static String asGiven(String words, List<String> args) {
    for (String arg : args) {
      try {
        Path given = Path.of(arg);
        if (!given.isAbsolute() && words.contains(given.toAbsolutePath().normalize().toString())) {
          return GivenPaths.like(given).shown(words);
        }
      } catch (InvalidPathException noFile) {
        continue;
      }
    }
    return words;
  }
}
