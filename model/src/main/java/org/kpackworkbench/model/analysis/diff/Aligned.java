package org.kpackworkbench.model.analysis.diff;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Aligns the things of several sides by key. */
public final class Aligned {
  private Aligned() {}

  /**
   * Aligns lists. Of several things with one key the second is called {@code KEY (2)}.
   *
   * @param sides the things of each side
   * @param key what one is called
   * @return for each key one thing of each side, or null; in the first side's order, then what the
   *     others have beside
   */
  public static <T> Map<String, List<@Nullable T>> byKey(
      List<? extends List<? extends T>> sides, Function<? super T, String> key) {
    Map<String, List<@Nullable T>> rows = new LinkedHashMap<>();
    for (int side = 0; side < sides.size(); side++) {
      Map<String, Integer> seen = new HashMap<>();
      for (T thing : sides.get(side)) {
        String name = key.apply(thing);
        int times = seen.merge(name, 1, Integer::sum);
        String unique = times == 1 ? name : name + " (" + times + ")";
        rows.computeIfAbsent(
                unique, none -> new ArrayList<>(Collections.nCopies(sides.size(), null)))
            .set(side, thing);
      }
    }
    return rows;
  }

  /** Makes something of what one side has. */
  @FunctionalInterface
  public interface Maker<T, R> {
    /** Makes it of what the side of that number has. */
    R make(int side, T thing) throws FormatException;
  }

  /** Makes something of what each side has of a row. */
  public static <T, R> List<@Nullable R> map(List<@Nullable T> row, Maker<T, R> maker)
      throws FormatException {
    List<@Nullable R> made = new ArrayList<>();
    for (int side = 0; side < row.size(); side++) {
      T thing = row.get(side);
      made.add(thing == null ? null : maker.make(side, thing));
    }
    return made;
  }
}
