package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveFault;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.prune.Loads;

/**
 * Archives by their real path, each opened once, as loaders read them. Safe for use by many
 * threads.
 */
final class ArchiveCache implements AutoCloseable {

  /** The result of opening an archive. */
  sealed interface Opened {
    /** The archive as a reader shows it, which may be more; null if it shows nothing. */
    @Nullable KpackArchive reader();
  }

  /** An archive that is open. */
  record Usable(
      Path path, LoaderArchive archive, Set<String> architectures, ShownArchive shownArchive)
      implements Opened {
    String shown() {
      return path.toString();
    }

    Place place() {
      return new Place.File(path);
    }

    @Override
    public @Nullable KpackArchive reader() {
      return shownArchive.get();
    }
  }

  /** A loader passes it over. */
  record Unusable(Refused refused, ShownArchive shownArchive) implements Opened {
    LoaderError error() {
      return refused.error();
    }

    String why() {
      return refused.why();
    }

    /** Returns the step of a loader that comes to the archive. */
    Step.ArchiveUnreadable step(String shown, Place place) {
      Optional<ArchiveFault> fault = Optional.empty();
      KpackArchive reader = reader();
      try {
        fault = reader == null ? fault : refused.asSeen(reader);
      } catch (FormatException changed) {
        // The reason of the loader stays.
        fault = Optional.empty();
      }
      return fault
          .map(
              one ->
                  new Step.ArchiveUnreadable(
                      shown,
                      error(),
                      refused.withConsequence(one.words()),
                      one.advice(),
                      one.place()))
          .orElseGet(
              () -> new Step.ArchiveUnreadable(shown, error(), why(), refused.advice(), place));
    }

    @Override
    public @Nullable KpackArchive reader() {
      return shownArchive.get();
    }
  }

  /** An archive for readers, opened on first use. */
  static final class ShownArchive implements AutoCloseable {
    private final Path path;
    private final UnpackBudget budget;
    private @Nullable KpackArchive archive;
    private boolean tried;

    ShownArchive(Path path, UnpackBudget budget) {
      this.path = path;
      this.budget = budget;
    }

    synchronized @Nullable KpackArchive get() {
      if (!tried) {
        tried = true;
        try {
          archive = KpackArchive.open(path, budget);
        } catch (IOException unreadable) {
          // The reason of the loader was reported.
          archive = null;
        }
      }
      return archive;
    }

    @Override
    public synchronized void close() throws IOException {
      tried = true;
      if (archive != null) {
        archive.close();
      }
    }
  }

  /** An archive that is opened on first use; others wait meanwhile. */
  private final class Slot {
    private final Path path;
    private volatile @Nullable Opened opened;

    Slot(Path path) {
      this.path = path;
    }

    Opened get() {
      Opened known = opened;
      return known == null ? opened() : known;
    }

    private synchronized Opened opened() {
      Opened known = opened;
      if (known == null) {
        known = open(path);
        opened = known;
      }
      return known;
    }
  }

  private final UnpackBudget budget;
  private final Map<Path, Loads.Left> planned;
  private final boolean ownSchemes;
  private final ConcurrentMap<Path, Slot> slots = new ConcurrentHashMap<>();

  /**
   * @param budget what may be unpacked of all of them
   * @param planned those that will be otherwise, by their real paths
   * @param ownSchemes whether experimental schemes are read, which no loader does
   */
  ArchiveCache(UnpackBudget budget, Map<Path, Loads.Left> planned, boolean ownSchemes) {
    this.ownSchemes = ownSchemes;
    this.budget = budget;
    this.planned = Map.copyOf(planned);
  }

  /** An archive by its real path; a regular file. */
  Opened at(Path path) {
    return slots.computeIfAbsent(path, Slot::new).get();
  }

  /** An archive that is open, by its path as shown; null if none is. */
  @Nullable Usable open(String shown) {
    for (Slot slot : slots.values()) {
      if (slot.opened instanceof Usable usable && usable.shown().equals(shown)) {
        return usable;
      }
    }
    return null;
  }

  /** The number of requested archives. */
  int count() {
    return slots.size();
  }

  private Opened open(Path path) {
    ShownArchive shownArchive = new ShownArchive(path, budget);
    Loads.Left left = planned.get(path);
    if (Loads.Left.NOTHING.equals(left)) {
      return new Unusable(new Refused(LoaderError.FILE_NOT_FOUND, "it is removed"), shownArchive);
    }
    try {
      LoaderArchive archive = LoaderArchive.open(path, budget, ownSchemes, left == null);
      if (left != null) {
        archive.keep(left);
      }
      return new Usable(path, archive, Set.copyOf(archive.architectures()), shownArchive);
    } catch (Refused refused) {
      return new Unusable(refused, shownArchive);
    }
  }

  /** Closes all of them; none may be in use. */
  @Override
  public void close() throws IOException {
    IOException first = null;
    for (Slot slot : slots.values()) {
      try {
        switch (slot.get()) {
          case Usable usable -> {
            usable.archive().close();
            usable.shownArchive().close();
          }
          case Unusable unusable -> unusable.shownArchive().close();
        }
      } catch (IOException failure) {
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
