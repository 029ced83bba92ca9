package org.kpackworkbench.views.kit.palette;

import java.util.Locale;

/**
 * How well a few typed letters fit a name. The letters must be in the name in their order; those
 * that begin words, or follow each other, count more, and short names go before long ones.
 */
public final class FuzzyMatch {
  private static final int NO_MATCH = Integer.MIN_VALUE;
  private static final int WORD_START = 10;
  private static final int FOLLOWING = 6;
  private static final int ANYWHERE = 1;

  private FuzzyMatch() {}

  /** The score, larger is better; {@link Integer#MIN_VALUE} where it does not fit. */
  public static int score(String query, String text) {
    String wanted = query.toLowerCase(Locale.ROOT).replace(" ", "");
    String name = text.toLowerCase(Locale.ROOT);
    if (wanted.isEmpty()) {
      return 0;
    }
    int best = NO_MATCH;
    // A greedy walk finds the first fit, not the best: try each place where the first letter is.
    for (int start = name.indexOf(wanted.charAt(0));
        start >= 0;
        start = name.indexOf(wanted.charAt(0), start + 1)) {
      best = Math.max(best, walk(wanted, name, start));
    }
    return best == NO_MATCH ? NO_MATCH : best * 100 - name.length();
  }

  private static int walk(String wanted, String name, int start) {
    int score = 0;
    int last = -2;
    int at = start;
    for (int i = 0; i < wanted.length(); i++) {
      char letter = wanted.charAt(i);
      int wordStart = nextWordStart(name, letter, at);
      int next = name.indexOf(letter, at);
      if (next < 0) {
        return NO_MATCH;
      }
      // Another letter of the same run beats the start of a later word.
      if (next != last + 1 && wordStart >= 0 && fits(wanted, i + 1, name, wordStart + 1)) {
        next = wordStart;
      }
      score += next == last + 1 ? FOLLOWING : isWordStart(name, next) ? WORD_START : ANYWHERE;
      last = next;
      at = next + 1;
    }
    return score;
  }

  private static boolean fits(String wanted, int from, String name, int at) {
    int position = at;
    for (int i = from; i < wanted.length(); i++) {
      position = name.indexOf(wanted.charAt(i), position) + 1;
      if (position == 0) {
        return false;
      }
    }
    return true;
  }

  private static int nextWordStart(String name, char letter, int from) {
    for (int at = name.indexOf(letter, from); at >= 0; at = name.indexOf(letter, at + 1)) {
      if (isWordStart(name, at)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isWordStart(String name, int at) {
    return at == 0 || !Character.isLetterOrDigit(name.charAt(at - 1));
  }
}
