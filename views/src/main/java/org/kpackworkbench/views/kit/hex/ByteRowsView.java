package org.kpackworkbench.views.kit.hex;

import javafx.geometry.Orientation;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.draw.LongScrollBar;

/** Bytes in rows with their scroll bars. UI thread only. */
public abstract class ByteRowsView extends Region {
  private final ByteRowsModel model;
  private final ByteRowsSurface surface;
  private final LongScrollBar rows = new LongScrollBar();
  private final ScrollBar sideways = new ScrollBar();
  private boolean inText;
  private boolean scrollingBar;

  /** Lays a surface out with scroll bars that follow the model. */
  protected ByteRowsView(ByteRowsModel model, ByteRowsSurface surface) {
    this.model = model;
    this.surface = surface;
    getChildren().addAll(surface, rows, sideways);
    sideways.setOrientation(Orientation.HORIZONTAL);
    // An unmanaged part is laid out, and drawn, without the window around it.
    surface.setManaged(false);
    setFocusTraversable(true);
    // JavaFX hides plain nodes from screen readers.
    setAccessibleRole(AccessibleRole.TEXT);
    accessibleTextProperty()
        .subscribe(() -> notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT));
    focusedProperty().subscribe(this::showFocus);
    sideways.valueProperty().subscribe(() -> surface.scrollX(sideways.getValue()));
    rows.valueProperty().subscribe(this::barMoved);
  }

  private void barMoved() {
    if (!scrollingBar) {
      surface.settle();
      model.scrollTo(rows.valueProperty().get());
    }
  }

  /** The model has other rows, or others at the top. */
  protected final void rowsMoved() {
    scrollingBar = true;
    rows.maxProperty().set(model.lastTop());
    rows.valueProperty().set(model.topRowProperty().get());
    scrollingBar = false;
    surface.refresh();
  }

  /** Whether the caret is in the column of characters. */
  public final boolean isInText() {
    return inText;
  }

  /** Puts the caret into the column of characters, or of bytes. */
  public final void setInText(boolean nowInText) {
    inText = nowInText;
    showFocus();
  }

  private void showFocus() {
    surface.showFocus(isFocused(), inText);
  }

  /** The bar for columns that do not fit. */
  protected final ScrollBar sideways() {
    return sideways;
  }

  /** Room for what is between the rows and their scroll bar, in pixels. */
  protected double besideWidth() {
    return 0;
  }

  /** Places what is between the rows and their scroll bar. */
  protected void layoutBeside(double x, double width, double height) {}

  @Override
  protected final void layoutChildren() {
    double barWidth = rows.prefWidth(-1);
    double beside = besideWidth();
    double width = Math.max(0, getWidth() - barWidth - beside);
    surface.fitColumns(width);
    double hidden = surface.columnsWidth() - width;
    boolean tooWide = hidden > 1;
    double barHeight = tooWide ? sideways.prefHeight(-1) : 0;
    double height = Math.max(0, getHeight() - barHeight);
    sideways.setVisible(tooWide);
    sideways.setMax(Math.max(0, hidden));
    sideways.setVisibleAmount(Math.max(0, hidden) * width / Math.max(1, width + hidden));
    sideways.setValue(tooWide ? Math.min(sideways.getValue(), hidden) : 0);
    sideways.resizeRelocate(0, height, width, barHeight);
    surface.resizeRelocate(0, 0, width, height);
    surface.fitRows();
    layoutBeside(width, beside, height);
    rows.visibleRowsProperty().set(model.visibleRows());
    rows.maxProperty().set(model.lastTop());
    rows.resizeRelocate(width + beside, 0, barWidth, height);
    surface.refresh();
  }

  /** Width of the bar at the right, in pixels. */
  protected final double barWidth() {
    return rows.prefWidth(-1);
  }

  @Override
  protected double computePrefHeight(double width) {
    return surface.headerHeight() + 16 * surface.rowHeight();
  }

  @Override
  protected double computeMinHeight(double width) {
    return surface.headerHeight() + 2 * surface.rowHeight();
  }
}
