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
              case Diagnosis.Disabled off -> step -> step instanceof Step.Disabled;
              case Diagnosis.ForcedArchitecture forced ->
                  step -> step instanceof Step.TargetsReplaced;
              case Diagnosis.ReplacedPaths replaced -> step -> step instanceof Step.ArchiveMissing;
              case Diagnosis.ReplacedArchives replaced ->
                  step -> step instanceof Step.PathsOverridden;
              case Diagnosis.ArchiveUnreachable there ->
                  step -> isMissing(step, List.of(there.archive()));
              case Diagnosis.PlaceholderTwice twice ->
                  step -> isMissing(step, List.of(twice.wanted()));
              case Diagnosis.OthersKernels others -> step -> step instanceof Step.KernelFound;
              case Diagnosis.RefusedCode refused -> step -> step instanceof Step.KernelFound;
              case Diagnosis.MarkerUnreadable marker ->
                  step -> step instanceof Step.MetadataUnreadable;
              case Diagnosis.PackageMissing packaged -> step -> step instanceof Step.ArchiveMissing;
              case Diagnosis.HiddenFolderMissing folder ->
                  step -> step instanceof Step.ArchiveMissing;
              case Diagnosis.ArchiveMissing missing -> step -> isMissing(step, missing.archives());
              case Diagnosis.NotCompiled not -> notCompiled(trace);
              case Diagnosis.DroppedByPrune dropped -> notCompiled(trace);
              case Diagnosis.ArchiveMisnamed named -> step -> step instanceof Step.ArchiveMissing;
              case Diagnosis.ArchiveRenamed named ->
                  step ->
                      isMissing(step, List.of(named.wanted())) || isOpened(step, named.wanted());
              case Diagnosis.BaseMissing base -> step -> isMissing(step, base.missing());
              case Diagnosis.ArchiveUnreadable unreadable ->
                  step ->
                      step instanceof Step.ArchiveUnreadable one
                          && one.archive().equals(unreadable.archive());
              case Diagnosis.ManifestNamed manifest ->
                  step -> step instanceof Step.ArchiveUnreadable;
              case Diagnosis.ArchiveUnusable unusable -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.FormUnread form -> step -> isOpened(step, form.archive());
              case Diagnosis.ArchitectureMissing missing -> FailingStep::isArchitecture;
              case Diagnosis.ArchitectureUnlisted unlisted ->
                  step -> isOpened(step, unlisted.archive());
              case Diagnosis.GenericNotAsked generic -> step -> isOpened(step, generic.archive());
              case Diagnosis.OtherFeatures other -> FailingStep::isArchitecture;
              case Diagnosis.FeatureSpelling spelling -> step -> isOpened(step, spelling.archive());
              case Diagnosis.KeyMissing key -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.NameMissing name -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.PlainKey plain -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.TargetMissing target -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.FiledElsewhere elsewhere -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.IndexMissing index -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.OverlayIncomplete overlay -> step -> step instanceof Step.KernelMissed;
              case Diagnosis.CodeUnreadable code ->
                  step ->
                      step instanceof Step.KernelMissed one
                          && one.error() == code.error()
                          && one.archive().equals(code.archive());
              // These are about the binary, before any loader is involved.
              case Diagnosis.NotConverted fat -> step -> false;
              case Diagnosis.HalfConverted half -> step -> false;
              case Diagnosis.WrapperUnusable wrapper -> step -> false;
              case Diagnosis.Other other -> step -> false;
            });
    return found >= 0 ? found : last(trace);
  }

  private static boolean isMissing(Step step, List<String> archives) {
    return step instanceof Step.ArchiveMissing one && archives.contains(one.archive());
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

  private static boolean isOpened(Step step, String archive) {
    return step instanceof Step.ArchiveOpened one && one.archive().equals(archive);
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
