package org.kpackworkbench.model.elf;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.FormatException;

/** Finds a relocation by what it changes, over several tables; of two the last applied wins. */
final class RelocationIndex {
  private final List<RelocationTable> tables;
  private final int[] firsts;
  private final long[] offsets;
  private final int[] ids;

  private RelocationIndex(List<RelocationTable> tables, int[] firsts, long[] offsets, int[] ids) {
    this.tables = tables;
    this.firsts = firsts;
    this.offsets = offsets;
    this.ids = ids;
  }

  static RelocationIndex of(List<RelocationTable> tables) throws FormatException {
    int[] firsts = new int[tables.size()];
    int total = 0;
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = total;
      total = (int) Math.min(Integer.MAX_VALUE - 8L, (long) total + tables.get(i).size());
    }
    long[] offsets = new long[total];
    int[] ids = new int[total];
    for (int i = 0; i < firsts.length; i++) {
      int first = firsts[i];
      int end = i + 1 < firsts.length ? firsts[i + 1] : total;
      tables
          .get(i)
          .forEachOffset(
              (index, offset) -> {
                if (index < end - first) {
                  offsets[first + index] = offset;
                }
              });
    }
    Arrays.setAll(ids, i -> i);
    SortedKeys.sort(offsets, ids);
    return new RelocationIndex(tables, firsts, offsets, ids);
  }

  @Nullable Relocation find(long offset) throws FormatException {
    int at = SortedKeys.floor(offsets, offset);
    return at >= 0 && offsets[at] == offset ? relocation(ids[at]) : null;
  }

  private Relocation relocation(int id) throws FormatException {
    int table = Arrays.binarySearch(firsts, id);
    table = table < 0 ? -table - 2 : table;
    // Empty tables share their first number with the next one.
    while (table + 1 < firsts.length && firsts[table + 1] <= id) {
      table++;
    }
    return tables.get(table).relocation(id - firsts[table]);
  }
}
