package org.kpackworkbench.model.base.text;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Lists in sentences. */
public final class ListText {
  private static final int MOST = 6;
  private static final int MOST_NAMES = 12;

  private ListText() {}

  /**
   * The first six texts, separated by commas, and how many more there are; a seventh takes no more
   * room than its number.
   */
  public static String some(List<String> texts) {
    return some(texts, MOST);
  }

  /** Lists texts as {@link #some(List)} does, with another number than six. */
  public static String some(Collection<String> texts, int most) {
    String shown =
        texts.stream()
            .limit(texts.size() <= most + 1 ? most + 1 : most)
            .collect(Collectors.joining(", "));
    return texts.size() <= most + 1 ? shown : shown + " and %d more".formatted(texts.size() - most);
  }

  /**
   * Lists up to twelve names, and how many more there are: short names, of which one is to be
   * chosen.
   */
  public static String names(Collection<String> names) {
    return some(names, MOST_NAMES);
  }
}
