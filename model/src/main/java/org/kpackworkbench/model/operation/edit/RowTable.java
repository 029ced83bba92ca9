package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;

/**
 * The rows of an edited archive: those of the original, which stay in its file, with a few others
 * laid over them. Each has a permanent number: the original's rows theirs, added ones the next.
 *
 * <p>An edit costs what it touches. The order of the rows is an array of their numbers, made when
 * it is read for the first time after an edit. For one thread.
 */
final class RowTable {
  private final KpackArchive original;
  private final boolean ambiguous;
  private final Map<String, Integer> originalTargets = new LinkedHashMap<>();
  private final Map<Integer, Slot> slots = new TreeMap<>();
  private final Map<Slot.Name, TreeSet<Integer>> named = new HashMap<>();
  private int next;
  private int @Nullable [] order;

  RowTable(KpackArchive original) throws FormatException {
    this.original = original;
    this.next = original.entryCount();
    this.ambiguous = hasRepeatedNames(original);
    for (TargetSum sum : original.targetSums()) {
      originalTargets.put(sum.targetText(), sum.entries());
    }
  }

  private static boolean hasRepeatedNames(KpackArchive archive) throws FormatException {
    for (int row = 0; row < archive.entryCount(); row++) {
      FormatException problem = archive.problem(row).orElse(null);
      if (problem != null && problem.reason() == Reason.DUPLICATE_KEY) {
        return true;
      }
    }
    return false;
  }

  KpackArchive original() {
    return original;
  }

  /** Whether rows of the original have the same name. */
  boolean ambiguous() {
    return ambiguous;
  }

  /** The number of the next row that is added. */
  int next() {
    return next;
  }

  void next(int number) {
    next = number;
  }

  /** Returns the slot that was laid over a row; null if the row is the original's. */
  @Nullable Slot slot(int id) {
    return slots.get(id);
  }

  /** Lays something over a row; null uncovers the original's. */
  void put(int id, @Nullable Slot slot) {
    if (slots.get(id) instanceof Slot.Row before) {
      TreeSet<Integer> same = named.get(before.name());
      if (same != null) {
        same.remove(id);
        if (same.isEmpty()) {
          named.remove(before.name());
        }
      }
    }
    if (slot == null) {
      slots.remove(id);
    } else {
      slots.put(id, slot);
    }
    if (slot instanceof Slot.Row row) {
      named.computeIfAbsent(row.name(), name -> new TreeSet<>()).add(id);
    }
    order = null;
  }

  boolean live(int id) {
    Slot slot = slots.get(id);
    return slot == null ? id < original.entryCount() : slot instanceof Slot.Row;
  }

  /** A row that is there. */
  Slot.Row row(int id) throws FormatException {
    return slots.get(id) instanceof Slot.Row row ? row : Slot.Row.of(original, id);
  }

  /** The numbers of the rows of one name, in their order. */
  List<Integer> ids(Slot.Name name) throws FormatException {
    List<Integer> found = new ArrayList<>(named.getOrDefault(name, new TreeSet<>()));
    if (ambiguous) {
      for (int row = 0; row < original.entryCount(); row++) {
        if (!slots.containsKey(row) && Slot.Row.of(original, row).name().equals(name)) {
          found.add(row);
        }
      }
    } else {
      int row = original.findText(name.key(), name.target()).orElse(-1);
      if (row >= 0 && !slots.containsKey(row)) {
        found.add(row);
      }
    }
    Collections.sort(found);
    return found;
  }

  /** The key of a row that is there. */
  String keyText(int id) throws FormatException {
    return slots.get(id) instanceof Slot.Row row ? row.key() : original.entry(id).key().text();
  }

  /** The numbers of the rows below one key, in their order. */
  List<Integer> idsOfKey(String key) throws FormatException {
    Set<String> targets = new LinkedHashSet<>(originalTargets.keySet());
    targets.addAll(targets().keySet());
    List<Integer> found = new ArrayList<>();
    for (String target : targets) {
      found.addAll(ids(new Slot.Name(key, target)));
    }
    Collections.sort(found);
    return found;
  }

  /** The numbers of the rows in their order: keys as they first appear, below them targets. */
  int[] order() throws FormatException {
    int[] known = order;
    if (known == null) {
      known = sorted();
      order = known;
    }
    return known;
  }

  private int[] sorted() throws FormatException {
    Map<String, List<Integer>> byKey = new LinkedHashMap<>();
    for (int id = 0; id < next; id++) {
      if (live(id)) {
        byKey.computeIfAbsent(keyText(id), key -> new ArrayList<>()).add(id);
      }
    }
    return byKey.values().stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
  }

  /** How many rows each target has in the original. */
  Map<String, Integer> originalTargets() {
    return originalTargets;
  }

  /** How many rows each target has now, only those with any. */
  Map<String, Integer> targets() throws FormatException {
    Map<String, Integer> counts = new LinkedHashMap<>(originalTargets);
    for (Map.Entry<Integer, Slot> touched : slots.entrySet()) {
      if (touched.getKey() < original.entryCount()) {
        counts.merge(original.entry(touched.getKey()).targetText(), -1, Integer::sum);
      }
      if (touched.getValue() instanceof Slot.Row row) {
        counts.merge(row.target(), 1, Integer::sum);
      }
    }
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  /** The slots that are laid over the original, as they are now. */
  Map<Integer, Slot> overlay() {
    return Map.copyOf(slots);
  }
}
