package org.kpackworkbench.model.base.text;

import java.util.List;

/** Lists in sentences. */
public final class ListText {
  private static final int MOST = 6;

  private ListText() {}

  /**
   * The first six texts, separated by commas, and how many more there are; a seventh takes no more
   * room than its number.
   */
  public static String some(List<String> texts) {
    return texts.size() <= MOST + 1
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, MOST)) + " and %d more".formatted(texts.size() - MOST);
  }
}
