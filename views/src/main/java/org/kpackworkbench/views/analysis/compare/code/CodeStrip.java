package org.kpackworkbench.views.analysis.compare.code;

import java.util.function.IntConsumer;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.analysis.compare.bytes.DifferenceStrip;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** The strip of rows, with where the user is. */
final class CodeStrip extends DifferenceStrip {
  private final CodeCompareModel model;
  private final ReadOnlyIntegerProperty caret;
  private final IntConsumer goTo;

  CodeStrip(
      CodeCompareModel model,
      ReadOnlyIntegerProperty caret,
      IntConsumer goTo,
      ObservableValue<OwnerColors> palette) {
    super("code-strip", palette);
    this.model = model;
    this.caret = caret;
    this.goTo = goTo;
    model.stateProperty().subscribe(this::redraw);
    caret.subscribe(this::redraw);
  }

  @Override
  protected @Nullable AlignedCode compared() {
    return model.code();
  }

  @Override
  protected long length() {
    AlignedCode code = model.code();
    return code == null ? 0 : code.rowCount();
  }

  @Override
  protected ByteRange seen() {
    return new ByteRange(caret.get(), 0);
  }

  @Override
  protected void goTo(double part) {
    AlignedCode code = model.code();
    if (code != null) {
      int row = Math.min(code.rowCount() - 1, (int) (part * code.rowCount()));
      // A pixel is many rows: the difference that is drawn there is meant.
      int reach = (int) Math.ceil(3 * code.rowCount() / Math.max(1, getHeight()));
      int difference = code.nextDifference(Math.max(0, row - reach));
      goTo.accept(difference >= 0 && difference <= row + reach ? difference : row);
    }
  }

  @Override
  protected void markAll() {
    AlignedCode code = model.code();
    int row = code == null ? -1 : code.nextDifference(0);
    for (; code != null && row >= 0; row = code.nextDifference(row + 1)) {
      Change change = code.change(row);
      byte kind = change == Change.REMOVED ? FIRST : change == Change.ADDED ? LAST : BOTH;
      mark(kind, row, row + 1L);
    }
  }
}
