package org.kpackworkbench.model.format.kpack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each distinct short text a number. The last one and its neighbours are tried first, since
 * targets and types repeat in the same order from binary to binary.
 */
final class SpanInterner {
  private static final int NEAR = 4;

  private final List<byte[]> spans = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final Map<String, Integer> byText = new HashMap<>();
  private int last;

  /** The number of these bytes' text. */
  int intern(byte[] array, int start, int length) {
    int size = spans.size();
    for (int i = 0; i < Math.min(NEAR, size); i++) {
      int candidate = (last + i) % size;
      byte[] span = spans.get(candidate);
      if (span.length == length && Arrays.equals(span, 0, length, array, start, start + length)) {
        last = candidate;
        return candidate;
      }
    }
    last = intern(new String(array, start, length, StandardCharsets.UTF_8), array, start, length);
    return last;
  }

  private int intern(String text, byte[] array, int start, int length) {
    Integer known = byText.putIfAbsent(text, spans.size());
    if (known != null) {
      return known;
    }
    spans.add(Arrays.copyOfRange(array, start, start + length));
    texts.add(text);
    return spans.size() - 1;
  }

  /** The number of a text; -1 where it has none. */
  int number(String text) {
    return byText.getOrDefault(text, -1);
  }

  /** All texts by their numbers. */
  List<String> texts() {
    return List.copyOf(texts);
  }
}
