package org.kpackworkbench.model.base.output;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names and values below one another. */
public final class TextFacts {
  private final Map<String, String> facts = new LinkedHashMap<>();

  /** Adds one; an empty value is left out. */
  public TextFacts add(String name, String value) {
    if (!value.isEmpty()) {
      facts.put(name, value);
    }
    return this;
  }

  /** Adds a size; a negative one is not known and left out. */
  public TextFacts size(String name, long sizeBytes) {
    return sizeBytes < 0 ? this : add(name, Facts.size(sizeBytes));
  }

  /** Writes them. */
  public void print(TextOut out) throws IOException {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      String name = fact.getKey();
      out.line("  " + name + " ".repeat(width - name.length() + 2) + fact.getValue());
    }
  }
}
