package org.kpackworkbench.model.format.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Words of ASCII characters that lines are searched for, all of them at once. Immutable. */
final class Needles {
  private final List<String> words;

  /** By first byte; null if no word begins so. */
  private final byte[][][] byFirst = new byte[128][][];

  Needles(List<String> words) {
    this.words = List.copyOf(words);
    for (String word : words) {
      char first = word.charAt(0);
      byFirst[first] =
          words.stream()
              .filter(one -> one.charAt(0) == first)
              .map(one -> one.getBytes(StandardCharsets.US_ASCII))
              .toArray(byte[][]::new);
    }
  }

  boolean isIn(String text) {
    return words.stream().anyMatch(text::contains);
  }

  boolean isIn(byte[] text, int length) {
    for (int at = 0; at < length; at++) {
      byte first = text[at];
      byte[][] begun = first >= 0 ? byFirst[first] : null;
      if (begun != null && isAt(begun, text, at, length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(byte[][] words, byte[] text, int at, int length) {
    for (byte[] word : words) {
      if (at + word.length <= length
          && Arrays.equals(word, 0, word.length, text, at, at + word.length)) {
        return true;
      }
    }
    return false;
  }
}
