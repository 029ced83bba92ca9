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
            "the last byte, and says what is wrong, where, and what to do. Of a folder, each file of",
            "a known kind is checked, hidden ones too; links are not followed. Artifacts, shards of",
            "them, packed ones (.tar.zst, .tar.xz) and overlaid trees are checked as such: what may be",
            "in which of them, and whether markers, search paths and archives agree.")
        .footer(
            "  kpack-workbench verify rand_lib_gfx90a.kpack",
            "  kpack-workbench verify --json /opt/rocm/lib",
            "  kpack-workbench verify librocrand.so.1.1 --rule bundle-hash --rule code-object-target",
            "  kpack-workbench verify --list-rules",
            "  kpack-workbench verify shard/ --format sarif -o verify.sarif",
            "  kpack-workbench verify shard/ --fail-on warning --baseline baseline.json",
            "  kpack-workbench verify lib/librocrand.so.1.1 --original fat/librocrand.so.1.1",
            "",
            "The exit status is 0 when something was checked and no finding is as severe as --fail-on",
            "says, 1 when one is, 2 when nothing could be checked or something could not be read.",
            "What is of a kind that is not read is named as not checked.",
            "",
            "A baseline is the report of an earlier run. What it has is known and does not count; what",
            "is gone is named as mended. Findings are told apart by rule, file, place and message,",
            "whatever their offsets: verify --json TREE > baseline.json makes one.",
            "",
            "A colon in a name that only separates a target's features",
            "(x_gfx90a:xnack+.kpack) is a note, other names that Windows cannot have are warnings.");
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
                    "Only this rule; may be given several times. --rule list names them all.")
                .build())
        .addOption(
            OptionSpec.builder("--exclude")
                .paramLabel("R")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("Not this rule; may be given several times.")
                .build())
        .addOption(
            value(
                "--fail-on",
                "SEVERITY",
                String.class,
                "The least severity that makes the exit status 1: error, warning, note or never; if"
                    + " not given, error."))
        .addOption(
            value(
                "--baseline",
                "FILE",
                String.class,
                "A report that verify --json printed before: its findings are known and do not"
                    + " count."))
        .addOption(
            OptionSpec.builder("--original")
                .paramLabel("FAT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(
                    "The fat binary that a host-only one was made of: code in archives is compared"
                        + " with its, byte for byte. May be given several times. A fat binary among"
                        + " several PATHs counts as well, where its build id is the same.")
                .build())
        .addOption(
            value(
                "--jobs",
                "N",
                Integer.class,
                "How many code objects to look at at once, if not as many as there are processors."))
        .addOption(
            value(
                "--format",
                "F",
                String.class,
                "text, json, json-lines, html, markdown, sarif or junit; if not given, what the name behind -o"
                    + " ends with, else text."))
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("FILE")
                .type(String.class)
                .description("Write the report there, and only its last line to standard output.")
                .build())
        .addOption(flag("--force", "Replace the file behind -o if it is there with other content."))
        .addOption(allowLarge())
        .addOption(flag("--list-rules", "Name all rules, with what each checks."))
        .addOption(flag("--json", "Print one JSON document instead of text: --format json."))
        .addOption(
            flag(
                Inputs.JSON_LINES,
                "Print a JSON object a line for each finding, with the file in it: --format json-lines."))
        .addOption(
            flag(Inputs.RECURSIVE, "As of other commands; folders are checked as a whole anyway."))
        .addOption(
            value(
                ARTIFACTS,
                "D",
                String.class,
                "A folder to check, as a PATH is; rocm_kpack's verify_artifacts names it so."));
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
      throw usage(parsed, "say what to verify: PATH, a file or a folder");
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
      throw usage(parsed, "--original is for rule wrapper-kernels, which is left out");
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
      throw usage(parsed, "--json and --format %s exclude one another".formatted(named));
    }
    if (parsed.hasMatchedOption(Inputs.JSON_LINES)) {
      if (json || (!named.isEmpty() && !named.equals(ReportFormat.JSON_LINES.option()))) {
        throw usage(parsed, "--json-lines goes without --json and --format");
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
