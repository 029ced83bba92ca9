package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
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
    RecombineOutput output =
        new RecombineOutput(request, console(), parsed.hasMatchedOption("--json"));
    try {
      return parsed.hasMatchedOption("--dry-run")
          ? output.print(new Recombine(request.replacing(true)).plan(console().progress()), true)
          : output.print(
              Interruptible.run(new Recombine(request)::run, console().progress()), false);
    } catch (UnusableConfigException unusable) {
      unusable
          .problems()
          .forEach(problem -> console().note(problem.in(request.config().toString())));
      throw unusable;
    }
  }

  /** Says what {@code recombine} wrote, or would write. */
  static final class RecombineOutput {
    private final RecombineRequest request;
    private final Console console;
    private final boolean json;

    RecombineOutput(RecombineRequest request, Console console, boolean json) {
      this.request = request;
      this.console = console;
      this.json = json;
    }

    int print(RecombineReport report, boolean dryRun) throws IOException {
      if (json) {
        json(report, dryRun);
      } else {
        text(report);
      }
      for (RecombineReport.Failed failed : report.failed()) {
        console.note(
            "error: %s: %s".formatted(failed.component(), ErrorLine.ofFile(failed.failure())));
      }
      PackedOutput.say(report.findings(), console);
      if (dryRun && !json) {
        console.note("Nothing was written (--dry-run).");
      }
      return report.failed().isEmpty() ? PackedOutput.status(report.findings()) : ExitStatus.FAILED;
    }

    private void json(RecombineReport report, boolean dryRun) throws IOException {
      try (JsonOut out = console.json()) {
        out.field("input", request.shards().toString())
            .field("config", request.config().toString())
            .field("output", request.output().toString())
            .field("dryRun", dryRun)
            .field("upToDate", report.upToDate())
            .texts("shards", report.shards())
            .list("artifacts");
        for (RecombinedArtifact artifact : report.artifacts()) {
          out.object()
              .field("name", artifact.name().toString())
              .field("path", artifact.path().toString())
              .field("component", artifact.name().prefix())
              .field("group", artifact.name().generic() ? null : artifact.name().family())
              .field("displayName", artifact.displayName())
              .texts("targets", artifact.architectures())
              .texts("shards", artifact.shards())
              .field("files", artifact.files())
              .field("size", artifact.sizeBytes())
              .field("kernels", artifact.kernels())
              .endObject();
        }
        out.endList().list("failed");
        for (RecombineReport.Failed failed : report.failed()) {
          out.object()
              .field("component", failed.component())
              .field("message", ErrorLine.ofFile(failed.failure()))
              .endObject();
        }
        out.endList();
        PackedOutput.findings(out, report.findings());
      }
    }

    private void text(RecombineReport report) throws IOException {
      try (TextOut out = console.text()) {
        TextColumns table =
            new TextColumns("artifact", "targets", "shards", ">files", ">kernels", ">size");
        for (RecombinedArtifact artifact : report.artifacts()) {
          table.row(
              artifact.name().toString(),
              String.join(" ", artifact.architectures()),
              String.join(" ", artifact.shards()),
              Integer.toString(artifact.files()),
              Long.toString(artifact.kernels()),
              Long.toString(artifact.sizeBytes()));
        }
        if (!table.isEmpty()) {
          table.print(out, "");
        }
        int made = report.artifacts().size();
        int failed = report.failed().size();
        out.line(
            "%s in %s%s"
                .formatted(
                    made == 1 ? "1 artifact" : made + " artifacts",
                    request.output(),
                    failed == 0
                        ? ""
                        : "; %s failed"
                            .formatted(failed == 1 ? "1 component" : failed + " components")));
        PackedOutput.upToDate(out, report.upToDate());
      }
    }
  }
}
