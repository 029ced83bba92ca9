package org.kpackworkbench.model.analysis.resolve.answer;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The result for one wrapper and one target. Immutable.
 *
 * @param target the requested target
 * @param outcome the loader's answer, on the setting that devices of the target have by default
 * @param kind its meaning
 * @param cause why there is no code, or not the wrapper's own, or not with every loader; null if
 *     all is well
 */
public record Answer(
    GpuTarget target, WrapperOutcome outcome, Kind kind, @Nullable Diagnosis cause) {

  /** The meaning of a loader's answer. */
  public enum Kind {
    /** There is code that is filed under the target. */
    FOUND,
    /** Code that is filed under another target serves this one. */
    SHARED,
    /** There is a code object, and it cannot be loaded, or is another wrapper's. */
    REFUSED,
    /** The wrapper's code was never built for the target. */
    NEVER_BUILT,
    /** The code was removed on purpose. */
    DROPPED,
    /** No archive for the target is installed. */
    NOT_INSTALLED,
    /** An archive lists the target; whether the wrapper had code for it is not known. */
    MAYBE_MISSING,
    /** Likewise, and other wrappers of the binary have code for it. */
    PROBABLY_MISSING,
    /** The code should be there, and no loader finds it. */
    MISSING;

    /** Returns the meaning of a cause, as far as it alone tells. */
    public static Kind of(Diagnosis cause) {
      return switch (cause) {
        case Diagnosis.NotCompiled never -> NEVER_BUILT;
        case Diagnosis.NotConverted inside -> inside.beside() == null ? NEVER_BUILT : MISSING;
        case Diagnosis.DroppedByPrune dropped -> DROPPED;
        case Diagnosis.CodeUnreadable unreadable -> REFUSED;
        case Diagnosis.ArchiveMissing _,
            Diagnosis.HiddenFolderMissing _,
            Diagnosis.PackageMissing _,
            Diagnosis.ArchitectureMissing _,
            Diagnosis.ArchiveRenamed _,
            Diagnosis.OtherFeatures _ ->
            NOT_INSTALLED;
        case Diagnosis.IndexMissing lost -> lost.made() ? MISSING : MAYBE_MISSING;
        case Diagnosis.TargetMissing lost -> lost.lost() ? MISSING : MAYBE_MISSING;
        case Diagnosis.NameMissing lost ->
            lost.certain() || lost.isMisspelt() ? MISSING : MAYBE_MISSING;
        case Diagnosis.KeyRenamed lost -> lost.certain() ? MISSING : PROBABLY_MISSING;
        case Diagnosis.KeyMissing _, Diagnosis.BaseMissing _ -> MAYBE_MISSING;
        default -> MISSING;
      };
    }
  }

  /** The wrapper's index. */
  public int wrapper() {
    return outcome.number();
  }

  /** The code object in an archive; null if there is none. */
  public Resolution.@Nullable Found archived() {
    return outcome.code() instanceof InArchive asked ? asked.resolution().found() : null;
  }

  /** The code object in the binary; null if there is none. */
  public @Nullable InBundle bundled() {
    return outcome.code() instanceof InBundle inside && inside.found() != null ? inside : null;
  }

  /** The target that the code is filed under; the requested one where there is no code. */
  public GpuTarget filedUnder() {
    Resolution.Found archived = archived();
    InBundle bundled = bundled();
    if (archived != null) {
      return GpuTarget.lenient(archived.architecture());
    }
    return bundled == null || bundled.found() == null
        ? target()
        : GpuTarget.lenient(bundled.found().target());
  }

  /**
   * Whether code that was never built for the target keeps other devices of a process from getting
   * theirs. Runtimes skip a device only where no archive lists its target.
   */
  boolean failsForAll() {
    return kind == Kind.NEVER_BUILT
        && outcome.code() instanceof InArchive asked
        && !asked.resolution().error().skipsDevice();
  }

  /** Whether only loaders from mid-2026 on find the code. */
  public boolean failsStrict() {
    return outcome.code() instanceof InArchive asked
        && asked.resolution().found() != null
        && asked.resolution().otherAnswer().found() == null;
  }
}
