package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison.Phase;

/**
 * Where two traces part.
 *
 * @param left the number of the step in the left trace; -1 where none shows it
 * @param right likewise in the right one
 */
public record PartedWays(Phase phase, int left, int right, String sentence) {

  /** A trace with what its side is called. */
  public record Side(String name, Resolution resolution) {
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

  public static PartedWays nowhere(String sentence) {
    return new PartedWays(Phase.NOWHERE, -1, -1, sentence);
  }

  public static PartedWays of(Side left, Side right) {
    PartedWays parted = environment(left, right);
    parted = parted == null ? paths(left, right) : parted;
    parted = parted == null ? archives(left, right) : parted;
    parted = parted == null ? architecture(left, right) : parted;
    return parted == null ? code(left, right) : parted;
  }

  private static @Nullable PartedWays environment(Side left, Side right) {
    Predicate<Step> off =
        step -> step instanceof Step.Disabled || step instanceof Step.MetadataUnreadable;
    if (left.has(off) != right.has(off)) {
      boolean leftIsOff = left.has(off);
      String how =
          (leftIsOff ? left : right).has(Step.Disabled.class::isInstance)
              ? "%s: loading is off; %s: it goes on to the search paths."
              : "%s: the marker cannot be used; %s: it goes on to the search paths.";
      return new PartedWays(
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
      return new PartedWays(
          Phase.ENVIRONMENT,
          left.first(replaced),
          right.first(replaced),
          "%s: %s asks for %s alone; %s: for what the device runs."
              .formatted(with.name(), step.variable(), step.architecture(), without.name()));
    }
    return null;
  }

  private static @Nullable PartedWays paths(Side left, Side right) {
    List<String> one = left.written();
    List<String> other = right.written();
    if (one.equals(other)) {
      return null;
    }
    return new PartedWays(
        Phase.PATHS,
        firstOf(left, other),
        firstOf(right, one),
        "%s looks at %s; %s at %s.".formatted(left.name(), some(one), right.name(), some(other)));
  }

  /** The first step about a path that the other side does not look at. */
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

  private static @Nullable PartedWays archives(Side left, Side right) {
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
    return new PartedWays(
        Phase.ARCHIVES,
        left.first(one ? nothing : Step.ArchiveOpened.class::isInstance),
        right.first(one ? Step.ArchiveOpened.class::isInstance : nothing),
        "%s: %s is there; %s: %s."
            .formatted(with.name(), some(with.opened()), without.name(), words));
  }

  private static @Nullable PartedWays architecture(Side left, Side right) {
    boolean one = left.listing().isEmpty();
    if (one == right.listing().isEmpty()) {
      return null;
    }
    Side with = one ? right : left;
    Side without = one ? left : right;
    Predicate<Step> listed = Step.ArchitectureListed.class::isInstance;
    Predicate<Step> tried = Step.ArchitectureTried.class::isInstance;
    return new PartedWays(
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

  private static PartedWays code(Side left, Side right) {
    Resolution.Found one = left.resolution().found();
    Resolution.Found other = right.resolution().found();
    Predicate<Step> found = Step.KernelFound.class::isInstance;
    Predicate<Step> missed = Step.KernelMissed.class::isInstance;
    if (one != null && other != null) {
      return one.place().equals(other.place())
          ? nowhere("Both find %s.".formatted(words(one)))
          : new PartedWays(
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
          : new PartedWays(
              Phase.CODE,
              left.first(missed),
              right.first(missed),
              "Neither finds code: %s answers error %s, %s error %s."
                  .formatted(left.name(), error, right.name(), right.resolution().error()));
    }
    Side with = one != null ? left : right;
    Side without = one != null ? right : left;
    Resolution.Found code = java.util.Objects.requireNonNull(with.resolution().found());
    return new PartedWays(
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
        : "%s in %s cannot be used (error %s)".formatted(step.key(), step.archive(), step.error());
  }

  private static String words(Resolution.Found found) {
    return "%s @ %s in %s".formatted(found.key(), found.architecture(), found.archive());
  }

  private static String some(List<String> texts) {
    return texts.isEmpty() ? "nothing" : Diagnosis.Words.some(texts);
  }
}
