package org.kpackworkbench.model.analysis.resolve.tree;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;

/**
 * Why binaries of a tree have no code on a device: device by device, each cause once, what explains
 * most first. Immutable.
 *
 * @param causes the causes
 */
public record TreeFailures(List<Cause> causes) {
  public TreeFailures {
    causes = List.copyOf(causes);
  }

  /**
   * A cause on a device.
   *
   * @param diagnosis what is wrong; of the first binary where binaries differ by their names alone
   * @param binaries the binaries that have no code, or not their own, for it
   */
  public record Cause(GpuTarget device, Diagnosis diagnosis, List<Failing> binaries) {
    /** The cause in a sentence. */
    public String sentence() {
      return diagnosis.sentence();
    }

    /** How to fix it. */
    public String advice() {
      return diagnosis.advice();
    }

    /** Whether code was never built for the device. */
    public boolean neverBuilt() {
      return Answer.Kind.of(diagnosis) == Answer.Kind.NEVER_BUILT;
    }
  }

  /**
   * A binary that lacks code.
   *
   * @param file its file
   * @param wrapper the place of its first wrapper without code
   * @param wrappers the numbers of all such wrappers
   * @param all how many wrappers it has
   */
  public record Failing(Path file, Place wrapper, List<Integer> wrappers, int all) {
    /** Returns the wrappers in words where others have code; else empty. */
    public String some() {
      return wrappers.size() == all
          ? ""
          : " (%s of %d wrappers)"
              .formatted(ListText.some(wrappers.stream().map(each -> "#" + each).toList()), all);
    }
  }

  /**
   * How many wrappers of each binary have no code on each device because it was never built for it.
   */
  public Map<Path, Map<GpuTarget, Integer>> neverBuilt() {
    Map<Path, Map<GpuTarget, Integer>> counts = new HashMap<>();
    for (Cause cause : causes) {
      if (cause.neverBuilt()) {
        for (Failing binary : cause.binaries()) {
          counts
              .computeIfAbsent(binary.file(), file -> new HashMap<>())
              .merge(cause.device(), binary.wrappers().size(), Integer::sum);
        }
      }
    }
    return counts;
  }

  /** Collects causes while a tree is resolved. For one thread. */
  public static final class Collector implements Taker<BinaryResolution> {
    private static final Pattern NAMED = Pattern.compile("[^\\s,]+#\\d+|wrapper \\d+");

    private final Diagnoser diagnoser;
    private final Map<Key, Collected> collected = new LinkedHashMap<>();
    private final Map<Path, Integer> wrappers = new HashMap<>();

    private record Key(GpuTarget device, String words) {}

    private record Collected(Diagnosis first, Map<Path, List<WrapperOutcome>> binaries) {}

    public Collector(Diagnoser diagnoser) {
      this.diagnoser = diagnoser;
    }

    @Override
    public void take(BinaryResolution binary) {
      wrappers.put(
          binary.binary().file(), binary.outcomes().size() / Math.max(1, binary.devices().size()));
      for (WrapperOutcome outcome : binary.outcomes()) {
        Diagnosis cause = outcome.right() ? null : diagnoser.of(outcome, binary.state());
        if (cause != null) {
          // Whose kernels it has differs from wrapper to wrapper; what to do does not.
          String words =
              cause instanceof Diagnosis.OthersKernels
                  ? cause.advice()
                  : cause.getClass() + NAMED.matcher(cause.sentence()).replaceAll("#");
          collected
              .computeIfAbsent(
                  new Key(outcome.device(), words),
                  key -> new Collected(cause, new LinkedHashMap<>()))
              .binaries()
              .computeIfAbsent(binary.binary().file(), file -> new ArrayList<>())
              .add(outcome);
        }
      }
    }

    /**
     * Returns the failures that were collected.
     *
     * @param devices the devices in their order
     */
    public TreeFailures done(List<GpuTarget> devices) {
      List<Cause> causes = new ArrayList<>();
      collected.forEach(
          (key, one) ->
              causes.add(
                  new Cause(
                      key.device(),
                      one.first(),
                      one.binaries().entrySet().stream()
                          .map(each -> failing(each.getKey(), each.getValue()))
                          .toList())));
      causes.sort(
          Comparator.comparing((Cause cause) -> devices.indexOf(cause.device()))
              .thenComparing(cause -> -cause.binaries().size()));
      return new TreeFailures(causes);
    }

    private Failing failing(Path file, List<WrapperOutcome> outcomes) {
      return new Failing(
          file,
          outcomes.getFirst().wrapper(),
          outcomes.stream().map(WrapperOutcome::number).toList(),
          wrappers.getOrDefault(file, 0));
    }
  }
}
