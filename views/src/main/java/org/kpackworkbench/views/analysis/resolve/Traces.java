package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;

/** Makes traces of what was resolved, and of logs. Takes time: background threads. */
public final class Traces {
  static final String MISSING = "missing";
  static final String DAMAGED = "damaged";
  static final String REFUSED = "refused by the runtime";

  private static final int MOST_NAMED = 8;

  private Traces() {}

  /**
   * Traces where the wrappers of a binary lead.
   *
   * @param diagnoser says why; its loader still open
   * @param targetFirst whether wrappers are below targets, or targets below wrappers
   */
  public static LoaderTrace of(BinaryResolution binary, Diagnoser diagnoser, boolean targetFirst) {
    ShownPaths paths = ShownPaths.of(binary);
    LoadNodes loads = new LoadNodes(diagnoser, binary.state(), paths);
    List<TraceNode> nodes = nodes(binary, loads, targetFirst);
    return new LoaderTrace(
        summary(binary),
        mark(binary),
        Causes.of(loads.causes(), binary.devices().size() > 1, paths),
        nodes,
        loads.loads());
  }

  /**
   * Traces where the wrappers of several binaries lead, such as those that a process has mapped.
   *
   * @param name what a binary is called
   */
  public static LoaderTrace of(
      List<BinaryResolution> binaries,
      Diagnoser diagnoser,
      Function<BinaryResolution, String> name) {
    List<TraceNode> nodes = new ArrayList<>();
    List<LoaderTrace.Cause> causes = new ArrayList<>();
    int failing = 0;
    for (BinaryResolution binary : binaries) {
      LoaderTrace each = of(binary, diagnoser, true);
      String shown = name.apply(binary);
      each.causes().stream().map(cause -> inFront(shown, cause)).forEach(causes::add);
      failing += binary.complete() ? 0 : 1;
      nodes.add(
          TraceNode.above(
              shown,
              each.mark(),
              switch (each.mark()) {
                case FAILED -> "not all found";
                case BROKEN -> "found, not all their own";
                case LOOKED_UP -> LoadNodes.LOOKED_UP;
                default -> "all found";
              },
              each.summary(),
              binary.binary(),
              each.nodes()));
    }
    String words = CountText.of(binaries.size(), "binary");
    return new LoaderTrace(
        failing == 0
            ? words + ": every wrapper finds code."
            : "%d of %s would not find all their code.".formatted(failing, words),
        failing == 0 ? TraceMark.FOUND : TraceMark.FAILED,
        causes,
        nodes);
  }

  /**
   * The loads of a log.
   *
   * @param places where a step leads on this machine; null if that is not available
   */
  public static LoaderTrace ofLog(List<LogTrace> loads, Function<Step, @Nullable Place> places) {
    return LogNodes.of(loads, places);
  }

  private static LoaderTrace.Cause inFront(String name, LoaderTrace.Cause cause) {
    return new LoaderTrace.Cause(
        name + ", " + cause.whose(),
        cause.mark(),
        cause.sentence(),
        cause.advice(),
        cause.place(),
        cause.step());
  }

  private static List<TraceNode> nodes(
      BinaryResolution binary, LoadNodes loads, boolean targetFirst) {
    boolean many = binary.devices().size() > 1;
    List<Integer> wrappers =
        binary.outcomes().stream().map(WrapperOutcome::number).distinct().toList();
    if (!many || wrappers.size() <= 1) {
      return binary.outcomes().stream()
          .map(outcome -> loads.of(outcome, many ? on(outcome) : wrapper(outcome)))
          .toList();
    }
    List<TraceNode> nodes = new ArrayList<>();
    if (targetFirst) {
      for (GpuTarget device : binary.devices()) {
        nodes.add(
            above(device.toString(), binary.on(device), loads, Traces::wrapper, "wrapper", null));
      }
      return nodes;
    }
    for (int number : wrappers) {
      List<WrapperOutcome> outcomes =
          binary.outcomes().stream().filter(outcome -> outcome.number() == number).toList();
      WrapperOutcome first = outcomes.getFirst();
      nodes.add(above(wrapper(first), outcomes, loads, Traces::on, "target", first.wrapper()));
    }
    return nodes;
  }

