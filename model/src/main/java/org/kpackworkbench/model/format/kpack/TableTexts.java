package org.kpackworkbench.model.format.kpack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.EntryReader.SpanInterner;

/** The texts behind the numbers in the columns, and the way back. Safe for use by many threads. */
final class TableTexts {
  private final EntryTable table;
  private final KeyIndex keys;
  private final SpanInterner targets;
  private final List<String> targetTexts;
  private final List<String> typeTexts;
  private final AtomicReferenceArray<@Nullable GpuTarget> gpuTargets;

  TableTexts(EntryReader rows) {
    this.table = rows.table();
    this.keys = rows.keys();
    this.targets = rows.targetNames();
    this.targetTexts = targets.texts();
    this.typeTexts = rows.typeNames().texts();
    this.gpuTargets = new AtomicReferenceArray<>(targetTexts.size());
  }

  BinaryKey key(int key) throws FormatException {
    return BinaryKey.parse(keys.text(key));
  }

  String target(int target) {
    return targetTexts.get(target);
  }

  String type(int type) {
    return typeTexts.get(type);
  }

  int targetCount() {
    return targetTexts.size();
  }

  GpuTarget gpuTarget(int target) {
    GpuTarget known = gpuTargets.get(target);
    if (known == null) {
      known = GpuTarget.lenient(targetTexts.get(target));
      gpuTargets.set(target, known);
    }
    return known;
  }

  /** The numbers of the targets that are this one, however they are spelled. */
  List<Integer> spellings(GpuTarget target) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < targetTexts.size(); i++) {
      if (gpuTarget(i).equals(target)) {
        found.add(i);
      }
    }
    return found;
  }

  /** The number of a target's text; -1 if no row has it. */
  int targetNumber(String text) {
    return targets.number(text);
  }

  /** The distinct names of binaries, without index, in the order of the table. */
  List<String> binaries() throws FormatException {
    Set<String> names = new LinkedHashSet<>();
    for (int key = 0; key < keys.count(); key++) {
      names.add(key(key).binary());
    }
    return List.copyOf(names);
  }

  /** How many names there are in {@link #binaries}. */
  int binaryCount() throws FormatException {
    KeyIndex names = keys.cut(BinaryKey::nameLength);
    return names.count() - names.index().cardinality();
  }

  /** The row of a key as written in the table; -1 if there is none. */
  int row(String keyText, int target) throws FormatException {
    int key = keys.find(keyText.getBytes(StandardCharsets.UTF_8));
    if (key < 0) {
      return -1;
    }
    for (int row = firstRow(key); row < table.count() && table.key(row) == key; row++) {
      if (table.target(row) == target) {
        return row;
      }
    }
    return -1;
  }

  /** Rows are in the order of their keys, so the first of a key is found by halving. */
  private int firstRow(int key) {
    int low = 0;
    int high = table.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (table.key(middle) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
