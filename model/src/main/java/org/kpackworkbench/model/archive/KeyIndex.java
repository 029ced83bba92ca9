package org.kpackworkbench.model.archive;

import java.util.Arrays;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;

/**
 * The distinct binary keys: where their bytes stand, found again by hash. Open addressing over
 * arrays of numbers; the keys themselves stay in the file. Once built, safe for use by many
 * threads.
 */
final class KeyIndex {
  private final ByteView view;
  private final long seed;
  private int count;
  private long[] starts = new long[64];
  private int[] lengths = new int[64];
  private int[] hashes = new int[64];
  private int[] slots = new int[256];

  KeyIndex(ByteView view, long seed) {
    this.view = view;
    this.seed = seed;
    Arrays.fill(slots, -1);
  }

  int count() {
    return count;
  }

  /** Offset in the file of a key's first byte. */
  long start(int key) {
    return starts[key];
  }

  /** Length of a key, in bytes. */
  int length(int key) {
    return lengths[key];
  }

  String text(int key) throws FormatException {
    return view.text(starts[key], lengths[key]);
  }

  /** The number of a key; -1 where there is none. */
  int find(byte[] key) throws FormatException {
    KeyScan scan = new KeyScan(seed);
    scan.scan(key, 0, key.length);
    return find(key, 0, key.length, scan.hash());
  }

  /** The number of a key whose hash is known; -1 where there is none. */
  int find(byte[] array, int start, int length, int hash) throws FormatException {
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] >= 0; slot = (slot + 1) & mask) {
      int key = slots[slot];
      if (hashes[key] == hash && lengths[key] == length && same(key, array, start)) {
        return key;
      }
    }
    return -1;
  }

  /**
   * Adds a key.
   *
   * @param found whether {@link #find} may answer with it; not so for one that stood before, since
   *     many alike would make the search slow
   */
  int add(long start, int length, int hash, boolean found) {
    if (count == starts.length) {
      grow();
    }
    starts[count] = start;
    lengths[count] = length;
    hashes[count] = hash;
    if (found) {
      put(count);
    }
    return count++;
  }

  void trim() {
    starts = Arrays.copyOf(starts, count);
    lengths = Arrays.copyOf(lengths, count);
    hashes = Arrays.copyOf(hashes, count);
  }

  private boolean same(int key, byte[] array, int start) throws FormatException {
    byte[] stored = view.bytes(starts[key], lengths[key]);
    return Arrays.equals(stored, 0, stored.length, array, start, start + stored.length);
  }

  private void put(int key) {
    int mask = slots.length - 1;
    int slot = hashes[key] & mask;
    while (slots[slot] >= 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = key;
  }

  private void grow() {
    int capacity = EntryTable.grown(count);
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    if (slots.length < 2 * capacity) {
      int[] before = slots;
      slots = new int[4 * Integer.highestOneBit(capacity)];
      Arrays.fill(slots, -1);
      Arrays.stream(before).filter(key -> key >= 0).forEach(this::put);
    }
  }
}