  private static String wrapper(WrapperOutcome outcome) {
    return "wrapper " + outcome.number();
  }

  static String on(WrapperOutcome outcome) {
    return outcome.device().toString();
  }

  private static TraceNode above(
      String text,
      List<WrapperOutcome> outcomes,
      LoadNodes loads,
      Function<WrapperOutcome, String> name,
      String counted,
      @Nullable Place place) {
    List<TraceNode> below =
        outcomes.stream().map(outcome -> loads.of(outcome, name.apply(outcome))).toList();
    long found = outcomes.stream().filter(WrapperOutcome::usable).count();
    long foreign = foreign(outcomes);
    TraceMark mark = worst(outcomes);
    return TraceNode.above(
        text,
        mark,
        switch (mark) {
          case FAILED -> found == 0 ? "no code" : "code is " + fate(outcomes);
          case BROKEN -> "found, not all their own";
          case LOOKED_UP -> LoadNodes.LOOKED_UP;
          default -> "found";
        },
        "%d of %s%s"
            .formatted(
                found,
                CountText.of(outcomes.size(), counted),
                foreign == 0 ? "" : ", %d with another wrapper's".formatted(foreign)),
        place,
        below);
  }

  private static TraceMark mark(BinaryResolution binary) {
    return binary.outcomes().isEmpty() ? TraceMark.NOTE : worst(binary.outcomes());
  }

  private static TraceMark worst(List<WrapperOutcome> outcomes) {
    if (!outcomes.stream().allMatch(WrapperOutcome::usable)) {
      return TraceMark.FAILED;
    }
    Set<TraceMark> marks = EnumSet.noneOf(TraceMark.class);
    outcomes.forEach(outcome -> marks.add(TraceMark.of(outcome)));
    return marks.contains(TraceMark.BROKEN)
        ? TraceMark.BROKEN
        : marks.contains(TraceMark.LOOKED_UP) ? TraceMark.LOOKED_UP : TraceMark.FOUND;
  }

  private static long foreign(List<WrapperOutcome> outcomes) {
    return outcomes.stream().filter(outcome -> outcome.usable() && !outcome.right()).count();
  }

  private static String summary(BinaryResolution binary) {
    long foreign = foreign(binary.outcomes());
    long refused =
        binary.outcomes().stream().filter(outcome -> outcome.found() && !outcome.usable()).count();
    String found = found(binary);
    return (mark(binary) == TraceMark.LOOKED_UP
            ? found.replaceFirst("\\.$", "; it was %s.".formatted(LoadNodes.LOOKED_UP))
            : found)
        + (refused == 0 ? "" : " %s gets code that the runtime refuses.".formatted(loads(refused)))
        + (foreign == 0 ? "" : " %s gets another wrapper's code.".formatted(loads(foreign)));
  }

  /** Returns the fate of the code that no wrapper gets, as the end of a sentence. */
  private static String fate(List<WrapperOutcome> outcomes) {
    Set<String> fates =
        outcomes.stream()
            .filter(outcome -> !outcome.usable())
            .map(outcome -> outcome.found() ? REFUSED : isDamaged(outcome) ? DAMAGED : MISSING)
            .collect(Collectors.toSet());
    return Stream.of(MISSING, DAMAGED, REFUSED)
        .filter(fates::contains)
        .collect(Collectors.joining(" or "));
  }

  private static boolean isDamaged(WrapperOutcome outcome) {
    return outcome.error() == LoaderError.DECOMPRESSION_FAILED
        || (outcome.code() instanceof WrapperOutcome.InArchive asked
            && outcome.error() == LoaderError.ARCHIVE_NOT_FOUND
            && asked.resolution().trace().stream()
                .anyMatch(Step.ArchiveUnreadable.class::isInstance));
  }

