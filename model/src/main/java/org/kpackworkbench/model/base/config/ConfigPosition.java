package org.kpackworkbench.model.base.config;

/**
 * Where something stands in a text.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record ConfigPosition(int line, int column) implements Comparable<ConfigPosition> {
  /** The text's beginning. */
  public static final ConfigPosition START = new ConfigPosition(1, 1);

  @Override
  public int compareTo(ConfigPosition other) {
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }
}
