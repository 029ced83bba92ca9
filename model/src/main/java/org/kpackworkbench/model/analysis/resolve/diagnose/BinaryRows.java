package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Rows of archives for a binary, as a reader sees them. Immutable.
 *
 * @param known whether an archive could be looked into
 * @param indexed the indices by the target that they are filed under, as it is written
 * @param plain the targets that are filed under the plain name
 * @param alike other names whose last part is the same
 * @param others names that are not alike, the first few, and one more if there are more
 * @param free whether there are keys, and none of them has an index
 */
record BinaryRows(
    boolean known,
    Map<String, NavigableSet<Integer>> indexed,
    Set<String> plain,
    Set<String> alike,
    Set<String> others,
    boolean free) {
  private static final int MOST_RANGES = 6;
  private static final int MOST_ALIKE = 20;

  /** Nothing could be looked into. */
  static final BinaryRows UNKNOWN =
      new BinaryRows(false, Map.of(), Set.of(), Set.of(), Set.of(), false);

  /** Returns the rows of an archive under a binary's name. */
  static BinaryRows of(KpackArchive archive, String name) throws FormatException {
    Map<String, NavigableSet<Integer>> indexed = new TreeMap<>();
    Set<String> plain = new TreeSet<>();
    Set<String> alike = new TreeSet<>();
    TreeSet<String> others = new TreeSet<>();
    String end = end(name);
    boolean free = archive.entryCount() > 0;
    BinaryKey key = null;
    for (int row = 0; row < archive.entryCount(); row++) {
      if (key == null || archive.keyNumber(row) != archive.keyNumber(row - 1)) {
        key = archive.entry(row).key();
        free &= !key.indexed();
      }
      if (!key.binary().equals(name)) {
        boolean misspelt = BinaryKey.isMisspelt(key.text(), name);
        free &= !misspelt;
        if (!misspelt && !end(key.binary()).equals(end)) {
          add(key.binary(), others);
        } else if (alike.size() < MOST_ALIKE) {
          alike.add(misspelt ? key.text() : key.binary());
        }
        continue;
      }
      String target = archive.entry(row).targetText();
      if (key.indexed()) {
        indexed.computeIfAbsent(target, one -> new TreeSet<>()).add(key.index());
      } else {
        plain.add(target);
      }
    }
    return new BinaryRows(true, indexed, plain, alike, others, free);
  }

  private static String end(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Both together. */
  BinaryRows and(BinaryRows other) {
    if (!known || !other.known) {
      return known ? this : other;
    }
    Map<String, NavigableSet<Integer>> both = new TreeMap<>();
    for (BinaryRows one : List.of(this, other)) {
      one.indexed.forEach(
          (target, indices) ->
              both.computeIfAbsent(target, each -> new TreeSet<>()).addAll(indices));
    }
    Set<String> plains = new TreeSet<>(plain);
    plains.addAll(other.plain);
    Set<String> alikes = new TreeSet<>(alike);
    alikes.addAll(other.alike);
    TreeSet<String> names = new TreeSet<>(others);
    other.others.forEach(name -> add(name, names));
    return new BinaryRows(true, both, plains, alikes, names, free && other.free);
  }

  private static void add(String name, TreeSet<String> few) {
    few.add(name);
    if (few.size() > Diagnosis.NameMissing.MOST_OTHERS + 1) {
      few.removeLast();
    }
  }

  /** The keys that mean a wrapper, in a spelling that loaders do not look up. */
  List<String> misspelt(String name, long index) {
    return alike.stream()
        .filter(key -> BinaryKey.isMisspelt(key, name) && key.matches(".*#0*" + index))
        .toList();
  }

  /** The indices for a target, as it is written. */
  NavigableSet<Integer> indices(String target) {
    return indexed.getOrDefault(target, Collections.emptyNavigableSet());
  }

  /** The targets that have an index, as they are written. */
  Set<String> targets(int index) {
    Set<String> targets = new TreeSet<>(indexed.keySet());
    targets.removeIf(target -> !indices(target).contains(index));
    return targets;
  }

  /** The indices for a target as ends of keys, neighbours together: {@code #0–#4}, {@code #7}. */
  List<String> keys(String target) {
    List<String> ranges = new ArrayList<>();
    int start = -1;
    int last = -1;
    for (int index : indices(target)) {
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
