package org.kpackworkbench.model.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.ArchiveEntry;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.loader.OpenArchives.Usable;
import org.kpackworkbench.model.loader.Resolution.Answer;
import org.kpackworkbench.model.loader.Resolution.Found;
import org.kpackworkbench.model.place.Place;

/**
 * Goes through architectures and archives for one request. What the other behaviour would answer is
 * found on the same way: a strict loader stops at the first miss of it.
 */
final class Search {
  private final LoadRequest request;
  private final LoaderBehaviour behaviour;
  private final boolean loads;
  private final List<Step> steps;
  private @Nullable Answer tolerant;
  private @Nullable Answer strict;
  private LoaderError furthest = LoaderError.ARCHITECTURE_NOT_FOUND;
  private @Nullable ByteView bytes;

  /**
   * @param loads whether the code object's bytes are wanted
   * @param steps gets the steps of the chosen behaviour
   */
  Search(LoadRequest request, LoaderBehaviour behaviour, boolean loads, List<Step> steps) {
    this.request = request;
    this.behaviour = behaviour;
    this.loads = loads;
    this.steps = steps;
  }

  Answer answer(LoaderBehaviour of) {
    Answer answer = of == LoaderBehaviour.TOLERANT ? tolerant : strict;
    return answer == null ? Answer.failing(furthest) : answer;
  }

  /** The bytes of what was found, where they were wanted. */
  @Nullable ByteView bytes() {
    return bytes;
  }

  void run(List<Attempt> attempts, List<Usable> archives) {
    for (Attempt attempt : attempts) {
      List<Usable> listing =
          archives.stream()
              .filter(archive -> archive.architectures().contains(attempt.architecture()))
              .toList();
      if (attempt.older() && listing.isEmpty()) {
        continue;
      }
      say(new Step.ArchitectureTried(attempt.architecture(), attempt.target()));
      if (listing.isEmpty()) {
        say(new Step.ArchitectureNotListed(attempt.architecture(), archives.size()));
      }
      for (Usable archive : listing) {
        if (look(archive, attempt.architecture())) {
          return;
        }
      }
    }
    if (!decided()) {
      steps.add(new Step.NothingMatched());
    }
  }

  /** Whether the chosen behaviour has its answer; what comes then is only for the other one. */
  private boolean decided() {
    return (behaviour == LoaderBehaviour.TOLERANT ? tolerant : strict) != null;
  }

  private void say(Step step) {
    if (!decided()) {
      steps.add(step);
    }
  }

  /** Looks the key up; whether the search is over. */
  private boolean look(Usable archive, String architecture) {
    Place place = archive.archive().place();
    say(new Step.ArchitectureListed(archive.shown(), architecture, place));
    say(new Step.KeyLookedUp(archive.shown(), request.key(), architecture));
    LoaderError error = LoaderError.KERNEL_NOT_FOUND;
    String why = null;
    try {
      Found found = find(archive, architecture);
      if (found != null) {
        ByteView loaded = loads && !decided() ? copy(archive.archive(), found.row()) : null;
        take(archive, architecture, found, loaded);
        return true;
      }
    } catch (FormatException broken) {
      error = LoaderError.of(broken);
      why = broken.words();
    }
    miss(archive, architecture, error, why);
    return false;
  }

  private @Nullable Found find(Usable usable, String architecture) throws FormatException {
    KpackArchive archive = usable.archive();
    String name = java.util.Objects.requireNonNull(request.marker().kernelName());
    int row = row(archive, name, architecture);
    if (row < 0) {
      return null;
    }
    FormatException problem = archive.problem(row);
    if (problem != null) {
      throw problem;
    }
    ArchiveEntry entry = archive.entry(row);
    return new Found(
        usable.path(),
        entry.key().text(),
        entry.targetText(),
        row,
        entry.originalSizeBytes(),
        archive.place(entry));
  }

  private int row(KpackArchive archive, String name, String architecture) throws FormatException {
    if (request.index() <= Integer.MAX_VALUE) {
      return archive.find(name, (int) request.index(), architecture);
    }
    // Archives take such a key for a plain one.
    int row = archive.find(request.key(), 0, architecture);
    return row >= 0 && archive.entry(row).key().text().equals(request.key()) ? row : -1;
  }

  /** Bytes that stay when the archive is closed. */
  private static ByteView copy(KpackArchive archive, int row) throws FormatException {
    ByteView loaded = archive.load(row);
    return archive.scheme() == org.kpackworkbench.model.archive.StorageScheme.NONE
        ? ByteView.of(loaded.name(), loaded.bytes(0, (int) loaded.size()))
        : loaded;
  }

  private void take(Usable archive, String architecture, Found found, @Nullable ByteView loaded) {
    say(
        new Step.KernelFound(
            archive.shown(), found.key(), architecture, found.sizeBytes(), found.place()));
    if (loaded != null) {
      say(new Step.Loaded(loaded.size()));
      bytes = loaded;
    }
    Answer answer = new Answer(LoaderError.SUCCESS, found);
    tolerant = answer;
    if (strict == null) {
      strict = answer;
    }
  }

  private void miss(Usable archive, String architecture, LoaderError error, @Nullable String why) {
    say(
        new Step.KernelMissed(
            archive.shown(),
            request.key(),
            architecture,
            error,
            why,
            behaviour == LoaderBehaviour.TOLERANT,
            archive.archive().place()));
    // Code that is there but cannot be used is further than code that is not there.
    if (furthest == LoaderError.ARCHITECTURE_NOT_FOUND
        || (furthest == LoaderError.KERNEL_NOT_FOUND && error != furthest)) {
      furthest = error;
    }
    if (strict == null) {
      strict = Answer.failing(error);
    }
  }
}
