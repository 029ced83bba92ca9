package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportOptions;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code verify}: checks files to the last byte. */
final class VerifyCommand extends Command {
  private static final String LIST = "list";
  private static final String ARTIFACTS = "--artifacts-dir";
  private static final String NEVER = "never";
  private static final String COMPARING = "wrapper-kernels";

  VerifyCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " verify");
    spec.usageMessage()
        .description(
            "Checks archives, host binaries, bundles, code objects, manifests and static libraries to",
            "the last byte, and reports what is wrong, where, and how to fix it. In a folder, every",
            "file of a known kind is checked, including hidden files; links are not followed. For",
            "artifacts, shards, packed artifacts (.tar.zst, .tar.xz) and overlaid trees, verify also",
            "checks that each holds only what belongs in it, and that markers, search paths and",
            "archives agree.")
        .footer(
            "  kpack-workbench verify rand_lib_gfx90a.kpack",
            "  kpack-workbench verify --json /opt/rocm/lib",
            "  kpack-workbench verify librocrand.so.1.1 --rule bundle-hash --rule code-object-target",
            "  kpack-workbench verify --list-rules",
            "  kpack-workbench verify shard/ --format sarif -o verify.sarif",
            "  kpack-workbench verify shard/ --fail-on warning --baseline baseline.json",
            "  kpack-workbench verify lib/librocrand.so.1.1 --original fat/librocrand.so.1.1",
            "",
            "The exit status is 0 if something was checked and no finding reaches the severity of",
            "--fail-on, 1 if a finding does, 2 if nothing could be checked or something could not be",
            "read. Files of unsupported kinds are listed as not checked.",
            "",
            "A baseline is the report of an earlier run. Findings in it are known and do not count;",
            "findings that no longer occur are listed as fixed. Findings are identified by rule,",
            "file, place and message, not by offset. To create a baseline: verify --json TREE >",
            "baseline.json.",
            "",
            "A colon in a name that only separates the features of a target (x_gfx90a:xnack+.kpack)",
            "is a note. Other names that Windows does not allow are warnings.");
    spec.addPositional(
            PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("PATH")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("Files and folders to check.")
                .build())
        .addOption(
            OptionSpec.builder("--rule")
                .paramLabel("R")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(
                    "Check only this rule. May be given several times. --rule list shows all rules.")
                .build())
        .addOption(
            OptionSpec.builder("--exclude")
                .paramLabel("R")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("Skip this rule. May be given several times.")
                .build())
        .addOption(
            value(
                "--fail-on",
                "SEVERITY",
                String.class,
                "The lowest severity that makes the exit status 1: error, warning, note or "
                    + "never. Default: error."))
        .addOption(
            value(
                "--baseline",
                "FILE",
                String.class,
                "An earlier report of verify --json: its findings are known and do not count."))
        .addOption(
            OptionSpec.builder("--original")
                .paramLabel("FAT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(
                    "The fat binary that a host-only binary was made from: the code in archives "
                        + "is compared with its code byte by byte. May be given several times. A fat "
                        + "binary among several PATHs is used as well if its build ID is the same.")
                .build())
        .addOption(
            value(
                "--jobs",
                "N",
                Integer.class,
                "The number of code objects to check at the same time. Default: the number "
                    + "of processors."))
        .addOption(
            value(
                "--format",
                "F",
                String.class,
                "text, json, json-lines, html, markdown, sarif or junit. Default: by the "
                    + "extension of the output file, otherwise text."))
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("FILE")
                .type(String.class)
                .description(
                    "Write the report to this file, and only its last line to standard output.")
                .build())
        .addOption(flag("--force", "Replace the output file if it exists with different content."))
        .addOption(allowLarge())
        .addOption(flag("--list-rules", "List all rules and what each of them checks."))
        .addOption(
            flag("--json", "Print one JSON document instead of text; the same as --format json."))
        .addOption(
            flag(
                Inputs.JSON_LINES,
                "Print a JSON object on one line for each finding, with its file; the same "
                    + "as --format json-lines."))
        .addOption(
            flag(
                Inputs.RECURSIVE,
                "Accepted as in other commands. verify always checks whole folders."))
        .addOption(
            value(
                ARTIFACTS,
                "D",
                String.class,
                "A folder to check, the same as PATH. This is the option's name in "
                    + "rocm_kpack's verify_artifacts."));
    spec.addOption(OperationCommand.named(CommonOptions.BUNDLER))
        .addOption(OperationCommand.named(CommonOptions.VERBOSE));
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    boolean json = parsed.hasMatchedOption("--json");
    Set<String> names = new HashSet<>(parsed.matchedOptionValue("--rule", List.<String>of()));
    if (names.contains(LIST) || parsed.hasMatchedOption("--list-rules")) {
      return rules(json);
    }
    List<Path> paths = new ArrayList<>();
    for (String path : parsed.matchedPositionalValue(0, List.<String>of())) {
      paths.add(Path.of(path));
    }
    if (parsed.hasMatchedOption(ARTIFACTS)) {
      Path folder = Path.of(parsed.matchedOptionValue(ARTIFACTS, ""));
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
      paths.add(folder);
    }
    if (paths.isEmpty()) {
      throw usage(parsed, "give at least one PATH, a file or a folder, to verify");
    }
    Path file = parsed.hasMatchedOption("-o") ? Path.of(parsed.matchedOptionValue("-o", "")) : null;
    ReportFormat format = format(parsed, json, file);
    boolean force = parsed.hasMatchedOption("--force");
    VerifyRequest request = comparing(parsed, request(parsed, names));
    VerifyRequest wanted =
        format.showsCoverage() && names.isEmpty() ? request.withCoverage() : request;
    Baseline baseline =
        parsed.hasMatchedOption("--baseline")
            ? Baseline.read(Path.of(parsed.matchedOptionValue("--baseline", "")))
            : null;
    VerifyReport all =
        Interruptible.run(progress -> Verify.run(paths, wanted, progress), console().progress());
    VerifyReport report = baseline == null ? all : baseline.applyTo(all);
    write(report, format, file, force);
    for (VerifyReport.Unreadable path : report.unreadable()) {
      console().error(ErrorLine.ofFile(path.failure()));
    }
    return switch (report.outcome()) {
      case PASSED -> ExitStatus.DONE;
      case FAILED -> ExitStatus.FINDINGS;
      case NOTHING_CHECKED, NOT_ALL_READ -> ExitStatus.FAILED;
    };
  }

  private static VerifyRequest request(ParseResult parsed, Set<String> names) {
    int jobs = parsed.matchedOptionValue("--jobs", 0);
    if (jobs < 0 || (jobs == 0 && parsed.hasMatchedOption("--jobs"))) {
      throw usage(parsed, "--jobs: expected 1 or more, found " + jobs);
    }
    VerifyRequest all =
        VerifyRequest.everything().failingOn(failOn(parsed)).allowingLarge(allowsLarge(parsed));
    Set<String> excluded = Set.copyOf(parsed.matchedOptionValue("--exclude", List.<String>of()));
    String option = "--rule: ";
    try {
      VerifyRequest some = names.isEmpty() ? all : all.only(names);
      option = "--exclude: ";
      VerifyRequest left = excluded.isEmpty() ? some : some.without(excluded);
      return jobs > 0 ? left.onThreads(jobs) : left;
    } catch (IllegalArgumentException unknown) {
      throw usage(parsed, option + unknown.getMessage() + "; --rule list names them");
    }
  }

  private static VerifyRequest comparing(ParseResult parsed, VerifyRequest request) {
    List<Path> originals = new ArrayList<>();
    for (String path : parsed.matchedOptionValue("--original", List.<String>of())) {
      originals.add(Path.of(path));
    }
    if (!originals.isEmpty() && request.rules().stream().noneMatch(VerifyCommand::compares)) {
      throw usage(parsed, "--original needs the rule wrapper-kernels, which is excluded");
    }
    return request.comparing(originals);
  }

  private static boolean compares(Rule<?> rule) {
    return rule.name().equals(COMPARING);
  }

  private static @Nullable Severity failOn(ParseResult parsed) {
    String word = parsed.matchedOptionValue("--fail-on", Severity.ERROR.word());
    if (word.equals(NEVER)) {
      return null;
    }
    for (Severity severity : Severity.values()) {
      if (severity.word().equals(word)) {
        return severity;
      }
    }
    throw usage(parsed, "--fail-on: expected error, warning, note or never, found " + word);
  }

  private void write(VerifyReport report, ReportFormat format, @Nullable Path file, boolean force)
      throws IOException {
    ReportOptions options =
        new ReportOptions(
            ProgramVersion.number(),
            Path.of("").toAbsolutePath(),
            ErrorLine::ofFile,
            file == null && !console().isVerbose());
    if (file == null) {
      Reports.write(report, format, options, console().data(), console().charset());
      return;
    }
    Reports.write(report, format, options, file, force);
    try (TextOut out = console().text()) {
      out.line(Reports.lastLine(report));
    }
  }

  private static ReportFormat format(ParseResult parsed, boolean json, @Nullable Path file) {
    String named = parsed.matchedOptionValue("--format", "");
    if (named.isEmpty() && parsed.hasMatchedOption("--format")) {
      throw usage(
          parsed, "--format: expected text, json, json-lines, html, markdown, sarif or junit");
    }
    if (json && !named.isEmpty() && !named.equals(ReportFormat.JSON.option())) {
      throw usage(parsed, "--json and --format %s cannot be combined".formatted(named));
    }
    if (parsed.hasMatchedOption(Inputs.JSON_LINES)) {
      if (json || (!named.isEmpty() && !named.equals(ReportFormat.JSON_LINES.option()))) {
        throw usage(parsed, "--json-lines cannot be combined with --json or --format");
      }
      return ReportFormat.JSON_LINES;
    }
    if (json) {
      return ReportFormat.JSON;
    }
    if (named.isEmpty()) {
      return file == null
          ? ReportFormat.TEXT
          : ReportFormat.ofFile(String.valueOf(file.getFileName())).orElse(ReportFormat.TEXT);
    }
    return ReportFormat.of(named)
        .orElseThrow(
            () ->
                usage(
                    parsed,
                    "--format: expected text, json, json-lines, html, markdown, sarif or junit, found "
                        + named));
  }

  private int rules(boolean json) throws IOException {
    Facts facts =
        new Facts()
            .list(
                "rules",
                StandardRules.all(),
                (rule, row) -> row.text("rule", rule.name()).text("checks", rule.sentence()));
    new ReportOutput(console(), json).print(new Report(facts).table("rules", "rule", "checks"));
    return ExitStatus.DONE;
  }
}
