package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The result of registering one wrapper in a process that has all of some devices. Immutable.
 *
 * @param wrapper the wrapper's number in the binary, from 0
 * @param served the devices that the newest runtime has code for
 * @param skipped those that it goes on without
 * @param refused those whose code is found, and refused in the next step
 * @param newest what a HIP program sees of the newest runtime; null if nothing is wrong
 * @param beforeError what one call with the lists of all devices answers
 * @param before what a HIP program sees of runtimes before, which make that call; null where
 *     nothing is wrong
 */
public record Registration(
    int wrapper,
    List<GpuTarget> served,
    List<GpuTarget> skipped,
    List<GpuTarget> refused,
    @Nullable HipError newest,
    LoaderError beforeError,
    @Nullable HipError before) {

  public Registration {
    served = List.copyOf(served);
    skipped = List.copyOf(skipped);
    refused = List.copyOf(refused);
  }

  /**
   * One for each wrapper whose code is in archives.
   *
   * @param binary the code of its wrappers on the devices, each resolved independently
   * @param loader the simulated loader, still open
   */
  public static List<Registration> of(BinaryResolution binary, Loader loader) {
    Map<Integer, List<WrapperOutcome>> wrappers = new LinkedHashMap<>();
    for (WrapperOutcome outcome : binary.outcomes()) {
      if (outcome.code() instanceof InArchive) {
        wrappers.computeIfAbsent(outcome.number(), number -> new ArrayList<>()).add(outcome);
      }
    }
    List<Registration> found = new ArrayList<>();
    wrappers.forEach((number, outcomes) -> found.add(of(number, outcomes, loader)));
    return List.copyOf(found);
  }

  private static Registration of(int number, List<WrapperOutcome> outcomes, Loader loader) {
    List<GpuTarget> served = new ArrayList<>();
    List<GpuTarget> skipped = new ArrayList<>();
    List<GpuTarget> refused = new ArrayList<>();
    boolean fails = false;
    for (WrapperOutcome outcome : outcomes) {
      if (outcome.found()) {
        (outcome.usable() ? served : refused).add(outcome.device());
      } else if (outcome.error().skipsDevice()) {
        skipped.add(outcome.device());
      } else {
        fails = true;
      }
    }
    if (fails) {
      served.clear();
      refused.clear();
    }
    boolean none = served.isEmpty() && refused.isEmpty();
    LoaderError before = together(outcomes, loader);
    return new Registration(
        number,
        served,
        skipped,
        refused,
        fails ? HipError.INVALID_IMAGE : none ? HipError.INVALID_KERNEL_FILE : null,
        before,
        before == LoaderError.SUCCESS ? null : HipError.INVALID_IMAGE);
  }

  private static LoaderError together(List<WrapperOutcome> outcomes, Loader loader) {
    List<String> targets = new ArrayList<>();
    LoadRequest first = null;
    for (WrapperOutcome outcome : outcomes) {
      if (outcome.code() instanceof InArchive asked) {
        first = first == null ? asked.resolution().request() : first;
        targets.addAll(asked.resolution().request().targets());
      }
    }
    LoadRequest one = java.util.Objects.requireNonNull(first);
    if (outcomes.size() == 1) {
      return outcomes.getFirst().error();
    }
    return loader
        .load(
            new LoadRequest(
                one.metadata(), one.markerPlace(), one.binary(), one.index(), targets, one.rules()))
        .resolution()
        .error();
  }
}
