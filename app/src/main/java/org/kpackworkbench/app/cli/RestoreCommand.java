package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code restore}: puts the device code of a host-only binary back into it. */
final class RestoreCommand extends Command {
  private static final String ARCHIVE = "--archive";

  RestoreCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " restore");
    spec.usageMessage()
        .description(
            "Puts the device code of a host-only binary back into it, from its archives. The result is",
            "verified before it gets its name; a failure leaves everything as it was.")
        .customSynopsis("kpack-workbench restore IN -o OUT [--archive A…] [OPTIONS]")
        .footer(
            "  kpack-workbench restore lib/librocrand.so.1.1 -o fat/librocrand.so.1.1",
            "  kpack-workbench restore lib/librocrand.so.1.1 -o fat/librocrand.so.1.1 \\",
            "      --archive rand_lib_gfx90a.kpack --archive rand_lib_gfx942.kpack --partial",
            "  kpack-workbench restore a.so -o b.so --dry-run --json",
            "",
            "Bundles get back the entries they had, in their order, as far as the archives say so; else",
            "one for the host and one for each target. A file that is fat already is copied byte for",
            "byte. The exit status is 1 where something was left out.");
    spec.addPositional(
            PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("IN")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("The host-only binary.")
                .build())
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("OUT")
                .type(String.class)
                .required(true)
                .description("Where the fat binary goes; may be IN, with --force.")
                .build())
        .addOption(
            OptionSpec.builder(ARCHIVE)
                .paramLabel("A")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(
                    "An archive to take code objects from; several may be named. Without any, the",
                    "binary's marker says where they are.")
                .build())
        .addOption(flag("--partial", "Leave out what no archive has, instead of stopping."))
        .addOption(
            flag(
                "--force",
                "Replace what is there already. Without it, that is compared with what would be",
                "written: left alone where all of it is the same, else refused."))
        .addOption(flag("--dry-run", "Only say what would be written."))
        .addOption(
            value(
                "--jobs",
                "N",
                Integer.class,
                "How many bundles to compress at once, if not as many as there are processors."))
        .addOption(allowLarge())
        .addOption(flag("--json", "Print one JSON document instead of text."));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    RestoreRequest request = request(parsed);
    RestoreReport report;
    try {
      report =
          Interruptible.run(progress -> new Restore(progress).run(request), console().progress());
    } catch (RestoreRefusedException refused) {
      throw CliException.failed(refused.getMessage() + advice(refused));
    }
    OperationOutput output = new OperationOutput(console(), parsed.hasMatchedOption("--json"));
    output.print(report.describe(request));
    report.notes().forEach(note -> console().note("note: " + note));
    if (request.dryRun()) {
      output.nothingWritten("");
    }
    return report.missing().isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private static String advice(RestoreRefusedException refused) {
    return switch (refused.refusal()) {
      case MISSING_CODE -> ". Name more archives (--archive), or leave it out (--partial)";
      case NO_ARCHIVES -> ". Name them (--archive)";
      case CONTRADICTING_ARCHIVES -> ". Name only those that belong to it (--archive)";
      default -> ". " + refused.refusal().advice();
    };
  }

  static RestoreRequest request(ParseResult parsed) {
    List<String> positionals = new ArrayList<>(parsed.matchedPositionalValue(0, List.<String>of()));
    List<String> archives = new ArrayList<>(parsed.matchedOptionValue(ARCHIVE, List.<String>of()));
    moreArchives(parsed, positionals, archives);
    if (positionals.size() != 1) {
      throw usage(
          parsed,
          positionals.isEmpty()
              ? "missing the binary to restore"
              : "expected one binary to restore, found " + String.join(" ", positionals));
    }
    int jobs = parsed.matchedOptionValue("--jobs", Runtime.getRuntime().availableProcessors());
    if (jobs < 1) {
      throw usage(parsed, "--jobs: expected 1 or more, found " + jobs);
    }
    return RestoreRequest.of(
            Path.of(positionals.getFirst()), Path.of(parsed.matchedOptionValue("--output", "")))
        .withArchives(archives.stream().map(Path::of).toList())
        .withPartial(parsed.hasMatchedOption("--partial"))
        .withReplace(parsed.hasMatchedOption("--force"))
        .withDryRun(parsed.hasMatchedOption("--dry-run"))
        .withThreads(jobs)
        .allowingLarge(allowsLarge(parsed));
  }

  /**
   * Takes archives that are behind others, as in {@code --archive A B}, out of the arguments
   * without an option; the last such argument left is never taken.
   */
  private static void moreArchives(
      ParseResult parsed, List<String> positionals, List<String> archives) {
    List<String> args = parsed.originalArgs();
    for (int i = 0; i < args.size(); i++) {
      int from = args.get(i).equals(ARCHIVE) ? i + 2 : Integer.MAX_VALUE;
      for (int at = from;
          at < args.size() && !args.get(at).startsWith("-") && positionals.size() > 1;
          at++) {
        // The binary is before all of them, if it is anywhere else.
        positionals.remove(positionals.lastIndexOf(args.get(at)));
        archives.add(args.get(at));
      }
    }
  }
}
