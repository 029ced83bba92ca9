package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Unusable;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/** Finder of the reason why code was not found, in one sentence. Safe for use by many threads. */
public final class Diagnoser {
  private final @Nullable Loader loader;
  private final ArchiveEvidence evidence;

  private final InstalledPackages packages;

  /**
   * @param loader the simulated loader, still open, so that its archives can be read
   */
  public Diagnoser(Loader loader) {
    this(loader, new InstalledPackages());
  }

  /**
   * @param loader the simulated loader, still open, so that its archives can be read
   * @param packages the packages that are known so far
   */
  public Diagnoser(@Nullable Loader loader, InstalledPackages packages) {
    this.loader = loader;
    this.packages = packages;
    evidence = new ArchiveEvidence(loader);
  }

  /** For traces whose files are not available, as those of logs. */
  public static Diagnoser ofTraces() {
    return new Diagnoser(null, new InstalledPackages());
  }

  /** Returns the faults of a binary: each cause with the outcomes that it explains. */
  public Map<Diagnosis, List<WrapperOutcome>> of(BinaryResolution binary) {
    Map<Diagnosis, List<WrapperOutcome>> causes = new LinkedHashMap<>();
    for (WrapperOutcome outcome : binary.outcomes()) {
      Diagnosis cause = of(outcome, binary.state());
      if (cause != null) {
        causes.computeIfAbsent(cause, one -> new ArrayList<>()).add(outcome);
      }
    }
    return causes;
  }

  /**
   * Why a wrapper has no code, or not its own, or not with every loader; null if all is well.
   *
   * @param state what its binary has of device code
   */
  public @Nullable Diagnosis of(WrapperOutcome outcome, DeviceCode state) {
    Diagnosis refused = refused(outcome);
    return refused != null ? refused : unrefused(outcome, state);
  }

  private @Nullable Diagnosis unrefused(WrapperOutcome outcome, DeviceCode state) {
    return switch (outcome.code()) {
      case InArchive asked ->
          asked.ownership().wrong()
              ? othersKernels(asked)
              : unlessDropped(
                  outcome,
                  unlessPackaged(
                      outcome,
                      unlessIndex(
                          outcome, state, asked, of(asked.resolution(), outcome.device()))));
      case InBundle inside -> inside.found() != null ? null : notInside(outcome, inside, state);
      case Unusable unusable ->
          state == DeviceCode.HALF_CONVERTED
              ? new Diagnosis.HalfConverted(outcome.number(), unusable.why(), outcome.wrapper())
              : new Diagnosis.WrapperUnusable(
                  outcome.number(), unusable.error(), unusable.why(), outcome.wrapper());
    };
  }

  /** The archives in the nearest hidden folder above a binary that have rows under its path. */
  public List<Path> beside(Path binary) {
    return evidence.nearby().beside(binary);
  }

  /**
   * The archives in the nearest hidden folder above a binary that have rows under its path for
   * other targets than those of the code inside it.
   *
   * @param own the targets of the code inside the binary
   * @param wrappers how many wrappers the binary has
   * @param others takes those targets
   */
  public List<Path> beside(Path binary, Set<GpuTarget> own, int wrappers, Set<GpuTarget> others) {
    return evidence.nearby().beside(binary, own, wrappers, others);
  }

  private Diagnosis notInside(WrapperOutcome outcome, InBundle inside, DeviceCode state) {
    Diagnosis dropped = dropped(outcome);
    if (dropped != null) {
      return dropped;
    }
    List<String> related =
        inside.targets().stream()
            .filter(target -> target.processor().equals(outcome.device().processor()))
            .map(GpuTarget::toString)
            .toList();
    String beside =
        evidence
            .nearby()
            .beside(
                outcome.wrapper().file(),
                outcome.number(),
                OpenedArchives.runs(outcome.device().toString()));
    return beside == null && !related.isEmpty()
        ? new Diagnosis.OtherFeatures(outcome.device().toString(), related)
        : new Diagnosis.NotConverted(
            outcome.device().toString(),
            state == DeviceCode.HALF_CONVERTED,
            inside.targets().stream().map(GpuTarget::toString).toList(),
            beside);
  }

  /**
   * Replaces the cause that code was never compiled where it may have been removed before the
   * binary was converted.
   */
  private @Nullable Diagnosis unlessDropped(WrapperOutcome outcome, @Nullable Diagnosis cause) {
    boolean elsewhere =
        cause instanceof Diagnosis.NotCompiled || cause instanceof Diagnosis.OtherFeatures;
    Diagnosis dropped = elsewhere ? dropped(outcome) : null;
    return dropped == null ? cause : dropped;
  }

