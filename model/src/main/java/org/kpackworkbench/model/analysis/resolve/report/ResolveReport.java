package org.kpackworkbench.model.analysis.resolve.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
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
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.registration.CodeOwnership;

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
  private static final int MOST_NUMBERS = 8;

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
    Causes causes = new Causes(binary);
    List<String> columns = new ArrayList<>(List.of("target"));
    columns.addAll(List.of(index));
    columns.addAll(List.of("outcome", "size as bytes", "code object", "in"));
    Facts facts =
        new Facts()
            .list(
                "results",
                binary.outcomes(),
                (outcome, row) -> result(binary, outcome, causes, true, row))
            .flag("complete", binary.complete())
            .list("registrations", registrations, ResolveReport::registration)
            .lines("settingLines", take -> each(settings(binary), take))
            .lines("linker", take -> each(linker(binary), take))
            .lines("causes", take -> each(causes(binary, causes), take))
            .lines("processes", take -> each(processes(registrations), take));
    environment(facts, rules(binary));
    return supposed(new Report(facts), causes.near)
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

  private static void each(List<String> lines, Facts.Take<String> take) throws IOException {
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

  private static void result(
      BinaryResolution binary, WrapperOutcome outcome, Causes causes, boolean steps, Facts row)
      throws IOException {
    boolean wrapper = outcome.wrapper() instanceof Place.Wrapper;
    (wrapper ? row.path("binary", binary.binary().file()) : row.nothing("binary"))
        .known("index", wrapper ? outcome.number() : -1)
        .text("target", outcome.device().toString());
    switch (outcome.code()) {
      case WrapperOutcome.InArchive inArchive ->
          inArchive(outcome, inArchive, causes.near, steps, row);
      case WrapperOutcome.InBundle inside -> inBundle(outcome, inside, steps, row);
      case WrapperOutcome.Unusable unusable -> {
        row.text("outcome", kind(outcome)).shown(outcome.words());
        answer(unusable.error(), null, null, -1, null, row);
        steps(List.of(), null, row);
        row.nothing("architecture").text("why", unusable.why());
        place("-", "-", row);
      }
    }
    if (outcome.refusal() != null) {
      row.text("refusal", outcome.refusal().why());
    }
    diagnosis(causes.of(outcome), causes.near, row);
    row.list("settings", outcome.settings(), (other, each) -> setting(other, causes.near, each));
    if (binary.unloadable() != null) {
      row.text("unloadable", binary.unloadable());
    }
  }

  /** The outcome on another setting that such a device can have. */
  private static void setting(WrapperOutcome outcome, GivenPaths near, Facts row) {
    Resolution.Found found =
        outcome.code() instanceof WrapperOutcome.InArchive asked
            ? asked.resolution().found()
            : null;
    row.text("target", outcome.device().toString())
        .text("outcome", kind(outcome))
        .number("error", outcome.error().number())
        .text("architecture", outcome.architecture())
        .text("archive", found == null ? null : near.shown(found.archive().toString()))
        .text("key", found == null ? null : found.key());
  }

  private static String kind(WrapperOutcome outcome) {
    if (outcome.refusal() != null) {
      return "refused";
    }
    return switch (outcome.code()) {
      case WrapperOutcome.InArchive asked ->
          asked.resolution().found() != null
              ? "found"
              : asked.resolution().undefined() ? "undefined" : "not-found";
      case WrapperOutcome.InBundle inside -> inside.found() == null ? "not-found" : "embedded";
      case WrapperOutcome.Unusable unusable -> "unusable";
    };
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
                      ListText.some(numbers, MOST_NUMBERS),
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

  private static void inArchive(
      WrapperOutcome outcome,
      WrapperOutcome.InArchive code,
      GivenPaths near,
      boolean steps,
      Facts row) {
    Resolution resolution = code.resolution();
    Resolution.Found found = resolution.found();
    row.text("outcome", kind(outcome)).shown(outcome.words());
    if (found == null) {
      answer(resolution.error(), null, null, -1, null, row);
      place("-", "-", row);
    } else {
      String archive = near.shown(found.archive().toString());
      answer(LoaderError.SUCCESS, archive, found.key(), found.sizeBytes(), code.sha256(), row);
      place(found.key() + " @ " + found.architecture(), archive, row);
    }
    steps(steps ? resolution.trace() : List.of(), null, row);
    CodeOwnership ownership = code.ownership();
    String warning = outcome.warning();
    row.text("architecture", found == null ? null : found.architecture())
        .texts("handed", resolution.request().targets())
        .text("warning", warning.isEmpty() ? null : warning);
    // The wrappers whose kernels a code object has that is not the wrapper's own.
    switch (ownership) {
      case CodeOwnership.Foreign foreign -> row.numbers("kernelsOf", foreign.wrappers());
      case CodeOwnership.Nobodys nobodys -> row.numbers("kernelsOf", List.of());
      case CodeOwnership.Disputed disputed -> row.nothing("kernelsOf");
      case CodeOwnership.Own own -> row.nothing("kernelsOf");
      case CodeOwnership.Unknown unknown -> row.nothing("kernelsOf");
    }
    row.flag("behavioursDiffer", resolution.behavioursDiffer())
        .text("difference", resolution.difference());
  }

  private static void inBundle(
      WrapperOutcome outcome, WrapperOutcome.InBundle inside, boolean steps, Facts row) {
    Place.CodeObject found = inside.found();
    Resolution asked = inside.asked();
    row.text("outcome", kind(outcome)).shown(outcome.words());
    answer(
        outcome.error(), null, null, found == null ? -1 : inside.sizeBytes(), inside.sha256(), row);
    steps(steps && asked != null ? asked.trace() : List.of(), null, row);
    row.text("architecture", found == null ? null : found.target());
    if (asked != null) {
      row.texts("handed", asked.request().targets())
          .flag("behavioursDiffer", true)
          .text("difference", inside.difference());
    }
    if (found == null) {
      place("-", "-", row);
    } else {
      place(
          found.target(),
          "the binary, bundle %s%s"
              .formatted(
                  found.parent().label().replace("bundle ", ""),
                  asked == null ? "" : " (planned; no loader does)"),
          row);
    }
  }

  private static void answer(
      LoaderError error,
      @Nullable String archive,
      @Nullable String key,
      long sizeBytes,
      @Nullable Checksum sha256,
      Facts row) {
    row.number("error", error.number())
        .text("archive", archive)
        .text("key", key)
        .size("size", sizeBytes)
        .text("sha256", sha256 == null ? null : sha256.toString());
  }

  private static void place(String code, String where, Facts row) {
    row.aside("code object", code).aside("in", where);
  }

  static void diagnosis(@Nullable Diagnosis cause, GivenPaths near, Facts row) {
    row.text("diagnosis", cause == null ? null : near.shown(cause.sentence()))
        .text("advice", cause == null ? null : near.shown(cause.advice()));
  }

  /** Steps, with their lines where they come from a log. */
  static void steps(List<Step> trace, @Nullable List<Integer> lines, Facts row) {
    row.rows(
        "steps",
        (Facts.Take<Integer> take) -> {
          for (int i = 0; i < trace.size(); i++) {
            take.take(i);
          }
        },
        (number, each) -> {
          Step step = trace.get(number);
          Place place = step.place();
          each.text("step", name(step))
              .text("text", StepText.of(step).strip())
              .flag("failed", step.fails())
              .text("file", place == null ? null : SystemText.printed(place.file()));
          if (lines != null) {
            each.number("line", lines.get(number));
          }
          switch (step) {
            case Step.ArchiveOpened opened -> each.texts("architectures", opened.architectures());
            case Step.ArchiveUnreadable unreadable -> each.text("why", unreadable.why());
            case Step.MetadataUnreadable unreadable -> each.text("why", unreadable.why());
            case Step.KernelMissed missed -> each.text("why", missed.why());
            default -> {}
          }
        });
  }

  /** A step's kind: {@code archive-opened}. */
  private static String name(Step step) {
    return step.getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
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

  /** Why wrappers have no code. */
  private final class Causes {
    private final Map<Diagnosis, List<WrapperOutcome>> all;
    private final Map<WrapperOutcome, Diagnosis> each = new IdentityHashMap<>();
    private final GivenPaths near;

    Causes(BinaryResolution binary) {
      near = GivenPaths.like(binary.binary().file());
      all = diagnoser.of(binary);
      all.forEach((cause, outcomes) -> outcomes.forEach(outcome -> each.put(outcome, cause)));
    }

    @Nullable Diagnosis of(WrapperOutcome outcome) {
      return each.get(outcome);
    }

    /** Each cause of some outcomes once. */
    List<String> lines(Predicate<WrapperOutcome> wanted) {
      List<String> lines = new ArrayList<>();
      shown(wanted)
          .forEach(
              (cause, outcomes) -> {
                lines.add("");
                lines.add(which(outcomes));
                lines.add("  " + near.shown(cause.sentence()));
                lines.add("  " + near.shown(cause.advice()));
              });
      return lines;
    }

    /** A line for each cause of some outcomes and the GPUs that have it, without advice. */
    List<String> brief(Predicate<WrapperOutcome> wanted) {
      record Group(List<Integer> wrappers, String words) {}
      Map<Group, List<WrapperOutcome>> groups = new LinkedHashMap<>();
      Map<Group, String> sentences = new HashMap<>();
      shown(wanted)
          .forEach(
              (cause, outcomes) -> {
                String sentence = near.shown(cause.sentence());
                List<Integer> wrappers =
                    outcomes.stream().map(WrapperOutcome::number).distinct().toList();
                Group group = new Group(wrappers, ofThem(sentence, outcomes));
                groups.computeIfAbsent(group, none -> new ArrayList<>()).addAll(outcomes);
                sentences.merge(group, sentence, (one, other) -> group.words());
              });
      List<String> lines = new ArrayList<>();
      groups.forEach(
          (group, outcomes) ->
              lines.add("  %s %s".formatted(which(outcomes), sentences.get(group))));
      return lines;
    }

    /** Returns a sentence about a GPU as one about several. */
    private static String ofThem(String sentence, List<WrapperOutcome> outcomes) {
      String words = sentence;
      for (WrapperOutcome outcome : outcomes) {
        GpuTarget device = outcome.device();
        for (String name : List.of(device.toString(), device.processor())) {
          words = words.replaceAll(" for " + Pattern.quote(name) + "(?![\\w:-])", " for them");
        }
      }
      return words;
    }

    /** Some outcomes by cause: by that of the binary where wrappers have it alike. */
    private Map<Diagnosis, List<WrapperOutcome>> shown(Predicate<WrapperOutcome> wanted) {
      Map<Diagnosis, List<WrapperOutcome>> groups = new LinkedHashMap<>();
      Map<Diagnosis, Diagnosis> causes = new HashMap<>();
      all.forEach(
          (cause, outcomes) -> {
            List<WrapperOutcome> these = outcomes.stream().filter(wanted).toList();
            if (!these.isEmpty()) {
              Diagnosis group = cause.ofBinary();
              groups.computeIfAbsent(group, none -> new ArrayList<>()).addAll(these);
              causes.merge(group, cause, (one, other) -> group);
            }
          });
      Map<Diagnosis, List<WrapperOutcome>> shown = new LinkedHashMap<>();
      groups.forEach(
          (group, outcomes) -> shown.put(Objects.requireNonNull(causes.get(group)), outcomes));
      return shown;
    }
  }

  /**
   * Returns the devices and wrappers that a cause applies to: {@code gfx942, wrappers 0, 1, 2
   * (error 5 …)}.
   */
  private static String which(List<WrapperOutcome> outcomes) {
    String devices =
        outcomes.stream()
            .map(outcome -> outcome.device().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!(outcomes.getFirst().wrapper() instanceof Place.Wrapper)) {
      return devices + ":";
    }
    List<Integer> numbers = outcomes.stream().map(WrapperOutcome::number).distinct().toList();
    return "%s, %s %s:"
        .formatted(
            devices,
            CountText.word(numbers.size(), "wrapper"),
            ListText.some(numbers.stream().map(String::valueOf).toList(), MOST_NUMBERS));
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
  public void results(BinaryResolution binary, Facts.Take<Facts> take) throws IOException {
    Causes causes = new Causes(binary);
    for (WrapperOutcome outcome : binary.outcomes()) {
      Facts row = new Facts();
      result(binary, outcome, causes, explain, row);
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
    Causes causes = new Causes(binary);
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
