package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code split}: what is for every GPU apart from what is for one. */
final class SplitCommand extends Command {
  private static final String DATABASES = "--split-databases";
  private static final String TARGETS = "--gpu-targets";

  SplitCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " split");
    spec.usageMessage()
        .description(
            "Splits a build's artifact, or every one in a folder: PREFIX_generic with everything but",
            "device code, and PREFIX_ARCH for each architecture with its code objects in an archive and",
            "its database files. What comes of one artifact appears as a whole or not at all.")
        .customSynopsis(
            "kpack-workbench split --artifact-dir D [--artifact-prefix P] --output-dir O [OPTIONS]",
            "       kpack-workbench split --batch-artifact-parent-dir D [--topology F] --output-dir O",
            "           [OPTIONS]")
        .footer(
            "  kpack-workbench split --artifact-dir blas_lib_gfx110X-dgpu --output-dir artifacts \\",
            "      --split-databases rocblas hipblaslt --dry-run",
            "  kpack-workbench split --batch-artifact-parent-dir artifacts-unsplit \\",
            "      --topology BUILD_TOPOLOGY.toml --output-dir artifacts --format tar.zst",
            "",
            "An artifact is a folder with artifact_manifest.txt, or its .tar.zst or .tar.xz. In a folder of",
            "them one that fails is reported and the others finish; the exit status is then 2. It is 1 where",
            "a binary with device code cannot be made host-only, and stays as it is. Databases that can be",
            "split: " + String.join(", ", Databases.installed().names()) + ".");
    spec.addOption(value("--artifact-dir", "D", String.class, "The artifact to split."))
        .addOption(
            value(
                "--artifact-prefix",
                "P",
                String.class,
                "What the new artifacts are named after, if not the part of D's name before the",
                "last underscore."))
        .addOption(
            value(
                "--batch-artifact-parent-dir",
                "D",
                String.class,
                "A folder: every artifact in it is split unless its family is generic."))
        .addOption(
            value(
                "--topology",
                "F",
                String.class,
                "A build topology: its target-specific artifacts are split with their split_databases,",
                "others are copied as they are."))
        .addOption(
            OptionSpec.builder("-o", "--output-dir")
                .paramLabel("O")
                .type(String.class)
                .required(true)
                .description("The folder for the new artifacts; made where it is missing.")
                .build())
        .addOption(several(DATABASES, "NAME", "Databases whose files go to their architectures."))
        .addOption(
            several(
                TARGETS,
                "TARGET",
                "Only code and database files for these, the rest is left out:",
                TargetOption.NAMES))
        .addOption(flag("--strict-databases", "A database that is not known is an error."))
        .addOption(flag("--no-kpm", "Leave the manifests (.kpm) beside archives out."))
        .addOption(flag("--kpm-sha256", "Write archives' checksums into their manifests."))
        .addOption(
            value(
                "--format",
                "FORM",
                String.class,
                "What artifacts become: folder, if not asked otherwise, or tar.zst."));
    PackingOptions.addWriting(spec);
    ArtifactOptions.addChanging(spec);
    FormerOptions.add(spec, FormerOptions.BUNDLER);
  }

  private static OptionSpec several(String name, String label, String... description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1..*")
        .description(description)
        .build();
  }

  private static List<String> several(ParseResult parsed, String name) {
    return parsed.matchedOptionValue(name, List.<String>of()).stream()
        .flatMap(each -> Arrays.stream(each.split("[,;\\s]+", -1)))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /**
   * What the arguments ask for.
   *
   * @param rules what a topology says; null where there is none
   */
  static SplitRequest request(ParseResult parsed, @Nullable SplitRules rules) {
    String one = parsed.matchedOptionValue("--artifact-dir", "");
    String parent = parsed.matchedOptionValue("--batch-artifact-parent-dir", "");
    if (one.isEmpty() == parent.isEmpty()) {
      throw usage(parsed, "say what to split: --artifact-dir D or --batch-artifact-parent-dir D");
    }
    if (one.equals("-") || parent.equals("-")) {
      throw usage(
          parsed,
          "an artifact cannot be read from standard input: name a folder, or a .tar.zst or .tar.xz"
              + " (a folder that is called -: ./-)");
    }
    if (parsed.hasMatchedOption("--artifact-prefix") && one.isEmpty()) {
      throw usage(parsed, "--artifact-prefix is for one artifact, not for a folder of them");
    }
    if (parsed.hasMatchedOption("--no-kpm") && parsed.hasMatchedOption("--kpm-sha256")) {
      throw usage(parsed, "--no-kpm and --kpm-sha256 exclude each other");
    }
    Path output = Path.of(parsed.matchedOptionValue("--output-dir", ""));
    SplitRequest request =
        one.isEmpty()
            ? SplitRequest.batch(Path.of(parent), output)
            : SplitRequest.artifact(Path.of(one), output)
                .named(parsed.matchedOptionValue("--artifact-prefix", null));
    return request
        .databases(several(parsed, DATABASES))
        .rules(rules)
        .with(PackingOptions.writing(parsed, TargetOption.filter(parsed, TARGETS)))
        .kpm(
            parsed.hasMatchedOption("--no-kpm")
                ? KpmForm.NONE
                : parsed.hasMatchedOption("--kpm-sha256") ? KpmForm.WITH_SHA256 : KpmForm.PLAIN)
        .form(form(parsed))
        .strictDatabases(parsed.hasMatchedOption("--strict-databases"))
        .replacing(parsed.hasMatchedOption("--force"));
  }

  private static OutputForm form(ParseResult parsed) {
    String form = parsed.matchedOptionValue("--format", "folder");
    return switch (form) {
      case "folder" -> OutputForm.FOLDER;
      case "tar.zst" -> OutputForm.TAR_ZST;
      default -> throw usage(parsed, "--format: expected folder or tar.zst, found " + form);
    };
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    SplitRequest request = request(parsed, topology(parsed));
    boolean dryRun = parsed.hasMatchedOption("--dry-run");
    SplitReport report =
        dryRun
            ? new Split(request.replacing(true)).plan(console().progress())
            : Interruptible.run(new Split(request)::run, console().progress());
    OperationOutput output = new OperationOutput(console(), parsed.hasMatchedOption("--json"));
    int status =
        output.print(report.describe(request, dryRun, ErrorLine::ofFile), report.findings());
    for (SplitReport.Failed failed : report.failed()) {
      String text = ErrorLine.ofFile(failed.error());
      String name = failed.source() + ": ";
      console().error(text.startsWith(name) ? text : name + text);
    }
    if (dryRun) {
      output.nothingWritten("; sizes are those before compression");
    } else if (request.replace()) {
      left(request, report);
    }
    return report.failed().isEmpty() ? status : ExitStatus.FAILED;
  }

  private @Nullable SplitRules topology(ParseResult parsed) throws IOException {
    String name = parsed.matchedOptionValue("--topology", "");
    if (name.isEmpty()) {
      return null;
    }
    Path file = Path.of(name);
    Checked<Topology> read = Topology.read(file, Databases.installed().names());
    if (!read.usable()) {
      read.problems().forEach(problem -> console().note(problem.in(name)));
      throw new UnusableConfigException(file, read);
    }
    read.problems().stream()
        .filter(problem -> problem.severity() == ConfigProblem.Severity.WARNING)
        .forEach(problem -> console().note("warning: " + problem.in(name)));
    return SplitRules.of(read.value());
  }

  /** Names artifacts of the same prefixes that lie beside those that were written. */
  private void left(SplitRequest request, SplitReport report) throws IOException {
    Set<String> prefixes = new HashSet<>();
    Set<String> written = new HashSet<>();
    for (SplitOutcome outcome : report.outcomes()) {
      for (SplitArtifact artifact : outcome.artifacts()) {
        written.add(artifact.name().toString());
        if (outcome.split()) {
          prefixes.add(artifact.name().prefix());
        }
      }
    }
    if (prefixes.isEmpty()) {
      return;
    }
    try (Stream<Path> children = Files.list(request.output())) {
      children
          .sorted()
          .filter(
              path ->
                  ArtifactName.parse(ArtifactInput.folderName(path))
                      .filter(name -> prefixes.contains(name.prefix()))
                      .filter(name -> !written.contains(name.toString()))
                      .isPresent())
          .forEach(
              path ->
                  console()
                      .note(
                          "note: %s was there before, and this run made no such artifact; it is left as it is"
                              .formatted(path)));
    }
  }
}