  /** A wrapper that states another index than its own is not told what that index lacks. */
  private @Nullable Diagnosis unlessIndex(
      WrapperOutcome outcome, DeviceCode state, InArchive asked, @Nullable Diagnosis cause) {
    LoadRequest request = asked.resolution().request();
    boolean lacks =
        cause instanceof Diagnosis.IndexMissing
            || cause instanceof Diagnosis.TargetMissing
            || cause instanceof Diagnosis.NotCompiled;
    if (state != DeviceCode.HALF_CONVERTED || !lacks || request.index() == outcome.number()) {
      return cause;
    }
    String key = request.key();
    BinaryKey own = new BinaryKey(key.substring(0, key.lastIndexOf('#')), outcome.number(), true);
    List<String> compiled =
        evidence.compiledFor(asked.resolution().trace(), own.binary(), outcome.number());
    String device = outcome.device().toString();
    Set<GpuTarget> runs = OpenedArchives.runs(device);
    return compiled.isEmpty() || compiled.stream().map(GpuTarget::lenient).anyMatch(runs::contains)
        ? new Diagnosis.HalfConverted(
            outcome.number(),
            "It states index %d, so loaders look for %s.".formatted(request.index(), key),
            outcome.wrapper())
        : new Diagnosis.NotCompiled(own.text(), device, compiled);
  }

  private @Nullable Diagnosis unlessPackaged(WrapperOutcome outcome, @Nullable Diagnosis cause) {
    if (!(cause instanceof Diagnosis.ArchiveMissing
        || cause instanceof Diagnosis.HiddenFolderMissing)) {
      return cause;
    }
    try {
      Optional<DeviceOffer> offer = DeviceOffer.of(packages, outcome.wrapper().file());
      return offer.isPresent()
          ? new Diagnosis.PackageMissing(outcome.device().toString(), offer.get())
          : cause;
    } catch (IOException unreadable) {
      // Without their descriptions nothing is known of packages.
      return cause;
    }
  }

  private @Nullable Diagnosis dropped(WrapperOutcome outcome) {
    String device = outcome.device().toString();
    return evidence.dropped(
        outcome.wrapper().file(), outcome.number(), device, OpenedArchives.runs(device));
  }

  private static @Nullable Diagnosis refused(WrapperOutcome outcome) {
    Refusal refusal = outcome.refusal();
    if (refusal == null) {
      return null;
    }
    return switch (outcome.code()) {
      case InArchive asked -> {
        Resolution.Found found = Objects.requireNonNull(asked.resolution().found());
        yield new Diagnosis.RefusedCode(
            found.key() + " @ " + found.architecture(),
            found.archive().toString(),
            refusal,
            found.place());
      }
      case InBundle inside -> {
        Place.CodeObject found = Objects.requireNonNull(inside.found());
        yield new Diagnosis.RefusedCode(
            "Code for " + found.target(), found.file().toString(), refusal, found);
      }
      case Unusable unusable -> null;
    };
  }

  private static @Nullable Diagnosis othersKernels(InArchive asked) {
    Resolution.Found found = asked.resolution().found();
    return found == null
        ? null
        : new Diagnosis.OthersKernels(
            found.key() + " @ " + found.architecture(),
            found.archive().toString(),
            asked.ownership(),
            found.place());
  }

  private @Nullable Diagnosis of(Resolution resolution, GpuTarget device) {
    TraceDiagnosis trace = of(resolution.trace(), device.toString());
    Resolution.Found found = resolution.found();
    Resolution.Found other = resolution.otherAnswer().found();
    if (found == null) {
      return other != null && resolution.behaviour() == LoaderBehaviour.STRICT
          ? trace.overlay(other)
          : trace.of(resolution.error());
    }
    return resolution.behavioursDiffer() ? trace.overlay(found) : null;
  }

  /**
   * Why a trace ended without code.
   *
   * @param error its answer
   * @param device the device's target, as it should be named
   * @return null if it did not
   */
  public @Nullable Diagnosis of(List<Step> trace, LoaderError error, String device) {
    return of(trace, device).of(error);
  }

  private TraceDiagnosis of(List<Step> trace, String device) {
    return new TraceDiagnosis(loader, evidence, trace, device);
  }
}
