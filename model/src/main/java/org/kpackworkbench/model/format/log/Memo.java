package org.kpackworkbench.model.format.log;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was made of texts that came a short time ago, so that a log's equal lines cost their
 * reading once. Long texts are not kept, nor any where hardly one comes again. Not safe for use by
 * several threads.
 *
 * @param <V> what is made of a text
 */
public final class Memo<V> {
  /**
   * How many are kept, a power of two; each text has two places by its hash. Logs of long runs have
   * some ten thousand different lines.
   */
  static final int PLACES = 262_144;

  private static final int FIRST_PLACES = 64;
  private static final int HASH_FACTOR = 0x9e3779b9;

  /** Longer texts are seldom the same, and would take much room. */
  static final int MOST_CHARACTERS = 1024;

  private final Function<String, V> maker;
  private @Nullable Made<V>[] known = newPlaces(FIRST_PLACES);
  private int asked;
  private int missed;

  private record Made<V>(String text, V value) {}

  /**
   * @param maker makes it; always the same of equal texts
   */
  public Memo(Function<String, V> maker) {
    this.maker = maker;
  }

  @SuppressWarnings("unchecked")
  private static <V> @Nullable Made<V>[] newPlaces(int count) {
    return (Made<V>[]) new Made<?>[count];
  }

  /** Returns the value that is made of a text. */
  public V of(String text) {
    if (text.length() > MOST_CHARACTERS || isUseless(asked, missed)) {
      return maker.apply(text);
    }
    asked++;
    int place = place(text.hashCode(), known.length);
    Made<V> made = known[place];
    if (made != null && made.text().equals(text)) {
      return made.value();
    }
    Made<V> other = known[place ^ 1];
    known[place ^ 1] = made == null ? other : made;
    made = other != null && other.text().equals(text) ? other : new Made<>(text, maker.apply(text));
    known[place] = made;
    if (!made.equals(other) && ++missed > known.length / 2 && known.length < PLACES) {
      grow();
    }
    return made.value();
  }

  private void grow() {
    @Nullable Made<V>[] before = known;
    known = newPlaces(8 * before.length);
    for (Made<V> made : before) {
      if (made != null) {
        known[place(made.text().hashCode(), known.length)] = made;
      }
    }
  }

  /** Whether texts hardly ever come again, as where times precede them. */
  static boolean isUseless(int asked, int missed) {
    return asked > PLACES && missed > asked / 4 * 3;
  }

  /** Hashes of texts that differ in their last characters are neighbours, places are not. */
  static int place(int hash, int places) {
    int mixed = hash * HASH_FACTOR;
    return (mixed ^ (mixed >>> 15)) & (places - 1);
  }
}
