package org.kpackworkbench.model.format.elf;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

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

  /** All relocations. */
  static RelocationIndex of(List<RelocationTable> tables) throws FormatException {
    return of(tables, offset -> true);
  }

  /** The relocations of a range of addresses. */
  static RelocationIndex within(List<RelocationTable> tables, long start, long sizeBytes)
      throws FormatException {
    return of(tables, offset -> Long.compareUnsigned(offset - start, sizeBytes) < 0);
  }

  private interface Filter {
    boolean takes(long offset);
  }

  private static RelocationIndex of(List<RelocationTable> tables, Filter filter)
      throws FormatException {
    int[] firsts = new int[tables.size()];
    long total = 0;
    Collector collector = new Collector();
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = (int) total;
      total += tables.get(i).size();
      if (total > Integer.MAX_VALUE) {
        throw FormatException.in("", tables.get(i).label(), "size", Reason.TOO_LARGE)
            .expected("at most %d relocations".formatted(Integer.MAX_VALUE))
            .found(total)
            .build();
      }
      int first = firsts[i];
      tables
          .get(i)
          .forEachOffset(
              (index, offset) -> {
                if (filter.takes(offset)) {
                  collector.add(offset, first + index);
                }
              });
    }
    long[] offsets = Arrays.copyOf(collector.offsets, collector.count);
    int[] ids = Arrays.copyOf(collector.ids, collector.count);
    SortedKeys.sort(offsets, ids);
    return new RelocationIndex(tables, firsts, offsets, ids);
  }

  /** Arrays that grow. */
  private static final class Collector {
    private long[] offsets = new long[64];
    private int[] ids = new int[64];
    private int count;

    void add(long offset, int id) {
      if (count == ids.length) {
        int capacity = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * count);
        offsets = Arrays.copyOf(offsets, capacity);
        ids = Arrays.copyOf(ids, capacity);
      }
      offsets[count] = offset;
      ids[count++] = id;
    }
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
