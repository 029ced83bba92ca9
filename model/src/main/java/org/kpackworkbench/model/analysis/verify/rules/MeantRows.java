package org.kpackworkbench.model.analysis.verify.rules;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Rows of archives that may have been meant for a binary without code objects. */
final class MeantRows {
  private static final int MOST_NAMES = 3;

  private final String name;
  private final String leaf;
  private final SortedSet<Integer> indices = new TreeSet<>();
  private final SortedSet<String> sameLeaf = new TreeSet<>();
  private final SortedSet<String> others = new TreeSet<>();

  /** The names that are surely the binary's: its path, or its file name and no other's path. */
  private final SortedSet<String> own = new TreeSet<>();

  /** Keys of the binary in a spelling that no loader looks up. */
  private final SortedSet<String> misspelt = new TreeSet<>();

  private final HostSubject subject;

  MeantRows(HostSubject subject, String name) {
    this.subject = subject;
    this.name = name;
    this.leaf = leaf(name);
  }

  /** Whether rows are surely the binary's. */
  boolean isOwn() {
    return hasIndices() || !own.isEmpty() || !misspelt.isEmpty();
  }

  /** Whether there are rows of the binary, though not of its wrappers. */
  boolean hasIndices() {
    return !indices.isEmpty();
  }

  void add(KpackArchive archive, Sink sink) throws FormatException {
    for (int row = 0; row < archive.entryCount(); row++) {
      if ((row & 0xfff) == 0) {
        sink.progress().step(0);
      }
      ArchiveEntry entry = archive.entry(row);
      if (entry.binary().equals(name)) {
        first(indices, entry.index(), LoadRule.MOST_NAMED);
      } else if (BinaryKey.isMisspelt(entry.binary(), name)) {
        first(misspelt, entry.key().text(), MOST_NAMES);
      } else {
        if (own.size() < MOST_NAMES && isOwn(entry.binary())) {
          own.add(entry.binary());
        }
        first(leaf(entry.binary()).equals(leaf) ? sameLeaf : others, entry.binary(), MOST_NAMES);
      }
    }
  }

  private boolean isOwn(String key) {
    TreePosition position = subject.position();
    if (position == null) {
      return leaf(key).equals(leaf);
    }
    if (key.equals(position.inTree()) || key.endsWith("/" + position.path())) {
      return true;
    }
    return leaf(key).equals(leaf) && OrphanKey.isOrphan(subject, name, key);
  }

  /** Keeps the first few, with one more to know that there are more. */
  private static <T> void first(SortedSet<T> some, T next, int most) {
    some.add(next);
    if (some.size() > most + 1) {
      some.removeLast();
    }
  }

  /**
   * @param ownUse advice where the archives have no keys that loaders look for; null otherwise
   */
  String words(@Nullable String ownUse) {
    if (!indices.isEmpty()) {
      return "The archives here have it for %s, and the binary has no wrapper of that index: pack the fat"
              .formatted(
                  few(indices.stream().map(index -> "#" + index).toList(), LoadRule.MOST_NAMED))
          + " binary again.";
    }
    if (!misspelt.isEmpty()) {
      return "The archives here have %s, and loaders look for \"%s#0\" in exactly this spelling: rename the key, or pack the fat binary again."
          .formatted(few(quoted(misspelt), MOST_NAMES), name);
    }
    if (sameLeaf.isEmpty() && !own.isEmpty()) {
      return "The archives here have %s, which is this binary's path: kernel_name must be that name, or pack the fat binary again."
          .formatted(few(quoted(own), MOST_NAMES));
    }
    if (!sameLeaf.isEmpty()) {
      return "The archives here have %s, with the same file name: if that is this binary's code, kernel_name"
              .formatted(few(quoted(sameLeaf), MOST_NAMES))
          + " must be that name; otherwise pack the fat binary again.";
    }
    if (ownUse != null && !others.isEmpty()) {
      return ownUse;
    }
    return others.isEmpty()
        ? "The archives here have no code objects at all: pack the fat binary again."
        : "The archives here have %s. Install the archives that have this name, or pack the fat binary again."
            .formatted(few(quoted(others), MOST_NAMES));
  }

  private static List<String> quoted(SortedSet<String> names) {
    return names.stream().map("\"%s\""::formatted).toList();
  }

  private static String few(List<String> all, int most) {
    String shown = String.join(", ", all.subList(0, Math.min(most, all.size())));
    return all.size() > most ? shown + " and more" : shown;
  }

  private static String leaf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
