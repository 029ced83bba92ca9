package org.kpackworkbench.model.operation.recombine;

import java.nio.file.Path;
import java.util.SortedMap;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * The split artifacts of one build.
 *
 * @param name the folder's name
 * @param folder the folder
 * @param artifacts where its artifacts are, by their names as text
 */
record Shard(String name, Path folder, SortedMap<String, Member> artifacts) {
  /**
   * An artifact of a shard.
   *
   * @param name its name
   * @param path its folder, or packed file
   */
  record Member(ArtifactName name, Path path) {}
}
