package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.verify.Rule;
import org.kpackworkbench.model.verify.run.StandardRules;
import org.kpackworkbench.model.verify.run.Verifier;
import org.kpackworkbench.model.verify.run.VerifyReport;
import org.kpackworkbench.model.verify.run.VerifyRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code verify}: checks files to the last byte. */
final class VerifyCommand extends Command {
  private static final String LIST = "list";

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
            "a known kind is checked, hidden ones too; links are not followed.")
        .footer(
            "  kpack-workbench verify rand_lib_gfx90a.kpack",
            "  kpack-workbench verify --json /opt/rocm/lib",
            "  kpack-workbench verify librocrand.so.1.1 --rule bundle-hash --rule code-object-target",
            "  kpack-workbench verify --rule list",
            "",
            "The exit status is 0 when there are no findings but notes, 1 when there are, 2 when",
            "something could not be read.");
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
            value(
                "--jobs",
                "N",
                Integer.class,
                "How many code objects to look at at once, if not as many as there are processors."))
        .addOption(flag("--json", "Print one JSON document instead of text."));
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    boolean json = parsed.hasMatchedOption("--json");
    Set<String> names = new HashSet<>(parsed.matchedOptionValue("--rule", List.<String>of()));
    if (names.contains(LIST)) {
      return rules(json);
    }
    List<Path> paths = new ArrayList<>();
    for (String path : parsed.matchedPositionalValue(0, List.<String>of())) {
      paths.add(Path.of(path));
    }
    if (paths.isEmpty()) {
      throw usage(parsed, "say what to verify: PATH, a file or a folder");
    }
    VerifyRequest request = request(parsed, names);
    VerifyReport report =
        Interruptible.run(progress -> Verifier.run(paths, request, progress), console().progress());
    if (json) {
      try (JsonOut out = console().json()) {
        FindingsOutput.json(report, out);
      }
    } else {
      try (TextOut out = console().text()) {
        FindingsOutput.text(report, out);
      }
    }
    for (VerifyReport.Unreadable path : report.unreadable()) {
      console().error(ErrorText.ofFile(path.failure()));
    }
    return report.unreadable().isEmpty()
        ? report.passed() ? ExitStatus.DONE : ExitStatus.FINDINGS
        : ExitStatus.FAILED;
  }

  private static VerifyRequest request(ParseResult parsed, Set<String> names) {
    int jobs = parsed.matchedOptionValue("--jobs", 0);
    if (jobs < 0 || (jobs == 0 && parsed.hasMatchedOption("--jobs"))) {
      throw usage(parsed, "--jobs: expected 1 or more, found " + jobs);
    }
    VerifyRequest all = VerifyRequest.everything();
    try {
      VerifyRequest some = names.isEmpty() ? all : all.only(names);
      return jobs > 0 ? some.onThreads(jobs) : some;
    } catch (IllegalArgumentException unknown) {
      throw usage(parsed, "--rule: " + unknown.getMessage() + "; --rule list names them");
    }
  }

  private int rules(boolean json) throws IOException {
    if (json) {
      try (JsonOut out = console().json()) {
        out.list("rules");
        for (Rule<?> rule : StandardRules.all()) {
          out.object().field("rule", rule.name()).field("checks", rule.sentence()).endObject();
        }
        out.endList();
      }
      return ExitStatus.DONE;
    }
    Columns table = new Columns("rule", "checks");
    for (Rule<?> rule : StandardRules.all()) {
      table.row(rule.name(), rule.sentence());
    }
    try (TextOut out = console().text()) {
      table.print(out, "");
    }
    return ExitStatus.DONE;
  }
}
