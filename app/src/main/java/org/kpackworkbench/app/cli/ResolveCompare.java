package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.Device;

/**
 * {@code resolve --compare-…}: what a binary loads with two set-ups, and where they first differ.
 */
final class ResolveCompare {
  private final Console console;
  private final boolean json;

  /**
   * The request to a loader.
   *
   * @param variables those that a loader reads
   */
  record SetUp(List<Device> devices, Map<String, String> variables, LoaderBehaviour behaviour) {

    BinaryResolution resolve(Path file, UnpackBudget budget, Progress progress) throws IOException {
      try (Loader loader =
          new Loader(
              LoaderEnvironment.of(variables), behaviour, LoaderFiles.around(file), budget)) {
        return BinaryResolver.handing(loader, devices, false).resolve(file, progress);
      }
    }

    Facts facts() {
      return new Facts()
          .texts("targets", devices.stream().map(Device::written).toList())
          .texts(
              "variables",
              new TreeMap<>(variables)
                  .entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList())
          .text("behaviour", behaviour.words());
    }

    String words() {
      List<String> words = new ArrayList<>();
      devices.forEach(device -> words.add(device.written()));
      new TreeMap<>(variables).forEach((name, value) -> words.add(name + "=" + value));
      words.add(behaviour.words() + " loader");
      return String.join(", ", words);
    }
  }

  ResolveCompare(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  /** Compares, prints, and answers with which status to end: 0 where both find the same. */
  int run(Path file, SetUp left, SetUp right, UnpackBudget budget) throws IOException {
    BinaryResolution one =
        Interruptible.run(progress -> left.resolve(file, budget, progress), console);
    BinaryResolution other =
        Interruptible.run(progress -> right.resolve(file, budget, progress), console);
    List<LoadComparison> loads = LoadComparison.of(one, "A", other, "B");
    new ReportOutput(console, json).print(report(file, left, right, loads));
    return loads.stream().allMatch(LoadComparison::sameResult)
        ? ExitStatus.DONE
        : ExitStatus.FINDINGS;
  }

  private static Report report(Path file, SetUp left, SetUp right, List<LoadComparison> loads) {
    Report report =
        new Report(
                new Facts()
                    .path("binary", file)
                    .part("left", left.facts())
                    .part("right", right.facts())
                    .flag("same", loads.stream().allMatch(LoadComparison::sameResult))
                    .list("loads", loads, ResolveCompare::load))
            .line("%s", "binary")
            .line("  A: " + left.words())
            .line("  B: " + right.words());
    if (loads.isEmpty()) {
      return report.line("No wrapper needs code.");
    }
    report.below(
        "loads", "index as #", "left as A", "right as B", "same as ", "part as first difference");
    String last = "";
    for (LoadComparison load : loads) {
      // What wrappers have in common is said once.
      if (!load.sameResult() && !load.sentence().equals(last)) {
        last = load.sentence();
        report
            .gap()
            .line("wrapper %d, %s:".formatted(load.wrapper(), load.phase().words()))
            .line("  " + last);
      }
    }
    return last.isEmpty()
        ? report.gap().line("All have the same result: " + loads.getFirst().sentence())
        : report;
  }

  private static void load(LoadComparison load, Facts row) {
    row.number("index", load.wrapper())
        .part("left", side(load.left(), load.leftStep()))
        .shown(side(load.left()))
        .part("right", side(load.right(), load.rightStep()))
        .shown(side(load.right()))
        .flag("same", load.sameResult())
        .shown(load.sameResult() ? "=" : "differs")
        .id("part", load.phase())
        .shown(load.phase().words())
        .text("sentence", load.sentence());
  }

  private static String side(WrapperOutcome outcome) {
    return "%s: %s"
        .formatted(outcome.device(), outcome.found() ? "found" : "error " + outcome.error());
  }

  private static Facts side(WrapperOutcome outcome, int step) {
    return new Facts()
        .text("target", outcome.device().toString())
        .text("outcome", outcome.found() ? "found" : "not-found")
        .number("error", outcome.error().number())
        .known("step", step);
  }
}
