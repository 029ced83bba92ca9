package org.kpackworkbench.model.analysis.resolve.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings.Other;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * Loads of a binary with two set-ups, and where they first differ: facts, and what text shows of
 * them. Immutable.
 *
 * @param loads one for each wrapper that needs code, and each pair of devices
 */
public record CompareReport(
    Path binary, LoadSetUp left, LoadSetUp right, List<LoadComparison> loads) {

  /**
   * The request to a loader.
   *
   * @param variables those that a loader reads
   */
  public record LoadSetUp(
      List<Device> devices,
      Map<String, String> variables,
      Optional<PathRules> system,
      LoaderBehaviour behaviour) {
    public LoadSetUp {
      devices = List.copyOf(devices);
      variables = Map.copyOf(variables);
    }

    private BinaryResolution resolve(Path file, UnpackBudget budget, Progress progress)
        throws IOException {
      LoaderFiles files = LoaderFiles.around(file).reading(system);
      try (Loader loader = new Loader(LoaderEnvironment.of(variables), behaviour, files, budget)) {
        return BinaryResolver.handing(loader, taken().devices(), false).resolve(file, progress);
      }
    }

    private GfxOverride.Taken taken() {
      return GfxOverride.taken(devices, variables);
    }

    private Facts facts() {
      return new Facts()
          .texts("targets", devices.stream().map(Device::written).toList())
          .texts(
              "variables",
              new TreeMap<>(variables)
                  .entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList())
          .text("behaviour", behaviour.words());
    }

    private String words() {
      List<String> words = new ArrayList<>();
      devices.forEach(device -> words.add(device.written()));
      new TreeMap<>(variables).forEach((name, value) -> words.add(name + "=" + value));
      words.add(behaviour.words() + " loader");
      return String.join(", ", words);
    }
  }

  public CompareReport {
    loads = List.copyOf(loads);
  }

  /**
   * Resolves a binary with both set-ups.
   *
   * @param settings those of the first one
   * @param other what the second one has instead
   * @param environment the variables that are set
   */
  public static CompareReport of(
      Path binary,
      ResolveSettings settings,
      Other other,
      Map<String, String> environment,
      Progress progress)
      throws IOException {
    Map<String, String> variables = ResolveSettings.variables(environment, settings.variables());
    LoadSetUp left =
        new LoadSetUp(
            settings.usual(settings.devices()), variables, settings.system(), settings.behaviour());
    LoadSetUp right =
        new LoadSetUp(
            settings.usual(other.devices().isEmpty() ? settings.devices() : other.devices()),
            ResolveSettings.variables(variables, other.variables()),
            settings.system(),
            other.strict() ? LoaderBehaviour.STRICT : settings.behaviour());
    UnpackBudget budget = UnpackBudget.operation(settings.large());
    BinaryResolution one = left.resolve(binary, budget, progress);
    BinaryResolution two = right.resolve(binary, budget, progress);
    return new CompareReport(binary, left, right, LoadComparison.of(one, "A", two, "B"));
  }

  /** Whether both find the same. */
  public boolean isSame() {
    return loads.stream().allMatch(LoadComparison::sameResult);
  }

  /** Returns a report of the loads. */
  public Report describe() {
    Report report =
        new Report(
                new Facts()
                    .path("binary", binary)
                    .part("left", left.facts())
                    .part("right", right.facts())
                    .flag("same", isSame())
                    .list("loads", loads, CompareReport::load))
            .line("%s", "binary")
            .line("  A: " + left.words())
            .line("  B: " + right.words());
    Stream.of(left, right)
        .map(each -> each.taken().words())
        .filter(words -> !words.isEmpty())
        .distinct()
        .forEach(report::line);
    if (loads.isEmpty()) {
      return report.line("No wrapper needs code.");
    }
    report.below(
        "loads", "index", "left as A", "right as B", "same as ", "part as first difference");
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
    return "%s: %s".formatted(outcome.device(), outcome.words());
  }

  private static Facts side(WrapperOutcome outcome, int step) {
    return new Facts()
        .text("target", outcome.device().toString())
        .text("outcome", outcome.found() ? "found" : "not-found")
        .number("error", outcome.error().number())
        .known("step", step);
  }
}
