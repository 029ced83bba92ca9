package org.kpackworkbench.model.bench;

import java.util.List;

/**
 * What the runs of one thing took.
 *
 * @param seconds one for each run, at least one
 * @param residentKb the most memory that a run had resident; 0 if that is not known
 * @param heapKb heap in use after a collection; 0 if it was not measured
 */
public record Samples(List<Double> seconds, long residentKb, long heapKb) {
  public Samples {
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    seconds = seconds.stream().sorted().toList();
  }

  /** Times alone. */
  public static Samples of(List<Double> seconds) {
    return new Samples(seconds, 0, 0);
  }

  /** The median; of an even number the larger one of the two in the middle. */
  public double median() {
    return seconds.get(seconds.size() / 2);
  }

  /** What so many of a hundred are at most. */
  public double percentile(int percent) {
    return seconds.get(Math.min(seconds.size() - 1, seconds.size() * percent / 100));
  }

  public double least() {
    return seconds.getFirst();
  }

  public double most() {
    return seconds.getLast();
  }
}
