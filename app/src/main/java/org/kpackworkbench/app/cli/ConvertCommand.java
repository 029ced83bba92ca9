package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertPlan;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code convert}: makes a binary host-only, its device code goes into archives. */
final class ConvertCommand extends Command {
  private static final String SEARCH_PATH = "--search-path";

  ConvertCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " convert");
    spec.usageMessage()
        .description(
            "Makes a fat binary host-only. Its device code is written into archives and verified",
            "before anything gets its final name; a failure leaves everything as it was.")
        .customSynopsis(
            "kpack-workbench convert IN -o OUT --kernel-name N --search-path P…",
            "           (--archives DIR | --discard-device-code) [OPTIONS]")
        .footer(
            "  kpack-workbench convert lib/librocrand.so.1.1 -o out/lib/librocrand.so.1.1 \\",
            "      --kernel-name lib/librocrand.so.1.1 --archives out/.kpack \\",
            "      --search-path ../.kpack/rand_lib_@GFXARCH@.kpack",
            "  kpack-workbench convert a.so -o b.so --kernel-name a.so --search-path a.kpack --dry-run \\",
            "      --archives .",
            "",
            "Archives are named as the first search path that leads from OUT to DIR says: one for each",
            "target where it has @GFXARCH@ in it, else one for all. A file without device code, or",
            "host-only already, is copied byte for byte. The exit status is 1 where there is no code for a",
            "target that was to be kept, 2 where the binary cannot be converted.");
    PackingOptions.addFiles(
        spec,
        "The binary to convert.",
        "Where the host-only binary goes; may be IN, with --force.");
    spec.addOption(
            OptionSpec.builder("--kernel-name")
                .paramLabel("N")
                .type(String.class)
                .required(true)
                .description("What the binary is called in archives, such as lib/libfoo.so.1.")
                .build())
        .addOption(
            OptionSpec.builder(SEARCH_PATH)
                .paramLabel("P")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .required(true)
                .description(
                    "Where a loader looks for archives, relative to OUT's folder; may hold @GFXARCH@.",
                    "Several are tried in their order.")
                .build())
        .addOption(value("--archives", "DIR", String.class, "The folder for the archives."))
        .addOption(
            flag("--discard-device-code", "Throw the device code away instead of keeping it."))
        .addOption(
            value(
                "--group-name",
                "G",
                String.class,
                "The archives' group, if not the kernel name's."))
        .addOption(
            value(
                "--gfx-arch-family",
                "F",
                String.class,
                "The archives' family, if not the target of each."));
    PackingOptions.addArchives(spec);
    spec.addOption(PackingOptions.jobs());
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    ConvertRequest request = request(parsed);
    boolean json = parsed.hasMatchedOption("--json");
    OperationOutput output = new OperationOutput(console(), json);
    Convert conversion = new Convert(request);
    if (parsed.hasMatchedOption("--dry-run")) {
      ConvertPlan plan = conversion.plan(console().progress());
      int status = output.print(plan.describe(request), plan.findings());
      output.nothingWritten(request.output(), request.replace());
      return status;
    }
    ConvertReport report = Interruptible.run(conversion::run, console().progress());
    return output.print(report.describe(request), report.findings());
  }

  /** What the arguments ask for. */
  static ConvertRequest request(ParseResult parsed) {
    List<String> searchPaths =
        new ArrayList<>(parsed.matchedOptionValue(SEARCH_PATH, List.<String>of()));
    List<String> positionals = new ArrayList<>(PackingOptions.positionals(parsed));
    moreSearchPaths(parsed, positionals, searchPaths);
    Path input = PackingOptions.input(parsed, positionals);
    @Nullable String archives = parsed.matchedOptionValue("--archives", null);
    boolean discard = parsed.hasMatchedOption("--discard-device-code");
    if ((archives == null) != discard) {
      throw usage(
          parsed,
          discard
              ? "--archives and --discard-device-code exclude each other"
              : "say where the device code goes: --archives DIR, or --discard-device-code");
    }
    String kernelName = parsed.matchedOptionValue("--kernel-name", "");
    if (kernelName.isEmpty() || searchPaths.contains("")) {
      throw usage(parsed, "--kernel-name and --search-path must not be empty");
    }
    Path output = PackingOptions.output(parsed);
    ConvertRequest request =
        archives == null
            ? ConvertRequest.discarding(input, output, kernelName, searchPaths)
            : ConvertRequest.keeping(input, output, kernelName, searchPaths, Path.of(archives));
    return request
        .with(PackingOptions.options(parsed))
        .named(
            parsed.matchedOptionValue("--group-name", null),
            parsed.matchedOptionValue("--gfx-arch-family", null))
        .replacing(parsed.hasMatchedOption("--force"));
  }

  /**
   * Takes search paths that are behind others, as in {@code --search-path A B}, out of the
   * arguments that have no option. The input is never taken for one.
   */
  private static void moreSearchPaths(
      ParseResult parsed, List<String> positionals, List<String> searchPaths) {
    boolean named = parsed.hasMatchedOption("--input");
    List<String> args = parsed.originalArgs();
    for (int i = 0; i < args.size(); i++) {
      int from = args.get(i).equals(SEARCH_PATH) ? i + 2 : Integer.MAX_VALUE;
      for (int at = from; at < args.size() && !args.get(at).startsWith("-"); at++) {
        if (named || positionals.size() > 1) {
          // The input is before all of them, if it is anywhere else.
          positionals.remove(positionals.lastIndexOf(args.get(at)));
          searchPaths.add(args.get(at));
        }
      }
    }
  }
}
