package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackReport;
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
    OperationOutput output = new OperationOutput(console(), json);
    if (parsed.hasMatchedOption("--dry-run")) {
      PackPlan plan = new Pack(request.replacing(true)).plan(console().progress());
      int status = output.print(plan.describe(request), plan.findings());
      output.nothingWritten(request.output(), request.replace());
      return status;
    }
    PackReport report = Interruptible.run(new Pack(request)::run, console().progress());
    return output.print(report.describe(request), report.findings());
  }
}
