package org.kpackworkbench.model.base.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that is nearest to a misspelled one. */
public final class Nearest {
  private static final int MOST_LENGTH = 80;

  private Nearest() {}

  /** The name that is nearest to a word; empty if none is near. */
  public static Optional<String> to(String word, Collection<String> names) {
    if (word.length() > MOST_LENGTH) {
      return Optional.empty();
    }
    String best = "";
    int least = Math.max(1, word.length() / 3) + 1;
    for (String name : names) {
      if (name.length() > MOST_LENGTH) {
        continue;
      }
      int distance = distance(plain(word), plain(name));
      if (distance < least) {
        least = distance;
        best = name;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** That name in a sentence; nothing if none is near. */
  public static String advice(String word, Collection<String> names) {
    return to(word, names).map(name -> "Did you mean \"%s\"?".formatted(name)).orElse("");
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * Returns how many letters are missing, too many, wrong, or exchanged with their neighbour (the
   * optimal string alignment distance).
   */
  public static int distance(String one, String other) {
    int[][] least = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int wrong = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        least[i][j] =
            Math.min(least[i - 1][j - 1] + wrong, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
        }
      }
    }
    return least[one.length()][other.length()];
  }
}
