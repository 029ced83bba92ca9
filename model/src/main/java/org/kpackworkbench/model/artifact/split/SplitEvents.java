package org.kpackworkbench.model.artifact.split;

import java.nio.file.Path;

/**
 * Is told what becomes of each artifact. Called by several threads, for one artifact by one at a
 * time; must not take long.
 */
public interface SplitEvents {
  /** Tells nobody. */
  SplitEvents NONE = new SplitEvents() {};

  /**
   * Work on an artifact starts.
   *
   * @param source the artifact as it was named
   * @param sizeBytes size of its files; of a packed one the size of that file
   */
  default void started(Path source, long sizeBytes) {}

  /** More of its files' bytes are done; packed ones count while they are unpacked. */
  default void advanced(Path source, long bytes) {}

  /** What came of it is in its place. */
  default void done(SplitOutcome outcome) {}

  /** It failed; nothing of it was written. */
  default void failed(SplitReport.Failed failure) {}
}
