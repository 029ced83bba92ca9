package org.kpackworkbench.model.format.elf;

import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;

/** Finds a symbol by name: a hash table of indices; the names stay in the file. */
final class NameIndex {
  private final int[] slots;
  private final LazyList.Reader<String> names;

  private NameIndex(int[] slots, LazyList.Reader<String> names) {
    this.slots = slots;
    this.names = names;
  }

  static NameIndex of(int size, LazyList.Reader<String> names) throws FormatException {
    int capacity = Integer.highestOneBit(Math.clamp(size, 4, 1 << 28)) * 4;
    int[] slots = new int[capacity];
    Arrays.fill(slots, -1);
    int entries = Math.min(size, capacity / 2);
    int[] hashes = new int[entries];
    for (int i = 0; i < entries; i++) {
      String name = names.read(i);
      hashes[i] = name.hashCode();
      insert(slots, hashes, i, name, names);
    }
    return new NameIndex(slots, names);
  }

  private static void insert(
      int[] slots, int[] hashes, int index, String name, LazyList.Reader<String> names)
      throws FormatException {
    int slot = spread(hashes[index]) & (slots.length - 1);
    while (slots[slot] >= 0) {
      int other = slots[slot];
      // Of equal names only the first is kept, so that thousands of them make no long chains.
      if (hashes[other] == hashes[index] && names.read(other).equals(name)) {
        return;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = index;
  }

  int find(String name) throws FormatException {
    int slot = spread(name.hashCode()) & (slots.length - 1);
    while (slots[slot] >= 0) {
      if (names.read(slots[slot]).equals(name)) {
        return slots[slot];
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return -1;
  }

  private static int spread(int hash) {
    return (hash * 0x9E3779B9) >>> 4;
  }
}
