package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;

/**
 * A file that changes.
 *
 * @param afterBytes its size afterwards, as far as that is known; 0 if it goes
 */
record Planned(TreeItem item, Work work, long afterBytes, SortedSet<String> dropped) {
  /** The last turn in which files are written, see {@link Work#turn}. */
  static final int LAST_TURN = 2;

  /** Where files that change were written. */
  interface Written {
    @Nullable Path of(String path);

    /** The files that are left as they are, whatever was planned. */
    default Set<String> left() {
      return Set.of();
    }
  }

  /** Work on a file; equal for names of one file that change in the same way. */
  interface Work {
    Outcome outcome();

    /** When it is written: 0 of what says nothing of other files, which come before it. */
    default int turn() {
      return 0;
    }

    /** Returns what work files need beside the result. */
    default long scratchBytes() {
      return 0;
    }

    /** Whether what is written says something of one of some files. */
    default boolean lists(TreeItem item, Set<String> paths) {
      return false;
    }

    /**
     * Writes the file.
     *
     * @param place where nothing is yet
     */
    void write(TreeItem item, Path place, Written written, CodeStore.Writing writing)
        throws IOException;
  }

  /**
   * Removal of a file.
   *
   * @param lost of an archive all that was in it
   */
  record Removal(DroppedTargets lost) implements Work {
    /** Something else. */
    Removal() {
      this(DroppedTargets.NONE);
    }

    @Override
    public Outcome outcome() {
      return Outcome.REMOVED;
    }

    @Override
    public void write(TreeItem item, Path place, Written written, CodeStore.Writing writing) {
      throw new IllegalStateException("a file that is removed");
    }
  }

  boolean isRemoval() {
    return work.outcome() == Outcome.REMOVED;
  }

  /**
   * Returns the report about the file.
   *
   * @param place the tree, or the file
   */
  PrunedFile report(Path place, boolean inTree, long bytes) {
    return new PrunedFile(
        inTree ? item.in(place) : place,
        inTree ? item.path() : place.toString(),
        work.outcome(),
        item.sizeBytes(),
        bytes,
        CodeBalance.inOrder(dropped));
  }
}
