package org.kpackworkbench.model.analysis.resolve.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Registration;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;

/**
 * Reports about a binary or a tree that was resolved: facts, and what text shows of them. Not for
 * several threads.
 *
 * @param loader which loader answers
 * @param diagnoser what explains its answers
 * @param explain whether text has every step, and rows of a tree too
 * @param taken what the runtime takes GPUs for
 */
public record ResolveReport(
    Loader loader, Diagnoser diagnoser, boolean explain, GfxOverride.Taken taken) {
  /** A binary: a row for each wrapper and device, causes behind. */
  public Report binary(BinaryResolution binary) {
    return binary(
        binary,
        "%s: %s".formatted(SystemText.printed(binary.binary().file()), binary.state().words()),
        Registration.of(binary, loader),
        "index");
  }

  /** An archive in which a library looks up a key of its own: a row for each device. */
  public Report key(BinaryResolution archive, String key) {
    return binary(
        archive, "%s: %s".formatted(SystemText.printed(archive.binary().file()), key), List.of());
  }

  private Report binary(
      BinaryResolution binary, String heading, List<Registration> registrations, String... index) {
    Causes causes = new Causes(binary, diagnoser);
    List<String> columns = new ArrayList<>(List.of("target"));
    columns.addAll(List.of(index));
    columns.addAll(List.of("outcome", "size as bytes", "code object", "in"));
    Facts facts =
        new Facts()
            .list(
                "results",
                binary.outcomes(),
                (outcome, row) -> OutcomeFacts.result(binary, outcome, causes, true, row))
            .flag("complete", binary.complete())
            .list("registrations", registrations, ResolveReport::registration)
            .lines("settingLines", take -> each(settings(binary), take))
            .lines("linker", take -> each(linker(binary), take))
            .lines("causes", take -> each(causes(binary, causes), take))
            .lines("processes", take -> each(processes(registrations), take));
    environment(facts, rules(binary));
    return supposed(new Report(facts), causes.near())
        .line(heading)
        .lines("linker", "%s")
        .below("results", columns.toArray(String[]::new))
        .lines("settingLines", "%s")
        .lines("causes", "%s")
        .lines("processes", "%s");
  }

  /** Each cause once; with all steps where they are wanted. */
  private List<String> causes(BinaryResolution binary, Causes causes) {
    List<String> lines = causes.lines(outcome -> true);
    if (explain) {
      explain(binary, lines);
    }
    return lines;
  }

  private static List<String> linker(BinaryResolution binary) {
    return binary.unloadable() == null
        ? List.of()
        : List.of(binary.unloadable() + " No process gets this code; see verify.");
  }

  private static void each(List<String> lines, Taker<String> take) throws IOException {
    for (String line : lines) {
      take.take(line);
    }
  }

  private Report supposed(Report report, GivenPaths near) {
    List<String> lines = new ArrayList<>();
    if (loader.behaviour() == LoaderBehaviour.PLANNED) {
      lines.add("Planned behaviour; no loader does this.");
    }
    if (!taken.words().isEmpty()) {
      lines.add(taken.words());
    }
    String architecture = loader.environment().architectureOverride();
    if (architecture != null && loader.behaviour() != LoaderBehaviour.PLANNED) {
      lines.add(
          "%s=%s is ignored: no loader reads it."
              .formatted(LoaderEnvironment.ARCH_OVERRIDE, architecture));
    }
    if (!loader.files().words().isEmpty()) {
      lines.add(near.shown(loader.files().words()));
    }
    return report.heading(lines);
  }

  /** Outcomes on other settings, where they are not those on the default. */
  private static List<String> settings(BinaryResolution binary) {
    Map<String, List<String>> wrappers = new LinkedHashMap<>();
    Set<String> same = new LinkedHashSet<>();
    for (WrapperOutcome outcome : binary.outcomes()) {
      for (WrapperOutcome other : outcome.settings()) {
        String target = other.device().toString();
        same.add(target);
        if (!other.isLike(outcome)) {
          wrappers
              .computeIfAbsent(target + "\n" + words(other), one -> new ArrayList<>())
              .add(String.valueOf(other.number()));
        }
      }
    }
    List<String> lines = new ArrayList<>();
    wrappers.forEach(
        (key, numbers) -> {
          String target = key.substring(0, key.indexOf('\n'));
          same.remove(target);
          lines.add(
              "  %s, %s %s: %s"
                  .formatted(
                      target,
                      CountText.word(numbers.size(), "wrapper"),
                      ListText.some(numbers, Causes.MOST_NUMBERS),
                      key.substring(key.indexOf('\n') + 1)));
        });
    if (!same.isEmpty()) {
      lines.add("  the same on " + String.join(", ", same));
    }
    return lines.isEmpty()
        ? lines
        : Stream.concat(Stream.of("", "other settings:"), lines.stream()).toList();
  }

  private static String words(WrapperOutcome outcome) {
    return outcome.right() ? "code for " + outcome.architecture() : outcome.words();
  }

  private PathRules rules(BinaryResolution binary) {
    for (WrapperOutcome outcome : binary.outcomes()) {
      if (outcome.code() instanceof WrapperOutcome.InArchive asked) {
        return loader.rules(asked.resolution().request().rules());
      }
    }
    return loader.rules(PathRules.LINUX);
  }

  private void environment(Facts facts, PathRules rules) {
    LoaderEnvironment environment = loader.environment();
    facts
        .text("behaviour", loader.behaviour().words())
        .flag("planned", loader.behaviour() == LoaderBehaviour.PLANNED)
        .text("gamble", taken.words().isEmpty() ? null : taken.words())
        .part(
            "environment",
            new Facts()
                .flag("disabled", environment.disabled())
                .flag("debug", environment.debug())
                .texts("path", environment.overridePaths(rules))
                .texts("pathPrefix", environment.prefixPaths(rules))
                .text("archOverride", environment.architectureOverride())
                .text("gfxOverride", gfxOverride())
                .texts("gfxOverrides", taken.settings()));
  }

  private @Nullable String gfxOverride() {
    String start = GfxOverride.VARIABLE + "=";
    return taken.settings().stream()
        .filter(setting -> setting.startsWith(start))
        .findFirst()
        .map(setting -> setting.substring(start.length()))
        .orElse(null);
  }

  /** Writes the results for a wrapper in a process with all the devices. */
  private static void registration(Registration one, Facts row) {
    row.number("index", one.wrapper())
        .texts("served", one.served().stream().map(GpuTarget::toString).toList())
        .texts("skipped", one.skipped().stream().map(GpuTarget::toString).toList())
        .texts("refused", one.refused().stream().map(GpuTarget::toString).toList())
        .text("newest", hip(one.newest()))
        .text("before", hip(one.before()))
        .number("beforeError", one.beforeError().number());
  }

  /** Returns the wrappers' results in lines, where they are not the same for all devices. */
  private List<String> processes(List<Registration> wrappers) {
    List<String> lines = new ArrayList<>();
    for (Registration one : wrappers) {
      int found = one.served().size() + one.refused().size();
      boolean several = found + one.skipped().size() > 1;
      boolean parted = !one.skipped().isEmpty() && found > 0;
      if (!explain && !(several && (parted || one.before() != one.newest()))) {
        continue;
      }
      lines.add("");
      lines.add("wrapper %d in a process with all of these:".formatted(one.wrapper()));
      lines.add(
          "  newest runtime: %s%s%s"
              .formatted(
                  hip(one.newest()),
                  one.skipped().isEmpty() ? "" : "; without " + joined(one.skipped()),
                  refused(one)));
      lines.add(
          "  before: one code object for all, %s"
              .formatted(
                  one.before() == null
                      ? "hipSuccess" + (one.served().isEmpty() ? refused(one) : "")
                      : "%s (error %s)".formatted(hip(one.before()), one.beforeError())));
    }
    return lines;
  }

  private static String refused(Registration one) {
    return one.refused().isEmpty() ? "" : "; then the code is refused for " + joined(one.refused());
  }

  private static String hip(@Nullable HipError error) {
    return error == null ? "hipSuccess" : error.constant();
  }

  private static String joined(Collection<GpuTarget> devices) {
    return devices.stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
  }

  private static void explain(BinaryResolution binary, List<String> lines) {
    for (WrapperOutcome outcome : binary.outcomes()) {
      lines.add("");
      lines.add(
          outcome.wrapper() instanceof Place.Wrapper
              ? "%s, wrapper %d".formatted(outcome.device(), outcome.number())
              : outcome.device().toString());
      switch (outcome.code()) {
        case WrapperOutcome.InArchive asked ->
            trace(asked.resolution(), asked.resolution().difference(), lines);
        case WrapperOutcome.InBundle inside when inside.asked() == null ->
            lines.add(
                "  its bundle has code for %s; no loader is used"
                    .formatted(
                        inside.targets().stream()
                            .map(GpuTarget::toString)
                            .collect(Collectors.joining(", "))));
        case WrapperOutcome.InBundle inside -> trace(inside.asked(), inside.difference(), lines);
        case WrapperOutcome.Unusable unusable -> lines.add("  " + unusable.why());
      }
    }
  }

  private static void trace(
      @Nullable Resolution resolution, @Nullable String difference, List<String> lines) {
    if (resolution != null) {
      StepText.lines(resolution.trace()).forEach(line -> lines.add("  " + line));
    }
    if (difference != null) {
      lines.add("  " + difference);
    }
  }

  /**
   * The results of one binary of a tree, which come before what {@link #tree} says.
   *
   * @param take takes a row for each wrapper and device
   */
  public void results(BinaryResolution binary, Taker<Facts> take) throws IOException {
    Causes causes = new Causes(binary, diagnoser);
    for (WrapperOutcome outcome : binary.outcomes()) {
      Facts row = new Facts();
      OutcomeFacts.result(binary, outcome, causes, explain, row);
      take.take(row);
    }
  }

  /**
   * Lines about one binary of a tree, behind the grid; none if it has all its code on every
   * setting, with every loader.
   *
   * @param every whether the devices are all that there is code for: then code that was never built
   *     or installed has a line for each device
   */
  public List<String> failures(BinaryResolution binary, boolean every) {
    List<String> lines = new ArrayList<>(linker(binary));
    Causes causes = new Causes(binary, diagnoser);
    lines.addAll(causes.lines(outcome -> !every || outcome.right() || isLost(causes.of(outcome))));
    if (every) {
      lines.addAll(causes.brief(outcome -> !outcome.right() && !isLost(causes.of(outcome))));
    }
    if (explain && !every) {
      explain(binary, lines);
    }
    if (!every && binary.outcomes().stream().anyMatch(ResolveReport::fareOtherwise)) {
      lines.addAll(settings(binary));
    }
    return lines.isEmpty()
        ? lines
        : Stream.concat(Stream.of("", SystemText.printed(binary.binary().file())), lines.stream())
            .toList();
  }

  /** Whether code of a binary that should be there is not found, or is refused. */
  public boolean loses(BinaryResolution binary) {
    return binary.outcomes().stream()
        .anyMatch(outcome -> !outcome.right() && isLost(diagnoser.of(outcome, binary.state())));
  }

  private static boolean isLost(@Nullable Diagnosis cause) {
    return cause != null
        && switch (Answer.Kind.of(cause)) {
          case MISSING, REFUSED -> true;
          default -> false;
        };
  }

  /** Whether another setting has code where the default has none, or none, or another error. */
  private static boolean fareOtherwise(WrapperOutcome outcome) {
    return outcome.settings().stream()
        .anyMatch(other -> other.right() != outcome.right() || other.error() != outcome.error());
  }

  /**
   * A tree: a row for each binary, with a column for each device.
   *
   * @param every whether the devices are all that there is code for, and none was named
   * @param failures lines about binaries, behind the grid
   * @param failure the words for a file that cannot be read
   */
  public Report tree(
      TreeResolution tree,
      boolean every,
      List<String> failures,
      Function<IOException, String> failure) {
    List<String> devices = tree.devices().stream().map(GpuTarget::toString).toList();
    Facts facts =
        new Facts()
            .flag("complete", tree.complete())
            .flag("unpacked", tree.loaded())
            .texts("failing", tree.failing().stream().map(GpuTarget::toString).toList())
            .texts("served", tree.served().stream().map(GpuTarget::toString).toList())
            .list("grid", tree.rows(), (row, each) -> gridRow(tree, devices, row, each))
            .list(
                "unreadable",
                tree.unreadable(),
                (path, row) ->
                    row.path("file", path.path()).text("message", failure.apply(path.failure())))
            .lines("failures", take -> each(failures, take));
    environment(facts, loader.rules(PathRules.LINUX));
    List<String> columns = new ArrayList<>(List.of("path as binary"));
    devices.forEach(device -> columns.add(device + " as " + device));
    Report report =
        supposed(new Report(facts), GivenPaths.like(tree.root()))
            .table("grid", columns.toArray(String[]::new));
    if (!tree.rows().isEmpty()) {
      report.gap();
    }
    return report.line(summary(tree) + (every ? served(tree) : "")).lines("failures", "%s");
  }

  private static String served(TreeResolution tree) {
    return tree.complete() || tree.rows().isEmpty()
        ? ""
        : tree.served().isEmpty()
            ? " No GPU is served by every binary."
            : " Every binary serves %s.".formatted(joined(tree.served()));
  }

  private static void gridRow(
      TreeResolution tree, List<String> devices, TreeResolution.Row row, Facts facts) {
    // Below the root of all files, as processes have theirs, a path is one that can be typed.
    String above = tree.root().toString().equals("/") ? "/" : "";
    facts.text("binary", row.path());
    if (row.unloadable() != null) {
      facts.text("unloadable", row.unloadable());
    }
    facts
        .list(
            "cells",
            IntStream.range(0, devices.size()).boxed().toList(),
            (number, each) -> {
              TreeResolution.Cell cell = row.cells().get(number);
              each.text("target", devices.get(number))
                  .number("found", cell.found())
                  .number("unpacked", cell.unpacked())
                  .number("wrappers", cell.wrappers())
                  .number("error", cell.error().number())
                  .number("notOwn", cell.foreign())
                  .number("refused", cell.refused());
            })
        .aside("path", above + row.path());
    for (int i = 0; i < devices.size(); i++) {
      facts.aside(devices.get(i), row.cells().get(i).words());
    }
  }

  private static String summary(TreeResolution tree) {
    int binaries = tree.rows().size();
    return "%s with wrappers. %s%s%s"
        .formatted(
            CountText.of(binaries, "binary"),
            binaries == 0
                ? "There are no wrappers that need code."
                : tree.complete()
                    ? "All wrappers have code on all targets."
                    : tree.lacking().isEmpty()
                        ? ""
                        : "Code is missing for: %s."
                            .formatted(
                                tree.lacking().stream()
                                    .map(device -> failing(tree, device))
                                    .collect(Collectors.joining(", "))),
            unloadable(tree),
            tree.loaded() ? "" : " Code was looked up, not unpacked (--load unpacks it).");
  }

  private static String unloadable(TreeResolution tree) {
    String words = tree.unloadableWords();
    return words.isEmpty() ? "" : (tree.lacking().isEmpty() ? "" : " ") + words + ".";
  }

  private static String failing(TreeResolution tree, GpuTarget device) {
    return "%s (%d)".formatted(device, tree.failing(device).size());
  }
}
