package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayReport;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code overlay}: artifacts onto one tree. */
final class OverlayCommand extends Command {
  OverlayCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " overlay");
    spec.usageMessage()
        .description(
            "Lays artifacts, folders or .tar.zst, onto one tree: stage prefixes are shared, manifests",
            "united, and each prefix gets its .prebuilt file. The tree appears whole or not at all.")
        .customSynopsis("kpack-workbench overlay ARTIFACT... -o DIR [--flatten] [OPTIONS]")
        .footer(
            "  kpack-workbench overlay blas_lib_generic blas_lib_gfx1100 -o build",
            "  kpack-workbench overlay *.tar.zst -o /opt/rocm --flatten",
            "",
            "Where artifacts bring different files to one place nothing is written, every such place is",
            "named, and the exit status is 1. A tree that is there already is added to, and not touched where",
            "it has all of it.");
    spec.addPositional(
            PositionalParamSpec.builder()
                .index("0..*")
                .arity("1..*")
                .required(true)
                .paramLabel("ARTIFACT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("Artifacts: their folders, .tar.zst or .tar.xz.")
                .build())
        .addOption(
            OptionSpec.builder("-o", "--output", "--output-dir")
                .paramLabel("DIR")
                .type(String.class)
                .required(true)
                .description("The tree's root.")
                .build())
        .addOption(flag("--flatten", "Put what is in the prefixes onto one root."))
        .addOption(
            flag(
                "--clean",
                "On a tree that is there already, empty each prefix the first time it is met;",
                "with --flatten the whole tree."));
    ArtifactOptions.addChanging(
        spec, "Taken as every changing command takes it; one thread lays all artifacts down.");
  }

  /** What the arguments ask for. */
  static OverlayRequest request(ParseResult parsed) {
    // Copying is bound by the disk; the number of threads changes nothing.
    ArtifactOptions.jobs(parsed, 1);
    List<String> names = parsed.matchedPositionalValue(0, List.of());
    return OverlayRequest.of(
            names.stream().map(Path::of).toList(), Path.of(parsed.matchedOptionValue("-o", "")))
        .withFlatten(parsed.hasMatchedOption("--flatten"))
        .withClean(parsed.hasMatchedOption("--clean"))
        .replacing(parsed.hasMatchedOption("--force"))
        .allowingLarge(allowsLarge(parsed));
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    OverlayRequest request = request(parsed);
    boolean dryRun = parsed.hasMatchedOption("--dry-run");
    Overlay overlaying = new Overlay(request);
    OverlayReport report =
        dryRun
            ? overlaying.plan(console().progress())
            : Interruptible.run(overlaying::run, console().progress());
    return new OverlayOutput(request, console(), parsed.hasMatchedOption("--json"))
        .print(report, dryRun);
  }

  /** Says what {@code overlay} wrote, or would write. */
  static final class OverlayOutput {
    private final OverlayRequest request;
    private final Console console;
    private final boolean json;

    OverlayOutput(OverlayRequest request, Console console, boolean json) {
      this.request = request;
      this.console = console;
      this.json = json;
    }

    int print(OverlayReport report, boolean dryRun) throws IOException {
      if (json) {
        json(report, dryRun);
      } else {
        text(report);
      }
      PackedOutput.say(report.findings(), console);
      if (!report.conflicts().isEmpty()) {
        console.note("Nothing was written: artifacts bring different things to one place.");
      } else if (dryRun && !json) {
        console.note("Nothing was written (--dry-run).");
      }
      return report.conflicts().isEmpty()
          ? PackedOutput.status(report.findings())
          : ExitStatus.FINDINGS;
    }

    private void json(OverlayReport report, boolean dryRun) throws IOException {
      try (JsonOut out = console.json()) {
        out.field("output", request.output().toString())
            .field("dryRun", dryRun)
            .field("upToDate", report.upToDate())
            .field("flattened", request.flatten())
            .texts("artifacts", report.artifacts())
            .texts("prefixes", report.prefixes())
            .field("files", report.files())
            .field("links", report.links())
            .field("size", report.sizeBytes())
            .field("kept", report.kept())
            .field("removed", report.removed())
            .list("conflicts");
        for (OverlayReport.Conflict conflict : report.conflicts()) {
          out.object()
              .field("path", conflict.path())
              .field("first", conflict.first())
              .field("second", conflict.second())
              .field("message", conflict.message())
              .endObject();
        }
        out.endList();
        PackedOutput.findings(out, report.findings());
      }
    }

    private void text(OverlayReport report) throws IOException {
      try (TextOut out = console.text()) {
        for (OverlayReport.Conflict conflict : report.conflicts()) {
          out.line(
              "conflict: %s: %s and %s bring %s"
                  .formatted(
                      conflict.path(), conflict.first(), conflict.second(), conflict.message()));
        }
        for (String prefix : report.prefixes()) {
          out.line("prefix: " + prefix);
        }
        out.line(
            "%s, %s, %s, from %s"
                .formatted(
                    report.files() == 1 ? "1 file" : report.files() + " files",
                    Facts.size(report.sizeBytes()),
                    report.links() == 1 ? "1 link" : report.links() + " links",
                    String.join(", ", report.artifacts())));
        if (report.kept() + report.removed() > 0) {
          out.line(
              "there before: %d stay, %d are cleaned away or replaced"
                  .formatted(report.kept(), report.removed()));
        }
        PackedOutput.upToDate(out, report.upToDate());
      }
    }
  }
}
