package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Receives the state of each artifact, or of each component of several artifacts. Called by several
 * threads, for one artifact by one at a time; must not take long.
 *
 * <p>An artifact goes by its path as it was named, a component by a path that is its name. What was
 * neither done nor failed when the whole ends was given up; nothing of it was written.
 */
public interface ArtifactEvents {
  /** Ignores all events. */
  ArtifactEvents NONE = new ArtifactEvents() {};

  /**
   * Work on an artifact starts. Where its size is known only later, this is called again then.
   *
   * @param source which
   * @param sizeBytes how much there is to do for it; 0 while it is unknown
   */
  default void started(Path source, long sizeBytes) {}

  /** More of its bytes are done. */
  default void advanced(Path source, long bytes) {}

  /**
   * Its output is in its place.
   *
   * @param source which
   * @param made number of artifacts that were made of it; of files where it goes onto a tree
   */
  default void done(Path source, int made) {}

  /** Called when a source failed; nothing of it was written. */
  default void failed(Path source, IOException why) {}
}
