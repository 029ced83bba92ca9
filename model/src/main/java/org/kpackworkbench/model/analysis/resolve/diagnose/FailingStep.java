package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.List;
import java.util.function.Predicate;
import org.kpackworkbench.model.analysis.resolve.Step;

/** Which step of a trace it is for which there is no code: the one to examine first. */
public final class FailingStep {
  private FailingStep() {}

  /**
   * The number of the step that a diagnosis refers to.
   *
   * @param trace the trace that the diagnosis was made from
   * @return -1 if it refers to none, or the trace is empty
   */
  public static int of(List<Step> trace, Diagnosis cause) {
    int found =
        first(
            trace,
            switch (cause) {
              case Diagnosis.Disabled _ -> Step.Disabled.class::isInstance;
              case Diagnosis.ForcedArchitecture _ -> Step.TargetsReplaced.class::isInstance;
              case Diagnosis.ReplacedArchives _ -> Step.PathsOverridden.class::isInstance;
              case Diagnosis.MarkerUnreadable _ -> Step.MetadataUnreadable.class::isInstance;
              case Diagnosis.ManifestNamed _ -> Step.ArchiveUnreadable.class::isInstance;
              case Diagnosis.OthersKernels _, Diagnosis.RefusedCode _ ->
                  Step.KernelFound.class::isInstance;
              case Diagnosis.ReplacedPaths _,
                  Diagnosis.PackageMissing _,
                  Diagnosis.HiddenFolderMissing _,
                  Diagnosis.ArchiveMisnamed _,
                  Diagnosis.ColonInName _ ->
                  Step.ArchiveMissing.class::isInstance;
              case Diagnosis.ArchiveUnreachable one -> isMissing(List.of(one.archive()));
              case Diagnosis.PlaceholderTwice one -> isMissing(List.of(one.wanted()));
              case Diagnosis.ArchiveMissing one -> isMissing(one.archives());
              case Diagnosis.BaseMissing one -> isMissing(one.missing());
              case Diagnosis.ArchiveRenamed one ->
                  isMissing(List.of(one.wanted())).or(isOpened(one.wanted()));
              case Diagnosis.NotCompiled _, Diagnosis.DroppedByPrune _ -> notCompiled(trace);
              case Diagnosis.ArchiveUnreadable unreadable ->
                  step ->
                      step instanceof Step.ArchiveUnreadable one
                          && one.archive().equals(unreadable.archive());
              case Diagnosis.FormUnread one -> isOpened(one.archive());
              case Diagnosis.ArchitectureUnlisted one -> isOpened(one.archive());
              case Diagnosis.GenericNotAsked one -> isOpened(one.archive());
              case Diagnosis.FeatureSpelling one -> isOpened(one.archive());
              case Diagnosis.ArchitectureMissing _, Diagnosis.OtherFeatures _ ->
                  FailingStep::isArchitecture;
              case Diagnosis.ArchiveUnusable _,
                  Diagnosis.KeyMissing _,
                  Diagnosis.NameMissing _,
                  Diagnosis.KeyRenamed _,
                  Diagnosis.PlainKey _,
                  Diagnosis.TargetMissing _,
                  Diagnosis.FiledElsewhere _,
                  Diagnosis.IndexMissing _,
                  Diagnosis.OverlayIncomplete _ ->
                  Step.KernelMissed.class::isInstance;
              case Diagnosis.CodeUnreadable code ->
                  step ->
                      step instanceof Step.KernelMissed one
                          && one.error() == code.error()
                          && one.archive().equals(code.archive());
              // These are about the binary, before any loader is involved.
              case Diagnosis.NotConverted _,
                  Diagnosis.HalfConverted _,
                  Diagnosis.WrapperUnusable _,
                  Diagnosis.Other _ ->
                  step -> false;
            });
    return found >= 0 ? found : last(trace);
  }

  private static Predicate<Step> isMissing(List<String> archives) {
    return step -> step instanceof Step.ArchiveMissing one && archives.contains(one.archive());
  }

  /** Where a loader notices that there is no code: as far on as it came. */
  private static Predicate<Step> notCompiled(List<Step> trace) {
    if (first(trace, Step.KernelMissed.class::isInstance) >= 0) {
      return Step.KernelMissed.class::isInstance;
    }
    return first(trace, FailingStep::isArchitecture) >= 0
        ? FailingStep::isArchitecture
        : Step.ArchiveMissing.class::isInstance;
  }

  private static Predicate<Step> isOpened(String archive) {
    return step -> step instanceof Step.ArchiveOpened one && one.archive().equals(archive);
  }

  /** Logs do not say that an architecture is listed nowhere. */
  private static boolean isArchitecture(Step step) {
    return step instanceof Step.ArchitectureTried;
  }

  private static int first(List<Step> trace, Predicate<Step> wanted) {
    for (int i = 0; i < trace.size(); i++) {
      if (wanted.test(trace.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** The last one that stopped something. */
  private static int last(List<Step> trace) {
    for (int i = trace.size() - 1; i >= 0; i--) {
      if (trace.get(i).fails()) {
        return i;
      }
    }
    return -1;
  }
}
