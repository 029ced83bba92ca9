package org.kpackworkbench.views.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Values remembered from one start of the program to the next, under keys such as {@code
 * compare.recent}. Values that were written by another version, or by hand, may be anything:
 * whatever cannot be understood counts as not remembered. May be read on any thread, changed on the
 * UI thread.
 */
public interface Remembered {

  /** Returns the text remembered under a key. */
  Optional<String> text(String key);

  /** Remembers something. */
  void text(String key, String value);

  /** A list that was remembered under a key; empty if none was. */
  List<String> list(String key);

  /** Remembers a list. */
  void list(String key, List<String> values);

  /**
   * Changes a list, also where another instance of the program changed it meanwhile.
   *
   * @param change makes the new list of the one that there is; may be called again, on any thread
   */
  default void update(String key, UnaryOperator<List<String>> change) {
    list(key, change.apply(list(key)));
  }

  /**
   * Takes over what other instances of the program have written meanwhile. Reads a file: background
   * threads only.
   */
  default void readAgain() {}

  /** Is forgotten with the object. */
  static Remembered inMemory() {
    return new InMemory();
  }

  /** Kept as long as the object. */
  class InMemory implements Remembered {
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final Map<String, List<String>> lists = new ConcurrentHashMap<>();

    @Override
    public Optional<String> text(String key) {
      return Optional.ofNullable(texts.get(key));
    }

    @Override
    public void text(String key, String value) {
      texts.put(key, value);
    }

    @Override
    public List<String> list(String key) {
      return lists.getOrDefault(key, List.of());
    }

    @Override
    public void list(String key, List<String> values) {
      lists.put(key, List.copyOf(values));
    }
  }
}
