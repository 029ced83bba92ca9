package org.kpackworkbench.model.operation.wheel;

import java.util.ArrayList;
import java.util.List;

/**
 * The families of targets as device wheels are called: from a target to its sub-family and its
 * family. A wheel for a family has what serves all of it, such as database files.
 */
public final class WheelFamilies {
  /** Beginnings of targets, the longest first, with what is above them. */
  private static final List<List<String>> TABLE =
      List.of(
          List.of("gfx94", "gfx9_4", "gfx9"),
          List.of("gfx95", "gfx9_5", "gfx9"),
          List.of("gfx101", "gfx101x", "gfx10"),
          List.of("gfx103", "gfx103x", "gfx10"),
          List.of("gfx110", "gfx110x", "gfx11"),
          List.of("gfx115", "gfx115x", "gfx11"),
          List.of("gfx120", "gfx12_0", "gfx12"),
          List.of("gfx125", "gfx12_5", "gfx12"),
          List.of("gfx9", "gfx9"));

  private WheelFamilies() {}

  /** What is above a target or a family, the nearest first; without itself. */
  public static List<String> above(String key) {
    for (List<String> row : TABLE) {
      int own = row.lastIndexOf(key);
      if (own > 0) {
        return row.subList(own + 1, row.size());
      }
    }
    for (List<String> row : TABLE) {
      if (key.startsWith(row.getFirst()) && !key.equals(row.getFirst())) {
        List<String> above = new ArrayList<>(row.subList(1, row.size()));
        above.remove(key);
        return above;
      }
    }
    return List.of();
  }
}
