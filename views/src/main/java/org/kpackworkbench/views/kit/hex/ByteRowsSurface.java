package org.kpackworkbench.views.kit.hex;

import java.util.OptionalInt;
import javafx.beans.value.ObservableValue;
import javafx.scene.canvas.GraphicsContext;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * The drawn part of a view of bytes in rows: where it is scrolled to, by pixels. UI thread only.
 */
public abstract class ByteRowsSurface extends DrawnRegion {
  private final ByteRowsModel model;
  private HexMetrics metrics;
  private double shiftPixels;
  private double scrolledX;
  private boolean focused;
  private boolean inText;

  /** A surface of nothing yet, in a font of one width. */
  protected ByteRowsSurface(ByteRowsModel model, ObservableValue<OwnerColors> palette) {
    super(palette);
    this.model = model;
    this.metrics = HexMetrics.of(font());
    getStyleClass().add("monospaced");
  }

  @Override
  protected void fontChanged() {
    metrics = HexMetrics.of(font());
    fitRows();
    redraw();
  }

  /** Height of what is above the rows, in pixels. */
  public abstract double headerHeight();

  /** Width of all columns, in pixels. */
  public abstract double columnsWidth();

  /** The columns at a pixel from the left edge of all. */
  protected abstract HexColumns columnsAt(double x);

  /** The row at a height, also above and below what is visible. */
  public final long rowAt(double y) {
    double rows = (y - headerHeight() + shiftPixels) / rowHeight();
    long row = model.topRowProperty().get() + (long) Math.floor(rows);
    return Math.clamp(row, 0, model.rowCount() - 1);
  }

  /** The position at a point or nearest to it; -1 above the rows and in the columns of numbers. */
  public final long positionAt(double x, double y) {
    OptionalInt column = columnsAt(x + scrolledX).columnAt(x + scrolledX);
    long row = rowAt(y);
    if (y < headerHeight() || column.isEmpty() || model.isFold(row)) {
      return -1;
    }
    return model.inside(model.positionsOf(row).start() + column.getAsInt());
  }

  /** Whether a point is in a column of characters. */
  public final boolean isInText(double x) {
    return columnsAt(x + scrolledX).isInText(x + scrolledX);
  }

  /** There is another width to fit columns into. */
  public void fitColumns(double width) {}

  /** Sets the number of visible rows in the model. */
  public final void fitRows() {
    double room = getHeight() - headerHeight();
    model.setVisibleRows((long) Math.max(1, Math.floor(room / rowHeight())));
  }

  /** Has it drawn again, because something that it shows has changed. */
  public final void refresh() {
    redraw();
  }

  /** Scrolls by pixels, so that a touch pad moves smoothly. */
  public final void scrollPixels(double pixels) {
    double position = shiftPixels + pixels;
    long rows = (long) Math.floor(position / rowHeight());
    long top = model.topRowProperty().get();
    boolean atEnd = top + rows < 0 || top + rows >= model.lastTop();
    shiftPixels = atEnd ? 0 : position - rows * rowHeight();
    model.scrollTo(top + rows);
    redraw();
  }

  /** Shows whole rows again, after a step that is not by pixels. */
  public final void settle() {
    shiftPixels = 0;
  }

  /** Shows the columns from a pixel on. */
  public final void scrollX(double pixels) {
    scrolledX = pixels;
    redraw();
  }

  /** Shows whether keys come here, and to which column. */
  public final void showFocus(boolean isFocused, boolean isInText) {
    focused = isFocused;
    inText = isInText;
    redraw();
  }

  /** Height of a row, in pixels. */
  public final double rowHeight() {
    return metrics.rowHeight();
  }

  /** Sizes of characters, rows and columns. */
  protected final HexMetrics metrics() {
    return metrics;
  }

  /** How much of the row at the top is scrolled away. */
  protected final double shiftPixels() {
    return shiftPixels;
  }

  /** The visible rows of a drawing of some size. */
  protected final RowFrame frame(GraphicsContext graphics, double width, double height) {
    double shift = Math.round(shiftPixels);
    long top = model.topRowProperty().get();
    long room = (long) Math.ceil((height - headerHeight() + shift) / rowHeight());
    int visible = (int) Math.clamp(model.rowCount() - top, 0, Math.max(0, room));
    return new RowFrame(
        graphics, inks(), metrics, headerHeight(), top, shift, visible, width + scrolledX);
  }

  /** The first pixel that is seen. */
  protected final double scrolledX() {
    return scrolledX;
  }

  /** Whether keys come here. */
  protected final boolean isShownFocused() {
    return focused;
  }

  /** Whether the caret is in the column of characters. */
  protected final boolean isCaretInText() {
    return inText;
  }
}
