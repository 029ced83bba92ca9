package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.PartedWays;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.InArchive;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * Where two loads of one wrapper part ways: on two devices, or in two environments. Immutable.
 *
 * <p>Loads for two devices ask for other files from the first path on, which says nothing. So the
 * steps are compared by what they come to: whether loading is on, where is looked, whether an
 * archive is there, whether one lists the architecture, whether there is code.
 *
 * @param wrapper the wrapper's number in the binary
 * @param left the load on the left
 * @param right the one on the right
 * @param phase where they part
 * @param leftStep the step of the left trace at which they do; -1 where none shows it
 * @param rightStep likewise on the right
 * @param sentence how they part, in words
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
    /** One asks a loader, the other finds its code in the binary, or nothing. */
    BINARY("in the binary"),
    ENVIRONMENT("at the environment"),
    PATHS("at the search paths"),
    ARCHIVES("at the archives"),
    ARCHITECTURE("at the architecture"),
    CODE("at the code object"),
    /** They go the same way. */
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
   * @param leftName what the left side is called in sentences where both ask for the same device;
   *     else each is called by its device
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
    PartedWays parted =
        one == null || other == null
            ? inBinary(left, leftName, right, rightName)
            : PartedWays.of(
                new PartedWays.Side(leftName, one), new PartedWays.Side(rightName, other));
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

  /** What a loader answered; null where none was asked. */
  private static @Nullable Resolution answer(WrapperOutcome outcome) {
    return switch (outcome.code()) {
      case InArchive asked -> asked.resolution();
      case WrapperOutcome.InBundle inside -> inside.asked();
      case WrapperOutcome.Unusable unusable -> null;
    };
  }

  private static PartedWays inBinary(
      WrapperOutcome left, String leftName, WrapperOutcome right, String rightName) {
    if (left.code().equals(right.code())) {
      return PartedWays.nowhere("Both go the same way: " + words(left) + ".");
    }
    return new PartedWays(
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
              : "a loader answers error " + asked.resolution().error();
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
}
