package org.kpackworkbench.views.kit.hex;

import javafx.beans.value.ObservableValue;
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

  /** The position at a point or nearest to it; -1 if there is none. */
  public abstract long positionAt(double x, double y);

  /** Whether a point is in the column of characters. */
  public abstract boolean isInText(double x);

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
