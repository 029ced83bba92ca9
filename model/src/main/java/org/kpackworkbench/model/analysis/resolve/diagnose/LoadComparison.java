package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison.Phase;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;

/**
 * Where two loads of one wrapper part ways: on two devices, or in two environments. Immutable.
 *
 * <p>Loads for two devices use different files from the first path on, which is no useful
 * difference. So the steps are compared by what they come to: whether loading is on, where is
 * looked, whether an archive is there, whether one lists the architecture, whether there is code.
 *
 * @param wrapper the wrapper's number in the binary
 * @param left the load on the left
 * @param right the one on the right
 * @param phase the first phase in which they differ
 * @param leftStep the step of the left trace at which they do; -1 if none shows it
 * @param rightStep likewise on the right
 * @param sentence how they differ, in a sentence
 */
public record LoadComparison(
    int wrapper,
    WrapperOutcome left,
    WrapperOutcome right,
    Phase phase,
    int leftStep,
    int rightStep,
    String sentence) {

  /** Where loads can part, in the order of a loader. */
  public enum Phase {
    /** One side needs a loader, the other finds its code in the binary, or nothing. */
    BINARY("in the binary"),
    ENVIRONMENT("at the environment"),
    PATHS("at the search paths"),
    ARCHIVES("at the archives"),
    ARCHITECTURE("at the architecture"),
    CODE("at the code object"),
    /** The loads go the same way. */
    NOWHERE("nowhere");

    private final String words;

    Phase(String words) {
      this.words = words;
    }

    /** Where it is, in words for people. */
    public String words() {
      return words;
    }
  }

  /**
   * Whether both find code, or neither for the same error; on one device the same code, too. Two
   * devices have code of their own.
   */
  public boolean sameResult() {
    return left.found() == right.found()
        && left.error() == right.error()
        && (!left.device().equals(right.device()) || Objects.equals(code(left), code(right)));
  }

  /** Whether one finds code and the other does not. */
  public boolean onlyOneFinds() {
    return left.found() != right.found();
  }

  /**
   * Compares the loads of a binary's wrappers: the first device on the left with the first on the
   * right, and so on, as far as there are devices on both sides.
   *
   * @param leftName the name of the left side in sentences if both are for the same device; else
   *     each is called by its device
   * @param rightName what the right one is
   */
  public static List<LoadComparison> of(
      BinaryResolution left, String leftName, BinaryResolution right, String rightName) {
    List<LoadComparison> compared = new ArrayList<>();
    int pairs = Math.min(left.devices().size(), right.devices().size());
    for (int i = 0; i < pairs; i++) {
      GpuTarget one = left.devices().get(i);
      GpuTarget other = right.devices().get(i);
      boolean same = one.equals(other);
      for (WrapperOutcome outcome : left.on(one)) {
        right.on(other).stream()
            .filter(candidate -> candidate.number() == outcome.number())
            .findFirst()
            .map(
                beside ->
                    of(
                        outcome,
                        same ? leftName : one.toString(),
                        beside,
                        same ? rightName : other.toString()))
            .ifPresent(compared::add);
      }
    }
    return compared;
  }

  /** Compares two loads of one wrapper. */
  public static LoadComparison of(
      WrapperOutcome left, String leftName, WrapperOutcome right, String rightName) {
    Resolution one = answer(left);
    Resolution other = answer(right);
    FirstDifference parted =
        one == null || other == null
            ? inBinary(left, leftName, right, rightName)
            : FirstDifference.of(
                new FirstDifference.Side(leftName, one),
                new FirstDifference.Side(rightName, other));
    if (parted.phase() == Phase.NOWHERE && left.found() != right.found()) {
      // No archive gives code to either; one falls back to the binary's own.
      parted = inBinary(left, leftName, right, rightName);
    }
    return new LoadComparison(
        left.number(),
        left,
        right,
        parted.phase(),
        parted.left(),
        parted.right(),
        parted.sentence());
  }

  /** Returns the result of a loader; null if no loader was involved. */
  private static @Nullable Resolution answer(WrapperOutcome outcome) {
    return switch (outcome.code()) {
      case InArchive asked -> asked.resolution();
      case WrapperOutcome.InBundle inside -> inside.asked();
      case WrapperOutcome.Unusable unusable -> null;
    };
  }

  private static FirstDifference inBinary(
      WrapperOutcome left, String leftName, WrapperOutcome right, String rightName) {
    if (left.code().equals(right.code())) {
      return FirstDifference.nowhere("Both take the same steps: " + words(left) + ".");
    }
    return new FirstDifference(
        Phase.BINARY,
        -1,
        -1,
        "%s: %s; %s: %s.".formatted(leftName, words(left), rightName, words(right)));
  }

  private static String words(WrapperOutcome outcome) {
    return switch (outcome.code()) {
      case InArchive asked ->
          asked.resolution().succeeded()
              ? "code is found in an archive"
              : "a loader returns error " + asked.resolution().error();
      case WrapperOutcome.InBundle inside ->
          inside.found() == null
              ? "the binary has no code for " + outcome.device()
              : "the binary itself has code, for " + inside.found().target();
      case WrapperOutcome.Unusable unusable -> "the wrapper cannot be used";
    };
  }

  private static @Nullable Object code(WrapperOutcome outcome) {
    return switch (outcome.code()) {
      case InArchive asked -> asked.resolution().found();
      case WrapperOutcome.InBundle inside -> inside.found();
      case WrapperOutcome.Unusable unusable -> unusable.why();
    };
  }

  /**
   * Where two traces part.
   *
   * @param left the number of the step in the left trace; -1 if none shows it
   * @param right likewise in the right one
   */
  private record FirstDifference(Phase phase, int left, int right, String sentence) {

    /** A trace with what its side is called. */
    record Side(String name, Resolution resolution) {
      List<Step> trace() {
        return resolution.trace();
      }

      int first(Predicate<Step> wanted) {
        for (int i = 0; i < trace().size(); i++) {
          if (wanted.test(trace().get(i))) {
            return i;
          }
        }
        return -1;
      }

      boolean has(Predicate<Step> wanted) {
        return first(wanted) >= 0;
      }

      /** Where is looked, as it was written. */
      List<String> written() {
        List<String> paths = new ArrayList<>();
        for (Step step : trace()) {
          String path =
              switch (step) {
                case Step.PathsOverridden one -> one.variable();
                case Step.PathsPrepended one -> one.variable();
                case Step.PatternExpanded one -> one.pattern();
                case Step.PathResolved one -> one.written();
                default -> "";
              };
          if (!path.isEmpty() && !paths.contains(path)) {
            paths.add(path);
          }
        }
        return paths;
      }

      List<String> opened() {
        return trace().stream()
            .filter(Step.ArchiveOpened.class::isInstance)
            .map(step -> ((Step.ArchiveOpened) step).archive())
            .toList();
      }

      List<String> missing() {
        return trace().stream()
            .filter(Step.ArchiveMissing.class::isInstance)
            .map(step -> ((Step.ArchiveMissing) step).archive())
            .toList();
      }

      List<String> listing() {
        return trace().stream()
            .filter(Step.ArchitectureListed.class::isInstance)
            .map(
                step -> {
                  Step.ArchitectureListed one = (Step.ArchitectureListed) step;
                  return "%s lists %s".formatted(one.archive(), one.architecture());
                })
            .toList();
      }
    }

    static FirstDifference nowhere(String sentence) {
      return new FirstDifference(Phase.NOWHERE, -1, -1, sentence);
    }

    static FirstDifference of(Side left, Side right) {
      FirstDifference parted = environment(left, right);
      parted = parted == null ? paths(left, right) : parted;
      parted = parted == null ? archives(left, right) : parted;
      parted = parted == null ? architecture(left, right) : parted;
      return parted == null ? code(left, right) : parted;
    }

    private static @Nullable FirstDifference environment(Side left, Side right) {
      Predicate<Step> off =
          step -> step instanceof Step.Disabled || step instanceof Step.MetadataUnreadable;
      if (left.has(off) != right.has(off)) {
        boolean leftIsOff = left.has(off);
        String how =
            (leftIsOff ? left : right).has(Step.Disabled.class::isInstance)
                ? "%s: loading is off; %s: it goes on to the search paths."
                : "%s: the marker cannot be used; %s: it goes on to the search paths.";
        return new FirstDifference(
            Phase.ENVIRONMENT,
            left.first(leftIsOff ? off : Step.MetadataRead.class::isInstance),
            right.first(leftIsOff ? Step.MetadataRead.class::isInstance : off),
            leftIsOff
                ? how.formatted(left.name(), right.name())
                : how.formatted(right.name(), left.name()));
      }
      Predicate<Step> replaced = Step.TargetsReplaced.class::isInstance;
      if (left.has(replaced) != right.has(replaced)) {
        Side with = left.has(replaced) ? left : right;
        Side without = left.has(replaced) ? right : left;
        Step.TargetsReplaced step = (Step.TargetsReplaced) with.trace().get(with.first(replaced));
        return new FirstDifference(
            Phase.ENVIRONMENT,
            left.first(replaced),
            right.first(replaced),
            "%s: %s selects only %s; %s: the targets of the device."
                .formatted(with.name(), step.variable(), step.architecture(), without.name()));
      }
      return null;
    }

    private static @Nullable FirstDifference paths(Side left, Side right) {
      List<String> one = left.written();
      List<String> other = right.written();
      if (one.equals(other)) {
        return null;
      }
      return new FirstDifference(
          Phase.PATHS,
          firstOf(left, other),
          firstOf(right, one),
          "%s searches %s; %s searches %s."
              .formatted(left.name(), some(one), right.name(), some(other)));
    }

    /** The first step about a path that the other side does not try. */
    private static int firstOf(Side side, List<String> others) {
      return side.first(
          step ->
              switch (step) {
                case Step.PathsOverridden one -> !others.contains(one.variable());
                case Step.PathsPrepended one -> !others.contains(one.variable());
                case Step.PatternExpanded one -> !others.contains(one.pattern());
                case Step.PathResolved one -> !others.contains(one.written());
                default -> false;
              });
    }

    private static @Nullable FirstDifference archives(Side left, Side right) {
      boolean one = left.opened().isEmpty();
      if (one == right.opened().isEmpty()) {
        return null;
      }
      Side with = one ? right : left;
      Side without = one ? left : right;
      Predicate<Step> unreadable = Step.ArchiveUnreadable.class::isInstance;
      boolean damaged = without.has(unreadable);
      Predicate<Step> nothing = damaged ? unreadable : Step.ArchiveMissing.class::isInstance;
      String words =
          damaged
              ? ((Step.ArchiveUnreadable) without.trace().get(without.first(unreadable))).archive()
                  + " cannot be opened"
              : "there is none of " + some(without.missing());
      return new FirstDifference(
          Phase.ARCHIVES,
          left.first(one ? nothing : Step.ArchiveOpened.class::isInstance),
          right.first(one ? Step.ArchiveOpened.class::isInstance : nothing),
          "%s: %s exists; %s: %s."
              .formatted(with.name(), some(with.opened()), without.name(), words));
    }

    private static @Nullable FirstDifference architecture(Side left, Side right) {
      boolean one = left.listing().isEmpty();
      if (one == right.listing().isEmpty()) {
        return null;
      }
      Side with = one ? right : left;
      Side without = one ? left : right;
      Predicate<Step> listed = Step.ArchitectureListed.class::isInstance;
      Predicate<Step> tried = Step.ArchitectureTried.class::isInstance;
      return new FirstDifference(
          Phase.ARCHITECTURE,
          left.first(one ? tried : listed),
          right.first(one ? listed : tried),
          "%s: %s; %s: %s has none of the architectures that are looked for."
              .formatted(
                  with.name(),
                  with.listing().getFirst(),
                  without.name(),
                  without.opened().isEmpty() ? "no archive" : some(without.opened())));
    }

    private static FirstDifference code(Side left, Side right) {
      Resolution.Found one = left.resolution().found();
      Resolution.Found other = right.resolution().found();
      Predicate<Step> found = Step.KernelFound.class::isInstance;
      Predicate<Step> missed = Step.KernelMissed.class::isInstance;
      if (one != null && other != null) {
        return one.place().equals(other.place())
            ? nowhere("Both find %s.".formatted(words(one)))
            : new FirstDifference(
                Phase.CODE,
                left.first(found),
                right.first(found),
                "Both find code: %s %s; %s %s."
                    .formatted(left.name(), words(one), right.name(), words(other)));
      }
      if (one == null && other == null) {
        LoaderError error = left.resolution().error();
        return error == right.resolution().error()
            ? nowhere("Neither finds code: error %s.".formatted(error))
            : new FirstDifference(
                Phase.CODE,
                left.first(missed),
                right.first(missed),
                "Neither finds code: %s returns error %s, %s error %s."
                    .formatted(left.name(), error, right.name(), right.resolution().error()));
      }
      Side with = one != null ? left : right;
      Side without = one != null ? right : left;
      Resolution.Found code = java.util.Objects.requireNonNull(with.resolution().found());
      return new FirstDifference(
          Phase.CODE,
          left.first(one != null ? found : missed),
          right.first(one != null ? missed : found),
          "%s finds %s; %s: %s."
              .formatted(with.name(), words(code), without.name(), miss(without, missed)));
    }

    private static String miss(Side side, Predicate<Step> missed) {
      int at = side.first(missed);
      if (at < 0) {
        return "error " + side.resolution().error();
      }
      Step.KernelMissed step = (Step.KernelMissed) side.trace().get(at);
      return step.error() == LoaderError.KERNEL_NOT_FOUND
          ? "%s lists %s, but has no %s".formatted(step.archive(), step.architecture(), step.key())
          : "%s in %s cannot be used (error %s)"
              .formatted(step.key(), step.archive(), step.error());
    }

    private static String words(Resolution.Found found) {
      return "%s @ %s in %s".formatted(found.key(), found.architecture(), found.archive());
    }

    private static String some(List<String> texts) {
      return texts.isEmpty() ? "nothing" : ListText.some(texts);
    }
  }
}
