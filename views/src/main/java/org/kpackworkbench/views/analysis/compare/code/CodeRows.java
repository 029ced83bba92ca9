package org.kpackworkbench.views.analysis.compare.code;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.RandomAccess;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.views.analysis.compare.code.CodeRows.Shown;

/** The rows of aligned code that are shown, and folds in place of the others. Immutable. */
final class CodeRows extends AbstractList<Shown> implements RandomAccess {
  /** How many equal rows stay beside a difference. */
  static final int CONTEXT = 3;

  private static final int FEWEST = 4;

  private final int[] first;
  private final int[] counts;

  private CodeRows(int[] first, int[] counts) {
    this.first = first;
    this.counts = counts;
  }

  /**
   * A row, or a fold.
   *
   * @param row the row, or the first one of a fold
   * @param folded how many rows a fold is in place of; 0 for a row
   */
  record Shown(int row, int folded) {
    boolean isFold() {
      return folded > 0;
    }
  }

  /** All rows. */
  static CodeRows all(AlignedCode code) {
    int[] first = new int[code.rowCount()];
    Arrays.setAll(first, row -> row);
    return new CodeRows(first, new int[first.length]);
  }

  /**
   * The rows that differ, with some around them; names of functions in which something differs; and
   * what is unfolded.
   *
   * @param open rows that are shown in any case
   */
  static CodeRows folded(AlignedCode code, BitSet open) {
    BitSet kept = (BitSet) open.clone();
    int rows = code.rowCount();
    int heading = -1;
    for (int row = 0; row < rows; row++) {
      heading = code.isHeading(row) ? row : heading;
      if (code.differs(row)) {
        kept.set(Math.max(0, row - CONTEXT), Math.min(rows, row + CONTEXT + 1));
        kept.set(Math.max(0, heading));
      }
    }
    int[] first = new int[rows];
    int[] counts = new int[rows];
    int count = 0;
    for (int row = 0; row < rows; ) {
      int until = kept.get(row) ? row + 1 : kept.nextSetBit(row);
      until = until < 0 ? rows : until;
      boolean folds = !kept.get(row) && until - row >= FEWEST;
      int end = folds ? row + 1 : until;
      for (int at = row; at < end; at++) {
        first[count] = at;
        counts[count++] = folds ? until - row : 0;
      }
      row = until;
    }
    return new CodeRows(Arrays.copyOf(first, count), Arrays.copyOf(counts, count));
  }

  @Override
  public Shown get(int index) {
    return new Shown(first[index], counts[index]);
  }

  @Override
  public int size() {
    return first.length;
  }

  /** Where a row is shown, or the fold that it is in. */
  int indexOfRow(int row) {
    int found = Arrays.binarySearch(first, row);
    return found >= 0 ? found : -found - 2;
  }
}
