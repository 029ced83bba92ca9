package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;

/**
 * Drawing to scale beside the text of a cell. Shares are parts of one scale that the whole column,
 * or several columns, have in common: 1 is all of it. UI-independent; immutable.
 */
public sealed interface CellDrawing {

  /**
   * A bar from the left.
   *
   * @param share how long, 0–1; what is more than 0 can be seen
   * @param tint its colour
   */
  record Bar(double share, Tint tint) implements CellDrawing {}

  /**
   * A bar from the middle: to the right and filled for more, to the left and hollow for less.
   *
   * @param share how long, −1–1, on the scale of the bars; what is not 0 can be seen
   */
  record Growth(double share) implements CellDrawing {}

  /**
   * A line through values, from left to right.
   *
   * @param shares how high each is, 0–1; NaN where there is none
   * @param marked the positions of those that have a dot
   * @param tint its colour
   */
  record Trend(List<Double> shares, Set<Integer> marked, Tint tint) implements CellDrawing {
    public Trend {
      shares = List.copyOf(shares);
      marked = Set.copyOf(marked);
    }
  }

  /**
   * A cell of a matrix whose colour is the stronger the larger its value is.
   *
   * @param share how large, 0–1
   * @param tint its colour at 1; null for none
   */
  record Depth(double share, @Nullable Tint tint) implements CellDrawing {}

  /**
   * A part of the cell's text that is marked, and stays visible where the text does not fit.
   *
   * @param start where it begins
   * @param end where it ends
   */
  record Marked(int start, int end) implements CellDrawing {}

  /**
   * A sign before the name of a row in a tree.
   *
   * @param style CSS classes for it, with blanks between
   */
  record Sign(String text, String style) implements CellDrawing {}

  /** How high values are between the least and the largest of them; NaN for negative ones. */
  static List<Double> heights(List<Long> values) {
    long most =
        values.stream().filter(value -> value >= 0).mapToLong(Long::longValue).max().orElse(0);
    long least =
        values.stream().filter(value -> value >= 0).mapToLong(Long::longValue).min().orElse(0);
    List<Double> heights = new ArrayList<>();
    for (long value : values) {
      heights.add(
          value < 0 ? Double.NaN : most == least ? 0.5 : (double) (value - least) / (most - least));
    }
    return heights;
  }
}
