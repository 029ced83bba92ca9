package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;
import org.kpackworkbench.model.operation.pack.PackReport;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;
import org.kpackworkbench.model.operation.pack.PackRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code pack}: a tree with host-only binaries and one archive. */
final class PackCommand extends Command {
  private static final String LABELS = "--gfx-arches";

  PackCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " pack");
    spec.usageMessage()
        .description(
            "Packs a binary or an install tree into a new folder: binaries are made host-only, their",
            "device code goes into OUT/.kpack/G-F.kpack, everything else is copied as it is. The",
            "folder appears whole or not at all.")
        .customSynopsis(
            "kpack-workbench pack IN -o OUT --group-name G --gfx-arch-family F [OPTIONS]")
        .footer(
            "  kpack-workbench pack /opt/rocm -o packed --group-name rocm --gfx-arch-family gfx94X",
            "  kpack-workbench pack lib/librocrand.so.1.1 -o out --group-name rand \\",
            "      --gfx-arch-family all --keep-targets gfx942,gfx1100 --dry-run",
            "",
            "A binary that cannot be made host-only is copied unchanged and reported; the exit status",
            "is then 1. Links stay links and are not followed.",
            "",
            "Command lines of rocm_kpack's pack_tree work as they are.");
    PackingOptions.addFiles(
        spec,
        "The binary or folder to pack.",
        "The folder to make; for a binary it gets the binary and its archive.");
    spec.addOption(required("--group-name", "G", "The archive's group, part of its name."))
        .addOption(
            required(
                "--gfx-arch-family", "F", "The archive's family of targets, part of its name."));
    spec.addOption(
        TargetOption.of(
            LABELS,
            "A,B",
            "What the archive's gfx_arches lists, if not all targets that it has code for. All code"
                + " is kept; loaders never ask for targets that are not listed. Each is"));
    PackingOptions.addArchives(spec);
    spec.addOption(PackingOptions.jobs("--max-workers"));
    FormerOptions.add(spec, FormerOptions.BUNDLER);
  }

  private static OptionSpec required(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .required(true)
        .description(description)
        .build();
  }

  /** What the arguments ask for. */
  static PackRequest request(ParseResult parsed) {
    Path input = PackingOptions.input(parsed, PackingOptions.positionals(parsed));
    return PackRequest.of(
            input,
            PackingOptions.output(parsed),
            parsed.matchedOptionValue("--group-name", ""),
            parsed.matchedOptionValue("--gfx-arch-family", ""))
        .with(PackingOptions.options(parsed))
        .labelled(labels(parsed))
        .replacing(parsed.hasMatchedOption("--force"));
  }

  private static List<String> labels(ParseResult parsed) {
    return TargetOption.filter(parsed, LABELS).targets().stream().map(GpuTarget::toString).toList();
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    PackRequest request = request(parsed);
    boolean json = parsed.hasMatchedOption("--json");
    PackOutput output = new PackOutput(request, console());
    return parsed.hasMatchedOption("--dry-run")
        ? output.planned(new Pack(request.replacing(true)).plan(console().progress()), json)
        : output.done(Interruptible.run(new Pack(request)::run, console().progress()), json);
  }

  /** Says what {@code pack} wrote, or would write. */
  static final class PackOutput {
    private final PackRequest request;
    private final Console console;

    PackOutput(PackRequest request, Console console) {
      this.request = request;
      this.console = console;
    }

    /** One way to say both. */
    private record Result(
        List<PlannedArchive> archives,
        List<PlannedBinary> binaries,
        List<String> copiedFiles,
        int copied,
        long copiedSize,
        int links,
        List<DroppedTarget> dropped,
        List<OperationNote> findings,
        boolean upToDate) {}

    int planned(PackPlan plan, boolean json) throws IOException {
      return print(
          new Result(
              plan.archives(),
              plan.binaries(),
              plan.copied(),
              plan.copied().size(),
              plan.copiedSizeBytes(),
              plan.links(),
              plan.dropped(),
              plan.findings(),
              false),
          true,
          json);
    }

    int done(PackReport report, boolean json) throws IOException {
      List<PlannedBinary> binaries = new ArrayList<>();
      for (PackedBinary binary : report.binaries()) {
        binaries.add(binary.planned());
      }
      return print(
          new Result(
              report.archives(),
              binaries,
              List.of(),
              report.copied(),
              report.copiedSizeBytes(),
              report.links(),
              report.dropped(),
              report.findings(),
              report.upToDate()),
          false,
          json);
    }

    private int print(Result result, boolean dryRun, boolean json) throws IOException {
      if (json) {
        json(result, dryRun);
      } else {
        text(result, dryRun);
      }
      PackedOutput.say(result.findings(), console);
      if (dryRun && !json) {
        console.note("Nothing was written (--dry-run).");
        PackedOutput.noteThere(request.output(), request.replace(), console);
      }
      return PackedOutput.status(result.findings());
    }

    private void json(Result result, boolean dryRun) throws IOException {
      try (JsonOut out = console.json()) {
        out.field("input", request.input().toString())
            .field("output", request.output().toString())
            .field("dryRun", dryRun)
            .field("upToDate", result.upToDate());
        PackedOutput.archives(out, result.archives());
        out.list("binaries");
        for (PlannedBinary binary : result.binaries()) {
          HostOnlyPreview preview = binary.preview();
          out.object()
              .field("path", request.output().resolve(binary.path()).toString())
              .field("kernelName", binary.path())
              .field("searchPath", binary.searchPath())
              .field("outcome", PackedOutput.outcome(preview.outcome()))
              .field("inputSize", preview.inputSizeBytes())
              .field("outputSize", preview.outputSizeBytes())
              .field("wrappers", preview.wrappers())
              .field("pagesRemoved", preview.pagesRemoved())
              .texts("targets", binary.targets())
              .field("kernels", binary.kernels())
              .field("originalSize", binary.originalSizeBytes())
              .endObject();
        }
        out.endList()
            .field("copied", result.copied())
            .field("copiedSize", result.copiedSize())
            .field("links", result.links());
        if (dryRun) {
          out.texts("copiedFiles", result.copiedFiles());
        }
        PackedOutput.dropped(out, result.dropped());
        PackedOutput.findings(out, result.findings());
      }
    }

    private void text(Result result, boolean dryRun) throws IOException {
      try (TextOut out = console.text()) {
        if (!result.binaries().isEmpty()) {
          TextColumns table =
              new TextColumns("binary", "outcome", ">wrappers", ">kernels", ">before", ">after");
          for (PlannedBinary binary : result.binaries()) {
            table.row(
                binary.path(),
                PackedOutput.outcome(binary.preview().outcome()),
                Integer.toString(binary.preview().wrappers()),
                Integer.toString(binary.kernels()),
                Long.toString(binary.preview().inputSizeBytes()),
                Long.toString(binary.preview().outputSizeBytes()));
          }
          table.print(out, "");
        }
        PackedOutput.table(out, result.archives());
        PackedOutput.lines(out, result.dropped());
        PackedOutput.upToDate(out, result.upToDate());
        if (dryRun) {
          for (String path : result.copiedFiles()) {
            out.line("copied: " + path);
          }
        }
        out.line(
            "%s copied, %s; %s"
                .formatted(
                    result.copied() == 1 ? "1 file" : result.copied() + " files",
                    Facts.size(result.copiedSize()),
                    result.links() == 1 ? "1 link" : result.links() + " links"));
      }
    }
  }
}
