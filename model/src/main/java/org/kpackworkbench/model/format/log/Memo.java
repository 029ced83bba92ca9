package org.kpackworkbench.model.format.log;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Keeps what was made of the texts that came last, so that a log's equal lines cost their reading
 * once. Long texts are not kept. Not safe for use by several threads.
 *
 * @param <V> what is made of a text
 */
public final class Memo<V> {
  private static final int MOST = 1024;

  /** Longer texts are seldom the same, and would take much room. */
  static final int MOST_CHARACTERS = 1024;

  private final Function<String, V> maker;
  private final Map<String, V> known =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
          return size() > MOST;
        }
      };

  /**
   * @param maker makes it; always the same of equal texts
   */
  public Memo(Function<String, V> maker) {
    this.maker = maker;
  }

  /** What is made of a text. */
  public V of(String text) {
    if (text.length() > MOST_CHARACTERS) {
      return maker.apply(text);
    }
    V made = known.get(text);
    if (made == null) {
      made = maker.apply(text);
      known.put(text, made);
    }
    return made;
  }
}