  private static String loads(long count) {
    return count == 1 ? "One load" : "Each of %d loads".formatted(count);
  }

  private static String found(BinaryResolution binary) {
    if (binary.outcomes().isEmpty()) {
      return "The binary has no wrapper, so no GPU needs code from it.";
    }
    long wrappers = binary.outcomes().stream().mapToInt(WrapperOutcome::number).distinct().count();
    String on = some(binary.devices().stream().map(GpuTarget::toString).toList());
    if (binary.outcomes().stream().allMatch(WrapperOutcome::usable)) {
      String whose = binary.complete() ? "their code" : "code";
      return wrappers == 1
          ? "The wrapper finds %s on %s.".formatted(binary.complete() ? "its code" : "code", on)
          : "All %d wrappers find %s on %s.".formatted(wrappers, whose, on);
    }
    List<GpuTarget> failing =
        binary.devices().stream()
            .filter(device -> !binary.on(device).stream().allMatch(WrapperOutcome::usable))
            .toList();
    if (binary.devices().size() > 1) {
      return "Code is %s on %d of %d targets: %s."
          .formatted(
              fate(binary.outcomes()),
              failing.size(),
              binary.devices().size(),
              some(failing.stream().map(GpuTarget::toString).toList()));
    }
    long found = binary.outcomes().stream().filter(WrapperOutcome::usable).count();
    return found == 0
        ? "On %s no wrapper finds code.".formatted(on)
        : "On %s only %d of %d wrappers find code.".formatted(on, found, wrappers);
  }

  /** The first of some texts, and how many more there are. */
  static String some(List<String> texts) {
    String shown = texts.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return texts.size() <= MOST_NAMED
        ? shown
        : "%s and %d more".formatted(shown, texts.size() - MOST_NAMED);
  }

  /** An answer as one says it. */
  static String answer(@Nullable LoaderError error) {
    return error == null ? "cut off" : error == LoaderError.SUCCESS ? "found" : "error " + error;
  }

  /** Why loads have no code, each cause once: what differs by a wrapper's index alone is one. */
  private static final class Causes {
    private static final Pattern INDEX =
        Pattern.compile("#\\d+|wrapper \\d+", Pattern.CASE_INSENSITIVE);

    private Causes() {}

    /** Loads that have the same cause but for their indices. */
    private record Like(LoadNodes.Explained first, List<WrapperOutcome> outcomes) {
      boolean fails() {
        return !outcomes.getFirst().found();
      }
    }

    /** Those that fail first, then what fails with some loaders only. */
    static List<LoaderTrace.Cause> of(
        List<LoadNodes.Explained> causes, boolean manyDevices, UnaryOperator<String> paths) {
      Map<String, Like> alike = new LinkedHashMap<>();
      for (LoadNodes.Explained each : causes) {
        // Whose kernels it has differs from wrapper to wrapper; what to do does not.
        String words =
            each.cause() instanceof Diagnosis.OthersKernels
                ? each.cause().advice()
                : each.cause().getClass() + INDEX.matcher(each.cause().sentence()).replaceAll("#");
        alike
            .computeIfAbsent(words, key -> new Like(each, new ArrayList<>()))
            .outcomes()
            .addAll(each.outcomes());
      }
      return alike.values().stream()
          .sorted(Comparator.comparing(like -> !like.fails()))
          .map(like -> cause(like, manyDevices, paths))
          .toList();
    }

