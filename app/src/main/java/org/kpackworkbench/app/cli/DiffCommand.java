package org.kpackworkbench.app.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.RowKinds;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code diff}: compares like with like. */
final class DiffCommand extends Command {
  private static final int MOST_DEPTH = 8;

  DiffCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " diff");
    spec.usageMessage()
        .description(
            "Compares the content of two or more archives, manifests, ELF files, code objects,",
            "bundles, static libraries, other files, or folders, including packed folders (.tar.zst,",
            ".tar.xz, .tar); or manifests with a folder of archives. Frames are compared as stored",
            "first, and unpacked only if they differ.")
        .footer(
            "  kpack-workbench diff old.kpack new.kpack",
            "  kpack-workbench diff --json fat/librocrand.so.1.1 packed/lib/librocrand.so.1.1",
            "  kpack-workbench diff --depth 2 old.kpack new.kpack",
            "  kpack-workbench diff --sort growth old.kpack new.kpack",
            "  kpack-workbench diff --format html -o changes.html yesterday today",
            "  kpack-workbench diff rand_lib.kpm .kpack",
            "  git config diff.kpack.command 'kpack-workbench diff --git --'",
            "",
            "The exit status is 0 if all bytes were compared and are the same, 1 if something",
            "differs or contents were not compared, 2 if something could not be read.");
    spec.addPositional(
            PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("PATH")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(
                    "The files or folders to compare. The first is compared with all others.")
                .build())
        .addOption(
            flag(
                "--quick",
                "Compare tables, not contents. The exit status is 0 only for identical files."))
        .addOption(flag("--all", "Also show rows that do not differ."))
        .addOption(
            value(
                "--kind",
                "KIND",
                String.class,
                "Show only rows of this kind: "
                    + String.join(", ", RowKinds.of(StandardFormats.all()))
                    + "."))
        .addOption(
            value(
                "--depth",
                "N",
                Integer.class,
                "Show the rows inside differing rows, N levels down to the bytes. Default: 0."))
        .addOption(
            value(
                "--sort",
                "ORDER",
                String.class,
                "growth: from the largest growth to the largest shrinkage; or name. Default: name."))
        .addOption(flag("--json", "Print one JSON document instead of text."))
        .addOption(
            value("--format", "FORMAT", String.class, "text, json, html, markdown or patch."))
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("FILE")
                .type(Path.class)
                .description("Write to this file instead of standard output.")
                .build())
        .addOption(flag("--force", "Replace FILE if it exists with different content."))
        .addOption(allowLarge())
        .addOption(
            flag(
                "--git",
                "Accept the arguments that git passes to an external diff command, print a patch, and",
                "always exit with status 0, as git requires."));
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    List<String> names = parsed.matchedPositionalValue(0, List.<String>of());
    ExportRequest request = request(parsed);
    if (parsed.hasMatchedOption("--git")) {
      return new GitDiff(console()).run(names, request, parsed);
    }
    if (names.size() < 2) {
      throw usage(parsed, "give two or more PATHs to compare");
    }
    List<Path> paths = names.stream().map(Path::of).toList();
    boolean quick = parsed.hasMatchedOption("--quick");
    Path output = parsed.matchedOptionValue("--output", null);
    boolean force = parsed.hasMatchedOption("--force");
    return Interruptible.run(
        progress ->
            compare(
                paths,
                request,
                quick,
                output,
                force,
                UnpackBudget.operation(allowsLarge(parsed)),
                progress),
        console().progress());
  }

  private static ExportRequest request(ParseResult parsed) {
    boolean json = parsed.hasMatchedOption("--json");
    String wanted = parsed.hasMatchedOption("--git") ? "patch" : json ? "json" : "text";
    String name = parsed.matchedOptionValue("--format", wanted);
    ExportFormat format =
        ExportFormat.named(name)
            .orElseThrow(
                () ->
                    usage(
                        parsed,
                        "--format: expected one of %s, found %s"
                            .formatted(
                                Arrays.stream(ExportFormat.values())
                                    .map(ExportFormat::id)
                                    .collect(Collectors.joining(", ")),
                                name)));
    if (json && format != ExportFormat.JSON) {
      throw usage(parsed, "--json and --format %s contradict each other".formatted(name));
    }
    String kind = parsed.matchedOptionValue("--kind", null);
    if (kind != null && !RowKinds.of(StandardFormats.all()).contains(kind)) {
      throw usage(
          parsed,
          "--kind: expected one of %s; found %s"
              .formatted(String.join(", ", RowKinds.of(StandardFormats.all())), kind));
    }
    int depth = parsed.matchedOptionValue("--depth", 0);
    if (depth < 0 || depth > MOST_DEPTH) {
      throw usage(parsed, "--depth: expected 0 to %d, found %d".formatted(MOST_DEPTH, depth));
    }
    String order = parsed.matchedOptionValue("--sort", "name");
    if (!order.equals("name") && !order.equals("growth")) {
      throw usage(parsed, "--sort: expected growth or name, found %s".formatted(order));
    }
    return new ExportRequest(
        format, parsed.hasMatchedOption("--all"), kind, depth, order.equals("growth"));
  }

  private int compare(
      List<Path> paths,
      ExportRequest request,
      boolean quick,
      @Nullable Path output,
      boolean force,
      UnpackBudget budget,
      Progress progress)
      throws IOException {
    try (Comparison comparison = Compare.open(paths, budget, progress)) {
      if (!quick) {
        comparison.compareContents(progress, row -> {});
      } else if (comparison.outcome() == Outcome.DIFFERENT || !comparison.isIdentical(progress)) {
        console().note(Outcome.NOT_COMPARED.words());
      }
      if (output == null) {
        ComparisonExport.write(comparison, request, console().data(), progress);
      } else {
        try (ReplacingFile file = ReplacingFile.createUnlessSame(output, force);
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file.channel()))) {
          ComparisonExport.write(comparison, request, out, progress);
          out.flush();
          file.commit();
        }
      }
      return status(comparison);
    }
  }

  private int status(Comparison comparison) {
    Outcome outcome = comparison.outcome();
    if (outcome == Outcome.IDENTICAL) {
      return ExitStatus.DONE;
    }
    List<Side.Problem> problems = comparison.problems();
    Input.report(problems.stream().map(Side.Problem::failure).toList(), console());
    if (!problems.isEmpty() || outcome == Outcome.UNREADABLE) {
      return ExitStatus.FAILED;
    }
    return outcome.isSame() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  /**
   * What git calls for a path with {@code diff.NAME.command}: the path, then file, object and mode
   * before, the same after, and for a renamed file its new path and what git says of that. A path
   * that is not merged comes alone.
   */
  static final class GitDiff {
    private static final String NO_FILE = "/dev/null";
    private static final int ARGUMENTS = 7;

    private final Console console;

    GitDiff(Console console) {
      this.console = console;
    }

    int run(List<String> arguments, ExportRequest request, ParseResult parsed) throws IOException {
      if (arguments.size() == 1) {
        try (TextOut out = console.text()) {
          out.line("* Unmerged path " + arguments.getFirst());
        }
        return ExitStatus.DONE;
      }
      if (arguments.size() < ARGUMENTS) {
        throw Command.usage(
            parsed, "--git: expected the %d arguments that git gives".formatted(ARGUMENTS));
      }
      String path = arguments.getFirst();
      String renamed = arguments.size() > ARGUMENTS ? arguments.get(ARGUMENTS) : path;
      return Interruptible.run(
          progress ->
              compare(
                  List.of("a/" + path, "b/" + renamed),
                  List.of(arguments.get(1), arguments.get(4)),
                  request,
                  UnpackBudget.operation(Command.allowsLarge(parsed)),
                  progress),
          console.progress());
    }

    private int compare(
        List<String> labels,
        List<String> files,
        ExportRequest request,
        UnpackBudget budget,
        Progress progress)
        throws IOException {
      try (Resources resources = new Resources(budget)) {
        List<Side> sides =
            List.of(
                side(labels.getFirst(), files.getFirst(), resources),
                side(labels.getLast(), files.getLast(), resources));
        try (Comparison comparison = Compare.open(sides, resources, progress)) {
          comparison.compareContents(progress, row -> {});
          ComparisonExport.write(comparison, request, console.data(), progress);
          comparison
              .problems()
              .forEach(problem -> console.error(String.valueOf(problem.failure().getMessage())));
        }
      }
      // Any other status means to git that its external command has died.
      return ExitStatus.DONE;
    }

    private static Side side(String label, String file, Resources resources) throws IOException {
      Place place = new Place.File(Path.of(file));
      return file.equals(NO_FILE)
          ? new Side(NO_FILE, place, ByteView.of(NO_FILE, new byte[0]))
          : new Side(label, place, resources.add(MappedFile.open(Path.of(file))).view());
    }
  }
}
