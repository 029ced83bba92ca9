package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code recombine}: shards to packages. */
final class RecombineCommand extends Command {
  RecombineCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " recombine");
    spec.usageMessage()
        .description(
            "Makes packages' artifacts from the split artifacts of several builds (shards), as a",
            "packaging configuration says: COMPONENT_generic from the primary shard, and for each group",
            "of architectures COMPONENT_GROUP with the archives and database files of all shards and",
            "one manifest that lists them.")
        .customSynopsis(
            "kpack-workbench recombine --input-shards-dir D --config F --output-dir O [OPTIONS]")
        .footer(
            "  kpack-workbench recombine --input-shards-dir shards --config packaging.yaml \\",
            "      --output-dir packages --dry-run",
            "  kpack-workbench recombine --input-shards-dir shards --config packaging.json \\",
            "      --output-dir packages --component blas_lib --format tar.zst",
            "",
            "Each child of D is a shard: a folder of artifacts, as folders or .tar.zst. A component that",
            "fails is reported and the exit status is 2; nothing of it is written, and the others finish.",
            "Where the configuration, the primary shard or the output is wrong, nothing is written at all.");
    spec.addOption(ArtifactOptions.folder("--input-shards-dir", "D", "The folder of shards."))
        .addOption(
            ArtifactOptions.folder("--config", "F", "The packaging configuration, YAML or JSON."))
        .addOption(
            ArtifactOptions.folder(
                "--output-dir", "O", "The folder for the artifacts; made where it is missing."))
        .addOption(
            OptionSpec.builder("--component")
                .paramLabel("C")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(
                    "Only this component, such as blas_lib, or blas for all of its own. May be given",
                    "several times, or with commas.")
                .build())
        .addOption(
            value(
                "--format",
                "FORM",
                String.class,
                "What artifacts become: folder, if not asked otherwise, or tar.zst."));
    ArtifactOptions.addChanging(spec);
  }

  /** What the arguments ask for. */
  static RecombineRequest request(ParseResult parsed) {
    String form = parsed.matchedOptionValue("--format", "folder");
    if (!List.of("folder", "tar.zst").contains(form)) {
      throw usage(parsed, "--format: expected folder or tar.zst, found " + form);
    }
    List<String> named = parsed.matchedOptionValue("--component", List.of());
    List<String> components =
        named.stream()
            .flatMap(each -> Arrays.stream(each.split(",", -1)))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .toList();
    if (components.isEmpty() && !named.isEmpty()) {
      throw usage(parsed, "--component: expected components, such as blas_lib");
    }
    RecombineRequest usual =
        RecombineRequest.of(
            Path.of(parsed.matchedOptionValue("--input-shards-dir", "")),
            Path.of(parsed.matchedOptionValue("--config", "")),
            Path.of(parsed.matchedOptionValue("--output-dir", "")));
    return usual
        .withComponents(components)
        .withPacked(form.equals("tar.zst"))
        .withThreads(ArtifactOptions.jobs(parsed, usual.threads()))
        .replacing(parsed.hasMatchedOption("--force"))
        .allowingLarge(allowsLarge(parsed));
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    RecombineRequest request = request(parsed);
    boolean dryRun = parsed.hasMatchedOption("--dry-run");
    RecombineReport report;
    try {
      report =
          dryRun
              ? new Recombine(request.replacing(true)).plan(console().progress())
              : Interruptible.run(new Recombine(request)::run, console().progress());
    } catch (UnusableConfigException unusable) {
      unusable
          .problems()
          .forEach(problem -> console().note(problem.in(request.config().toString())));
      throw unusable;
    }
    OperationOutput output = new OperationOutput(console(), parsed.hasMatchedOption("--json"));
    output.print(report.describe(request, dryRun, ErrorLine::ofFile));
    for (RecombineReport.Failed failed : report.failed()) {
      console()
          .note("error: %s: %s".formatted(failed.component(), ErrorLine.ofFile(failed.failure())));
    }
    int status = output.say(report.findings());
    if (dryRun) {
      output.nothingWritten("");
    }
    return report.failed().isEmpty() ? status : ExitStatus.FAILED;
  }
}
