package org.kpackworkbench.views.window.shell;

import java.util.List;

/**
 * What the About dialog says.
 *
 * @param version e.g. {@code 0.1.0}
 * @param lines further facts, one per line
 */
public record AboutText(String version, List<String> lines) {
  static final AboutText UNKNOWN = new AboutText("", List.of());

  public AboutText {
    lines = List.copyOf(lines);
  }
}
