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

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
