package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives each distinct text a number, from 0. */
final class TextNumbers {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  /** The number of a text; -1 if it has none. */
  int find(String text) {
    return numbers.getOrDefault(text, -1);
  }

  /** The number of a text: that of an equal one, or the next. */
  int number(String text) {
    Integer known = numbers.putIfAbsent(text, texts.size());
    if (known != null) {
      return known;
    }
    texts.add(text);
    return texts.size() - 1;
  }

  String text(int number) {
    return texts.get(number);
  }

  int count() {
    return texts.size();
  }
}
