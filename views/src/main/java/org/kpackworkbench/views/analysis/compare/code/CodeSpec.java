package org.kpackworkbench.views.analysis.compare.code;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.code.CodeSpec.Shown;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** Rows of aligned code: runs of equal rows are one line, some rows around differences stay. */
final class CodeSpec implements RowsSpec<Shown>, RowsSpec.Folding<Shown> {
  static final String INSTRUCTIONS = "Instructions";

  /** How many equal rows stay beside a difference. */
  static final int CONTEXT = 3;

  private volatile @Nullable AlignedCode code;
  private volatile BitSet kept = new BitSet();

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

  /** The rows of code; those that were shown before are of no more use. */
  RowSource<Shown> show(AlignedCode now) {
    code = now;
    kept = kept(now);
    return RowSource.read(now.rowCount(), index -> new Shown(index, 0));
  }

  /** The rows that differ, some around them, and names of functions in which something differs. */
  private static BitSet kept(AlignedCode code) {
    BitSet kept = new BitSet();
    int rows = code.rowCount();
    kept.set(0, code.differences() == 0 ? rows : 0);
    int heading = -1;
    for (int row = 0; row < rows; row++) {
      heading = code.isHeading(row) ? row : heading;
      if (code.differs(row)) {
        kept.set(Math.max(0, row - CONTEXT), Math.min(rows, row + CONTEXT + 1));
        kept.set(Math.max(0, heading));
      }
    }
    return kept;
  }

  @Override
  public TableWords words() {
    return TableWords.of("code-rows", "Compared instructions", "There are no instructions.");
  }

  @Override
  public List<RowColumn<Shown>> columns() {
    return List.of(RowColumn.mono(INSTRUCTIONS, this::text).unsorted().stretching());
  }

  private String text(Shown shown) {
    AlignedCode now = code;
    return now == null ? "" : CodeWords.copied(now, shown);
  }

  @Override
  public @Nullable Place place(Shown row) {
    return null;
  }

  @Override
  public Folding<Shown> folding() {
    return this;
  }

  @Override
  public int index(Shown shown) {
    return shown.isFold() ? -1 - shown.row() : shown.row();
  }

  @Override
  public boolean quiet(int index) {
    return !kept.get(index);
  }

  @Override
  public Shown run(int first, int rows) {
    return new Shown(first, rows);
  }
}
