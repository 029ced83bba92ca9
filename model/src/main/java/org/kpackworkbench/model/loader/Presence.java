package org.kpackworkbench.model.loader;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.kpackworkbench.model.archive.ArchiveEntry;
import org.kpackworkbench.model.archive.KpackArchive;

/**
 * The indices that archives have of a binary for an architecture. Immutable.
 *
 * @param known whether archives could be looked into
 */
record Presence(boolean known, NavigableSet<Integer> indices) {
  private static final int MOST_RANGES = 6;

  /** Nobody could look. */
  static final Presence UNKNOWN = new Presence(false, new TreeSet<>());

  /** Looks into an archive. */
  static Presence of(Loader loader, Diagnoser.Looked looked) {
    NavigableSet<Integer> indices = new TreeSet<>();
    try {
      boolean open = loader.look(looked.archive(), archive -> add(archive, looked, indices));
      return new Presence(open, indices);
    } catch (UncheckedIOException changed) {
      // The file is not what it was; what it had does not matter then.
      return UNKNOWN;
    }
  }

  private static void add(
      KpackArchive archive, Diagnoser.Looked looked, NavigableSet<Integer> indices) {
    for (ArchiveEntry entry : archive.entries()) {
      if (entry.binary().equals(looked.name())
          && entry.targetText().equals(looked.architecture())) {
        indices.add(entry.index());
      }
    }
  }

  /** Both together. */
  Presence and(Presence other) {
    NavigableSet<Integer> both = new TreeSet<>(indices);
    both.addAll(other.indices);
    return new Presence(known || other.known, both);
  }

  boolean isEmpty() {
    return indices.isEmpty();
  }

  /** The indices as ends of keys, neighbours together: {@code #0–#4}, {@code #7}. */
  List<String> keys() {
    List<String> ranges = new ArrayList<>();
    int start = -1;
    int last = -1;
    for (int index : indices) {
      if (start >= 0 && index == last + 1) {
        last = index;
        continue;
      }
      add(ranges, start, last);
      start = index;
      last = index;
    }
    add(ranges, start, last);
    return List.copyOf(ranges.subList(0, Math.min(MOST_RANGES, ranges.size())));
  }

  private static void add(List<String> ranges, int start, int last) {
    if (start >= 0) {
      ranges.add(start == last ? "#" + start : "#%d–#%d".formatted(start, last));
    }
  }
}
