package org.kpackworkbench.views.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the window keeps what it remembers. The program stores it; tests keep it in memory. */
public interface ShellState {

  /** What was remembered under a key. */
  Optional<String> text(String key);

  /** Remembers something. */
  void text(String key, String value);

  /** A list that was remembered under a key; empty where none was. */
  List<String> list(String key);

  /** Remembers a list. */
  void list(String key, List<String> values);

  /** A state that is forgotten with the object. */
  static ShellState inMemory() {
    Map<String, String> texts = new HashMap<>();
    Map<String, List<String>> lists = new HashMap<>();
    return new ShellState() {
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
        lists.put(key, List.copyOf(new ArrayList<>(values)));
      }
    };
  }
}
