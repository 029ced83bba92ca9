package org.kpackworkbench.model.base.bytes;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds texts that stay in a file by their hashes, of which eight bytes a text are held. As safe
 * for many threads as its reader.
 */
public final class TextIndex {
  private final LazyList.ElementReader<String> texts;
  private final long[] sorted;

  /**
   * @param hashes those of the texts, by their numbers
   * @param texts reads a text by its number
   */
  public TextIndex(int[] hashes, LazyList.ElementReader<String> texts) {
    this.texts = texts;
    this.sorted = new long[hashes.length];
    Arrays.setAll(sorted, number -> (long) hashes[number] << Integer.SIZE | number);
    Arrays.sort(sorted);
  }

  /** The number of a text, the first of equal ones; -1 if there is none. */
  public int find(String text) throws FormatException {
    int at = Arrays.binarySearch(sorted, (long) text.hashCode() << Integer.SIZE);
    for (at = at < 0 ? -at - 1 : at; at < sorted.length && hash(at) == text.hashCode(); at++) {
      if (texts.read((int) sorted[at]).equals(text)) {
        return (int) sorted[at];
      }
    }
    return -1;
  }

  /** The numbers of texts that equal an earlier one. */
  public BitSet repeated() throws FormatException {
    BitSet repeated = new BitSet();
    Set<String> seen = new HashSet<>();
    for (int at = 1; at < sorted.length; at++) {
      if (hash(at) != hash(at - 1)) {
        seen.clear();
        continue;
      }
      seen.add(texts.read((int) sorted[at - 1]));
      if (!seen.add(texts.read((int) sorted[at]))) {
        repeated.set((int) sorted[at]);
      }
    }
    return repeated;
  }

  private int hash(int at) {
    return (int) (sorted[at] >> Integer.SIZE);
  }
}
