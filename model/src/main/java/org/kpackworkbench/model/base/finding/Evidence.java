package org.kpackworkbench.model.base.finding;

import java.nio.file.Path;
import java.util.List;

/**
 * Basis of a finding, apart from its words: the evidence that findings have one cause.
 *
 * @param expected what was expected, as text; empty if the message says all
 * @param found what was found instead, as text; empty if the message says all
 * @param files other files that it is about, such as the archive that a manifest names
 * @param targets the GPU targets that it is about, as text
 */
public record Evidence(String expected, String found, List<Path> files, List<String> targets) {
  /** Nothing apart from the words. */
  public static final Evidence NONE = new Evidence("", "", List.of(), List.of());

  public Evidence {
    files = List.copyOf(files);
    targets = List.copyOf(targets);
  }

  /** Two values that differ. */
  public static Evidence of(String expected, String found) {
    return new Evidence(expected, found, List.of(), List.of());
  }

  /** Returns this evidence about other files, too. */
  public Evidence about(Path... others) {
    return new Evidence(expected, found, List.of(others), targets);
  }

  /** Returns this evidence for some targets. */
  public Evidence forTargets(List<String> some) {
    return new Evidence(expected, found, files, some);
  }
}
