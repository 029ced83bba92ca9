package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.sample.SampleWorkspace;
import org.kpackworkbench.app.settings.SettingsReset;
import org.kpackworkbench.app.settings.UserSettings;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.views.window.shell.AboutView.AboutText;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The program without a command: its window, if this installation has one. */
final class RootCommand extends Command {
  private static final String JSON = CommonOptions.JSON.toString();

  private static final String NO_WINDOW =
      "this installation has no window (the package kpack-workbench has one)";

  private final @Nullable WindowStart window;

  RootCommand(Console console, @Nullable WindowStart window) {
    super(console);
    this.window = window;
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM);
    spec.usageMessage()
        .footerHeading("%nCommands (" + PROGRAM + " COMMAND --help shows details):%n")
        .footer(footer());
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Show the version and exit.")
            .build());
    spec.addOption(
        flag(
            JSON,
            "With --version: show version, commit, Java and the formats that are read, "
                + "as JSON. Commands have their own option of this name."));
    if (window == null) {
      spec.usageMessage()
          .description(AboutText.WHAT)
          .customSynopsis(PROGRAM + " --version [--json]", "       " + PROGRAM + " COMMAND ...");
    } else {
      describeWindow(spec);
    }
    // Without a window, it is there to be refused with a reason.
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .paramLabel("FILE")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .hidden(window == null)
            .description("Files and folders to open in the window.")
            .build());
  }

  private static void describeWindow(CommandSpec spec) {
    spec.usageMessage()
        .description(AboutText.WHAT, "Without a command, it opens its window and the given files.")
        .customSynopsis(
            PROGRAM + " [FILE...]",
            "       " + PROGRAM + " --compare FILE FILE...",
            "       " + PROGRAM + " --reset",
            "       " + PROGRAM + " --version [--json]",
            "       " + PROGRAM + " COMMAND ...");
    spec.addOption(flag("--sample", "Open the sample workspace: small real files to try."));
    spec.addOption(
        flag("--compare", "Compare the given files with one another instead of opening them."));
    spec.addOption(
        flag(
            "--reset",
            "Reset the window's settings to their defaults and exit. The old settings "
                + "and unsaved edits are kept."));
  }

  private String[] footer() {
    List<String> lines = new ArrayList<>();
    List<Cli.Verb> verbs = Cli.verbs(window != null);
    int width = verbs.stream().mapToInt(verb -> verb.name().length()).max().orElse(1);
    for (Cli.Verb verb : verbs) {
      lines.add(("  %-" + width + "s  %s").formatted(verb.name(), verb.words()));
    }
    lines.addAll(List.of("", "Examples:"));
    if (window != null) {
      lines.addAll(
          List.of(
              "  kpack-workbench --sample",
              "  kpack-workbench librocrand.so.1.1",
              "  kpack-workbench --compare yesterday.kpack today.kpack"));
    }
    lines.addAll(
        List.of(
            "  kpack-workbench info librocrand.so.1.1",
            "  kpack-workbench list --json rand_lib_gfx90a.kpack",
            "  kpack-workbench extract librocrand.so.1.1 --all -o code-objects",
            "",
            "Data is written to standard output, everything else to standard error. Exit status: 0",
            "for success, 1 for findings, differences or nothing found, 2 if the command could not",
            "run or not completely. Notes and warnings alone do not change it, except with --fail-on",
            "of verify."));
    if (window != null) {
      lines.addAll(
          List.of(
              "",
              "Without --jobs, commands use the number of threads in the window's settings, or one for",
              "each processor. They use no other settings."));
    }
    return lines.toArray(String[]::new);
  }

  @Override
  int run(ParseResult parsed) throws Exception {
    if (parsed.isVersionHelpRequested()) {
      return version(parsed.hasMatchedOption(JSON));
    }
    if (parsed.hasMatchedOption(JSON)) {
      throw usage(parsed, "--json is for --version, or follows a command");
    }
    List<String> names = parsed.matchedPositionalValue(0, List.of());
    if (window == null) {
      throw usage(
          parsed,
          names.isEmpty()
              ? "name a command: " + NO_WINDOW
              : "%s cannot be opened: %s; try %s info %s"
                  .formatted(names.getFirst(), NO_WINDOW, PROGRAM, names.getFirst()));
    }
    if (parsed.hasMatchedOption("--reset")) {
      if (parsed.matchedOptions().size() > 1 || !names.isEmpty()) {
        throw usage(parsed, "--reset cannot be combined with anything else");
      }
      return reset(UserSettings.folder());
    }
    List<Path> files = new ArrayList<>();
    if (parsed.hasMatchedOption("--sample")) {
      files.addAll(SampleWorkspace.ofUser().files());
    }
    names.forEach(name -> files.add(Path.of(name)));
    boolean compare = parsed.hasMatchedOption("--compare");
    if (compare && files.size() < 2) {
      throw usage(parsed, "--compare needs two or more files or folders");
    }
    return window.open(new WindowRequest(files, compare));
  }

  /** Puts the settings in a folder back to their defaults, and says where the old ones are. */
  int reset(Path folder) throws IOException {
    Optional<Path> kept = SettingsReset.in(folder);
    try (TextOut out = console().text()) {
      if (kept.isPresent()) {
        out.line("The settings are back to their defaults. The old ones are kept in " + kept.get())
            .line("An open window writes its own settings again when one of them changes.");
      } else {
        out.line("There are no settings in " + folder + ": the defaults are already in use.");
      }
    }
    return ExitStatus.DONE;
  }

  private int version(boolean json) throws IOException {
    Facts facts =
        new Facts()
            .text("version", ProgramVersion.number())
            .text("commit", ProgramVersion.commit())
            .text("java", Runtime.version().toString())
            .texts(
                "formats",
                StandardFormats.all().all().stream()
                    .filter(Format::isRead)
                    .map(Format::id)
                    .sorted()
                    .toList());
    new ReportOutput(console(), json)
        .print(new Report(facts).line("Kpack Workbench %s", "version").line("Java %s", "java"));
    return ExitStatus.DONE;
  }
}
