package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.app.sample.SampleWorkspace;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The program without a command: its window. */
final class RootCommand extends Command {
  private final WindowStart window;

  RootCommand(Console console, WindowStart window) {
    super(console);
    this.window = window;
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM);
    spec.usageMessage()
        .description(
            "Opens, explains, edits and makes kpack archives and the binaries around them. Without a",
            "command it opens its window, on the files named.")
        .customSynopsis(
            PROGRAM + " [FILE...]",
            "       " + PROGRAM + " --compare FILE FILE...",
            "       " + PROGRAM + " COMMAND ...")
        .footerHeading("%nCommands (" + PROGRAM + " COMMAND --help tells more):%n")
        .footer(footer());
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Show the version and exit.")
            .build());
    spec.addOption(flag("--sample", "Open the sample workspace: small real files to try."));
    spec.addOption(
        flag("--compare", "Compare the files named with one another, instead of opening each."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .paramLabel("FILE")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Files and folders to open in the window.")
            .build());
  }

  private static String[] footer() {
    List<String> lines = new ArrayList<>();
    for (Cli.Verb verb : Cli.VERBS) {
      lines.add("  %-9s %s".formatted(verb.name(), verb.words()));
    }
    lines.addAll(
        List.of(
            "",
            "Examples:",
            "  kpack-workbench --sample",
            "  kpack-workbench librocrand.so.1.1",
            "  kpack-workbench --compare yesterday.kpack today.kpack",
            "  kpack-workbench info librocrand.so.1.1",
            "  kpack-workbench list --json rand_lib_gfx90a.kpack",
            "  kpack-workbench extract librocrand.so.1.1 --all -o code-objects",
            "",
            "Data goes to standard output, everything else to standard error. Exit status: 0 done and",
            "nothing wrong, 1 done with findings or nothing found, 2 could not run, or not all of it."));
    return lines.toArray(String[]::new);
  }

  @Override
  int run(ParseResult parsed) throws Exception {
    if (parsed.isVersionHelpRequested()) {
      return version();
    }
    List<String> names = parsed.matchedPositionalValue(0, List.of());
    List<Path> files = new ArrayList<>();
    if (parsed.hasMatchedOption("--sample")) {
      files.addAll(SampleWorkspace.ofUser().files());
    }
    names.forEach(name -> files.add(Path.of(name)));
    if (files.size() > 1 && looksLikeCommand(files.getFirst())) {
      // A window that says that there is no file "inof" would help less.
      throw usage(parsed, "\"%s\" is neither a command nor a file".formatted(files.getFirst()));
    }
    boolean compare = parsed.hasMatchedOption("--compare");
    if (compare && files.size() < 2) {
      throw usage(parsed, "--compare: name two or more files or folders");
    }
    return window.open(new WindowRequest(files, compare));
  }

  private static boolean looksLikeCommand(Path first) {
    return first.toString().matches("[a-z]+") && !Files.exists(first, LinkOption.NOFOLLOW_LINKS);
  }

  private int version() throws IOException {
    try (TextOut out = console().text()) {
      out.line("Kpack Workbench " + ProgramVersion.number()).line("Java " + Runtime.version());
    }
    return ExitStatus.DONE;
  }
}
