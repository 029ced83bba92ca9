package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final Map<Integer, Slot> slots = new HashMap<>();
  private final BitSet touched = new BitSet();
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
    touched.set(id, slot != null);
    if (slot instanceof Slot.Row row) {
      named.computeIfAbsent(row.name(), name -> new TreeSet<>()).add(id);
    }
    order = null;
  }

  boolean live(int id) {
    return touched.get(id) ? slots.get(id) instanceof Slot.Row : id < original.entryCount();
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
        if (!touched.get(row) && Slot.Row.of(original, row).name().equals(name)) {
          found.add(row);
        }
      }
    } else {
      int row = original.findText(name.key(), name.target()).orElse(-1);
      if (row >= 0 && !touched.get(row)) {
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
    int keys = original.entryCount() == 0 ? 0 : original.keyNumber(original.entryCount() - 1) + 1;
    Map<String, Integer> newKeys = new HashMap<>();
    int[] keyOfId = new int[next];
    int live = 0;
    for (int id = 0; id < next; id++) {
      keyOfId[id] = live(id) ? keyOf(id, keys, newKeys) : -1;
      live += keyOfId[id] < 0 ? 0 : 1;
    }
    int[] placeOfKey = new int[keys + newKeys.size()];
    int[] starts = new int[placeOfKey.length + 1];
    int places = 0;
    for (int key : keyOfId) {
      if (key >= 0) {
        if (placeOfKey[key] == 0) {
          placeOfKey[key] = ++places;
        }
        starts[placeOfKey[key]]++;
      }
    }
    for (int place = 1; place <= places; place++) {
      starts[place] += starts[place - 1];
    }
    int[] ids = new int[live];
    for (int id = 0; id < next; id++) {
      if (keyOfId[id] >= 0) {
        ids[starts[placeOfKey[keyOfId[id]] - 1]++] = id;
      }
    }
    return ids;
  }

  private int keyOf(int id, int keys, Map<String, Integer> newKeys) throws FormatException {
    if (!(slots.get(id) instanceof Slot.Row row)) {
      return original.keyNumber(id);
    }
    int known = original.keyNumber(row.key()).orElse(-1);
    return known >= 0 ? known : newKeys.computeIfAbsent(row.key(), key -> keys + newKeys.size());
  }

  /** How many rows each target has in the original. */
  Map<String, Integer> originalTargets() {
    return originalTargets;
  }

  /** How many rows each target has now, only those with any. */
  Map<String, Integer> targets() throws FormatException {
    Map<String, Integer> counts = new LinkedHashMap<>(originalTargets);
    for (int id = touched.nextSetBit(0); id >= 0; id = touched.nextSetBit(id + 1)) {
      if (id < original.entryCount()) {
        counts.merge(original.entry(id).targetText(), -1, Integer::sum);
      }
      if (slots.get(id) instanceof Slot.Row row) {
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
