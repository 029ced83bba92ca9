package org.kpackworkbench.model.base.bytes;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.zip.CRC32C;

/**
 * Finds texts that stay in a file by their hashes, of which eight bytes a text are held. As safe
 * for many threads as its reader.
 */
public final class TextIndex {
  private final ToIntFunction<String> hash;
  private final LazyList.ElementReader<String> texts;
  private final long[] sorted;

  /**
   * @param hashes those of the texts, by their numbers
   * @param hash returns that of a text
   * @param texts reads a text by its number
   */
  public TextIndex(int[] hashes, ToIntFunction<String> hash, LazyList.ElementReader<String> texts) {
    this.hash = hash;
    this.texts = texts;
    this.sorted = new long[hashes.length];
    Arrays.setAll(sorted, number -> (long) hashes[number] << Integer.SIZE | number);
    Arrays.sort(sorted);
  }

  /** A hash of texts: that of their bytes. */
  public static int hash(byte[] bytes, int start, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, start, length);
    return (int) sum.getValue();
  }

  /** The number of a text, the first of equal ones; -1 if there is none. */
  public int find(String text) throws FormatException {
    return find(text, -1);
  }

  /** The number of the next text that equals one, after a number; -1 if there is none. */
  public int find(String text, int after) throws FormatException {
    int wanted = hash.applyAsInt(text);
    int at = Arrays.binarySearch(sorted, ((long) wanted << Integer.SIZE) | (after + 1));
    for (at = at < 0 ? -at - 1 : at; at < sorted.length && hash(at) == wanted; at++) {
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
