package org.kpackworkbench.model.format.kpack;

import java.util.List;
import org.kpackworkbench.model.base.target.TextReduction;

/**
 * The way of loaders through archives for one code object: for each architecture that their targets
 * represent, every archive is asked that lists it. A tolerant loader goes on until an archive has
 * the code; for a strict one the first answer counts.
 *
 * @param <A> an archive
 */
public abstract class ArchiveSearch<A> {
  /** Whether an archive lists an architecture. */
  protected abstract boolean lists(A archive, String architecture);

  /** Asks an archive that lists the architecture; returns whether the search is over. */
  protected abstract boolean ask(A archive, String architecture);

  /**
   * An architecture comes next.
   *
   * @param listing the archives that list it
   */
  protected void tried(TextReduction attempt, List<A> listing) {}

  /** Goes through all archives; returns whether an answer ended the search. */
  public final boolean run(List<TextReduction> attempts, List<A> archives) {
    for (TextReduction attempt : attempts) {
      List<A> listing =
          archives.stream().filter(archive -> lists(archive, attempt.architecture())).toList();
      if (attempt.older() && listing.isEmpty()) {
        continue;
      }
      tried(attempt, listing);
      for (A archive : listing) {
        if (ask(archive, attempt.architecture())) {
          return true;
        }
      }
    }
    return false;
  }
}
