package org.kpackworkbench.model.base.finding;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * Basis of a finding, apart from its words: the evidence that findings have one cause.
 *
 * @param expected what was expected, as text; empty if the message says all
 * @param found what was found instead, as text; empty if the message says all
 * @param places other places that are as its own is, such as rows that share what is damaged
 * @param files other files that it is about, such as the archive that a manifest names
 * @param targets the GPU targets that it is about, as text
 * @param looked the paths at which a loader looks for code, with {@link GpuTarget#PLACEHOLDER} for
 *     a target
 * @param fault the fault of one file, the other one if there is one, that explains this finding, as
 *     a predicate; empty if none is known
 * @param consequences what users of binaries see of it, each as a sentence without a full stop:
 *     {@code libx.so gets no code on gfx942: error 13}
 */
public record Evidence(
    String expected,
    String found,
    List<Place> places,
    List<Path> files,
    List<String> targets,
    List<String> looked,
    String fault,
    List<String> consequences) {
  /** Nothing apart from the words. */
  public static final Evidence NONE =
      new Evidence("", "", List.of(), List.of(), List.of(), List.of(), "", List.of());

  public Evidence {
    places = List.copyOf(places);
    files = List.copyOf(files);
    targets = List.copyOf(targets);
    looked = List.copyOf(looked);
    consequences = List.copyOf(consequences);
  }

  /** Two values that differ. */
  public static Evidence of(String expected, String found) {
    return new Evidence(expected, found, List.of(), List.of(), List.of(), List.of(), "", List.of());
  }

  /** Returns this evidence at other places, too. */
  public Evidence alsoAt(List<? extends Place> others) {
    return new Evidence(
        expected, found, List.copyOf(others), files, targets, looked, fault, consequences);
  }

  /** Returns this evidence about other files, too. */
  public Evidence about(Path... others) {
    return new Evidence(
        expected, found, places, List.of(others), targets, looked, fault, consequences);
  }

  /** Returns this evidence for some targets. */
  public Evidence forTargets(List<String> some) {
    return new Evidence(expected, found, places, files, some, looked, fault, consequences);
  }

  /** Returns this evidence with the paths at which a loader looks. */
  public Evidence lookedAt(List<String> paths) {
    return new Evidence(expected, found, places, files, targets, paths, fault, consequences);
  }

  /** Returns this evidence with a fault: findings with the same one of a file have one cause. */
  public Evidence because(String why) {
    return new Evidence(expected, found, places, files, targets, looked, why, consequences);
  }

  /** Returns this evidence with what users of binaries see of it. */
  public Evidence causing(List<String> sentences) {
    return new Evidence(expected, found, places, files, targets, looked, fault, sentences);
  }

  /** The paths at which a loader looks for code for a target. */
  public Stream<String> lookedFor(String target) {
    return looked.stream().map(path -> path.replace(GpuTarget.PLACEHOLDER, target));
  }
}
