package org.kpackworkbench.model.base.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of numbers that grows by rows: an object for each of a million rows takes longer. Safe
 * for use by many threads once it is filled.
 */
public final class NumberTable {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK_ROWS = 1 << CHUNK_BITS;
  private static final int FIRST_ROWS = 16;
  private static final int GROWTH = 4;

  private final int columns;
  private final List<long[]> chunks = new ArrayList<>();
  private int rows;
  private int room;

  /** An empty table. */
  public NumberTable(int columns) {
    this.columns = columns;
  }

  /** Number of rows. */
  public int count() {
    return rows;
  }

  /** Adds a row, whose numbers are to be set; returns its number. */
  public int add() {
    if (rows == room) {
      grow();
    }
    return rows++;
  }

  /** Many tables are small: the first chunk grows, those after it are whole. */
  private void grow() {
    if (room >= CHUNK_ROWS) {
      chunks.add(new long[CHUNK_ROWS * columns]);
      room += CHUNK_ROWS;
      return;
    }
    long[] first = room == 0 ? new long[0] : chunks.removeFirst();
    room = Math.max(FIRST_ROWS, room * GROWTH);
    chunks.add(Arrays.copyOf(first, room * columns));
  }

  /** Takes the last row back. */
  public void removeLast() {
    rows--;
  }

  /** The number in a row and column. */
  public long get(int row, int column) {
    return chunks.get(row >> CHUNK_BITS)[(row & (CHUNK_ROWS - 1)) * columns + column];
  }

  /** Changes a number. */
  public void set(int row, int column, long value) {
    chunks.get(row >> CHUNK_BITS)[(row & (CHUNK_ROWS - 1)) * columns + column] = value;
  }

  /** Two numbers of 32 bits in one. */
  public static long pair(int high, int low) {
    return ((long) high << Integer.SIZE) | (low & 0xffffffffL);
  }

  /** The first of a {@link #pair}. */
  public int high(int row, int column) {
    return (int) (get(row, column) >> Integer.SIZE);
  }

  /** The second of a {@link #pair}, or a number as an {@code int}. */
  public int low(int row, int column) {
    return (int) get(row, column);
  }
}