    private static LoaderTrace.Cause cause(
        Like like, boolean manyDevices, UnaryOperator<String> paths) {
      Diagnosis cause = like.first().cause();
      boolean several =
          like.outcomes().stream().mapToInt(WrapperOutcome::number).distinct().count() > 1;
      boolean indexed = INDEX.matcher(cause.sentence()).find();
      return new LoaderTrace.Cause(
          whose(like.outcomes(), manyDevices),
          like.fails() ? TraceMark.FAILED : TraceMark.BROKEN,
          paths.apply(cause.sentence())
              + (several && indexed ? " Likewise for the other wrappers." : ""),
          cause.advice(),
          cause.place(),
          like.first().first());
    }

    private static String whose(List<WrapperOutcome> outcomes, boolean manyDevices) {
      List<String> numbers =
          outcomes.stream()
              .map(WrapperOutcome::number)
              .distinct()
              .sorted()
              .map(String::valueOf)
              .toList();
      String wrappers = CountText.word(numbers.size(), "wrapper") + " " + Traces.some(numbers);
      return manyDevices
          ? Traces.some(outcomes.stream().map(Traces::on).distinct().toList()) + ", " + wrappers
          : wrappers;
    }
  }

  /** The loads of a log as lines. */
  private static final class LogNodes {
    private final Diagnoser diagnoser = Diagnoser.ofTraces();
    private final Function<Step, @Nullable Place> places;
    private final Map<Diagnosis, Explained> causes = new LinkedHashMap<>();

    private record Explained(List<String> loads, TraceNode first) {}

    private LogNodes(Function<Step, @Nullable Place> places) {
      this.places = places;
    }

    static LoaderTrace of(List<LogTrace> loads, Function<Step, @Nullable Place> places) {
      LogNodes made = new LogNodes(places);
      List<TraceNode> nodes = loads.stream().map(made::load).toList();
      List<LoaderTrace.Cause> causes = new ArrayList<>();
      made.causes.forEach(
          (cause, explained) ->
              causes.add(
                  new LoaderTrace.Cause(
                      Traces.some(explained.loads()),
                      cause.sentence(),
                      cause.advice(),
                      explained.first().place(),
                      explained.first())));
      return new LoaderTrace(summary(loads), mark(loads), causes, nodes);
    }

    private static TraceMark mark(List<LogTrace> loads) {
      if (loads.isEmpty()) {
        return TraceMark.NOTE;
      }
      return loads.stream().allMatch(LogNodes::found) ? TraceMark.FOUND : TraceMark.FAILED;
    }

    private static boolean found(LogTrace load) {
      return load.outcome() == LoaderError.SUCCESS;
    }

    private static String summary(List<LogTrace> loads) {
      if (loads.isEmpty()) {
        return "There is no load of a loader in the log.";
      }
      long found = loads.stream().filter(LogNodes::found).count();
      String all = CountText.of(loads.size(), "load");
      return found == loads.size()
          ? "%s: all found code.".formatted(all)
          : "%s: %d found code, %d did not.".formatted(all, found, loads.size() - found);
    }

    private TraceNode load(LogTrace load) {
      List<TraceNode> steps = StepNodes.of(load, places);
      int line = load.line();
      String key = load.key();
      String target = load.target();
      LoaderError outcome = load.outcome();
      String text =
          "%s on %s"
              .formatted(
                  key == null ? "unknown key" : key, target == null ? "unknown GPU" : target);
      TraceMark mark =
          outcome == null
              ? TraceMark.NOTE
              : outcome == LoaderError.SUCCESS ? TraceMark.FOUND : TraceMark.FAILED;
      TraceNode node =
          TraceNode.load(
              text,
              mark,
              Traces.answer(outcome),
              load.certain() ? "" : "other threads' lines may be among its own",
              null,
              line,
              steps);
      Diagnosis cause =
          outcome == null
              ? null
              : diagnoser.of(load.steps(), outcome, target == null ? "the GPU" : target);
      if (cause != null) {
        TraceNode step = node.failingStep();
        causes
            .computeIfAbsent(
                cause, one -> new Explained(new ArrayList<>(), step == null ? node : step))
            .loads()
            .add("line " + line);
      }
      return node;
    }
  }
}
