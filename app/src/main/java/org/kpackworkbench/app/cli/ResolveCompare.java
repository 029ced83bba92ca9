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
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.Device;

/**
 * {@code resolve --compare-…}: what a binary loads with two set-ups, and where they first differ.
 */
final class ResolveCompare {
  private final Console console;
  private final boolean json;

  /**
   * What a loader is asked with.
   *
   * @param variables those that a loader reads
   */
  record SetUp(List<Device> devices, Map<String, String> variables, LoaderBehaviour behaviour) {

    BinaryResolution resolve(Path file, UnpackBudget budget, Progress progress) throws IOException {
      try (Loader loader =
          new Loader(LoaderEnvironment.of(variables), behaviour, LoaderFiles.own(), budget)) {
        return BinaryResolver.handing(loader, devices, false).resolve(file, progress);
      }
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
        Interruptible.run(progress -> left.resolve(file, budget, progress), console.progress());
    BinaryResolution other =
        Interruptible.run(progress -> right.resolve(file, budget, progress), console.progress());
    List<LoadComparison> loads = LoadComparison.of(one, "A", other, "B");
    if (json) {
      try (JsonOut out = console.json()) {
        json(out, file, left, right, loads);
      }
    } else {
      try (TextOut out = console.text()) {
        text(out, file, left, right, loads);
      }
    }
    return loads.stream().allMatch(LoadComparison::sameResult)
        ? ExitStatus.DONE
        : ExitStatus.FINDINGS;
  }

  private static void text(
      TextOut out, Path file, SetUp left, SetUp right, List<LoadComparison> loads)
      throws IOException {
    out.line(file.toString());
    out.line("  A: " + left.words());
    out.line("  B: " + right.words());
    if (loads.isEmpty()) {
      out.line("No wrapper needs code.");
      return;
    }
    TextColumns table = new TextColumns(">#", "A", "B", "", "they part");
    for (LoadComparison load : loads) {
      table.row(
          Integer.toString(load.wrapper()),
          side(load.left()),
          side(load.right()),
          load.sameResult() ? "=" : "differs",
          load.phase().words());
    }
    table.print(out, "  ");
    String last = "";
    for (LoadComparison load : loads) {
      // What wrappers have in common is said once.
      if (!load.sameResult() && !load.sentence().equals(last)) {
        last = load.sentence();
        out.line();
        out.line("wrapper %d, %s:".formatted(load.wrapper(), load.phase().words()));
        out.line("  " + last);
      }
    }
    if (last.isEmpty()) {
      out.line();
      out.line("All come to the same: " + loads.getFirst().sentence());
    }
  }

  private static String side(WrapperOutcome outcome) {
    return "%s: %s"
        .formatted(outcome.device(), outcome.found() ? "found" : "error " + outcome.error());
  }

  private static void json(
      JsonOut out, Path file, SetUp left, SetUp right, List<LoadComparison> loads) {
    out.field("binary", file.toString());
    setUp(out, "left", left);
    setUp(out, "right", right);
    out.field("same", loads.stream().allMatch(LoadComparison::sameResult)).list("loads");
    for (LoadComparison load : loads) {
      out.object().field("index", load.wrapper());
      side(out, "left", load.left(), load.leftStep());
      side(out, "right", load.right(), load.rightStep());
      out.field("same", load.sameResult())
          .field("part", load.phase().name().toLowerCase(java.util.Locale.ROOT))
          .field("sentence", load.sentence())
          .endObject();
    }
    out.endList();
  }

  private static void setUp(JsonOut out, String name, SetUp setUp) {
    out.object(name)
        .texts("targets", setUp.devices().stream().map(Device::written).toList())
        .texts(
            "variables",
            new TreeMap<>(setUp.variables())
                .entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList())
        .field("behaviour", setUp.behaviour().words())
        .endObject();
  }

  private static void side(JsonOut out, String name, WrapperOutcome outcome, int step) {
    out.object(name)
        .field("target", outcome.device().toString())
        .field("outcome", outcome.found() ? "found" : "not-found")
        .field("error", outcome.error().number())
        .known("step", step)
        .endObject();
  }
}
