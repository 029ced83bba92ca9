package org.kpackworkbench.views.kit.draw;

import javafx.beans.property.LongProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.css.PseudoClass;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * A vertical scroll bar over {@code long} rows.
 *
 * <p>In a huge file one pixel is many rows. While the thumb is dragged, the farther the pointer is
 * from the bar, or with Shift held, the finer it moves, down to one row a pixel. A click beside the
 * thumb pages. UI thread only.
 */
public final class LongScrollBar extends Region {
  private static final double WIDTH_PIXELS = 14;
  private static final double SHORTEST_THUMB_PIXELS = 24;
  private static final double FINE_FROM_PIXELS = 40;
  private static final double FINEST_FROM_PIXELS = 160;
  private static final PseudoClass DRAGGED = PseudoClass.getPseudoClass("dragged");

  private final LongProperty value = new SimpleLongProperty();
  private final LongProperty max = new SimpleLongProperty();
  private final LongProperty visibleRows = new SimpleLongProperty(1);
  private final Region thumb = Controls.styled(new Region(), "thumb");
  private double draggedValue;
  private double lastY;

  public LongScrollBar() {
    getStyleClass().add("long-scroll-bar");
    getChildren().add(thumb);
    setAccessibleRole(AccessibleRole.SCROLL_BAR);
    setCursor(Cursor.DEFAULT);
    value.subscribe(this::moved);
    max.subscribe(this::requestLayout);
    visibleRows.subscribe(this::requestLayout);
    setOnMousePressed(this::pressed);
    thumb.setOnMousePressed(this::grabbed);
    thumb.setOnMouseDragged(this::dragged);
    thumb.setOnMouseReleased(event -> thumb.pseudoClassStateChanged(DRAGGED, false));
  }

  /** The row at the top, from 0 to {@link #maxProperty}. */
  public LongProperty valueProperty() {
    return value;
  }

  /** The largest row that may be at the top. */
  public LongProperty maxProperty() {
    return max;
  }

  /** How many rows are seen at once, for the length of the thumb and for paging. */
  public LongProperty visibleRowsProperty() {
    return visibleRows;
  }

  private void moved() {
    requestLayout();
    notifyAccessibleAttributeChanged(AccessibleAttribute.VALUE);
  }

  private void pressed(MouseEvent event) {
    if (event.getButton() != MouseButton.PRIMARY) {
      return;
    }
    long page = Math.max(1, visibleRows.get() - 1);
    if (event.getY() < thumb.getLayoutY()) {
      set(value.get() - page);
    } else if (event.getY() > thumb.getLayoutY() + thumb.getHeight()) {
      set(value.get() + page);
    }
    event.consume();
  }

  private void grabbed(MouseEvent event) {
    thumb.pseudoClassStateChanged(DRAGGED, true);
    draggedValue = value.get();
    lastY = event.getSceneY();
    event.consume();
  }

  private void dragged(MouseEvent event) {
    double room = getHeight() - thumb.getHeight();
    if (room <= 0) {
      return;
    }
    double rowsPerPixel = max.get() / room;
    double aside = Math.abs(sceneToLocal(event.getSceneX(), event.getSceneY()).getX());
    double moved = (event.getSceneY() - lastY) * finer(rowsPerPixel, aside, event.isShiftDown());
    lastY = event.getSceneY();
    draggedValue = Math.clamp(draggedValue + moved, 0, (double) max.get());
    set(Math.round(draggedValue));
    event.consume();
  }

  /** Rows for one pixel: all of them on the bar, at most one far from it. */
  static double finer(double rowsPerPixel, double asidePixels, boolean shift) {
    if (rowsPerPixel <= 1 || (asidePixels < FINE_FROM_PIXELS && !shift)) {
      return rowsPerPixel;
    }
    double part =
        Math.clamp(
            (asidePixels - FINE_FROM_PIXELS) / (FINEST_FROM_PIXELS - FINE_FROM_PIXELS),
            shift ? 0.5 : 0,
            1);
    return Math.pow(rowsPerPixel, 1 - part);
  }

  private void set(long wanted) {
    value.set(Math.clamp(wanted, 0, max.get()));
  }

  @Override
  protected void layoutChildren() {
    double height = getHeight();
    double rows = (double) max.get() + visibleRows.get();
    double length =
        Math.min(height, Math.max(SHORTEST_THUMB_PIXELS, height * visibleRows.get() / rows));
    double top = max.get() == 0 ? 0 : (height - length) * value.get() / max.get();
    thumb.setVisible(max.get() > 0);
    thumb.resizeRelocate(3, snapPositionY(top), getWidth() - 5, length);
  }

  @Override
  protected double computePrefWidth(double height) {
    return WIDTH_PIXELS;
  }

  @Override
  protected double computeMinWidth(double height) {
    return WIDTH_PIXELS;
  }

  @Override
  public String getUserAgentStylesheet() {
    return Controls.sheet(LongScrollBar.class, "long-scroll-bar.css");
  }

  @Override
  public @Nullable Object queryAccessibleAttribute(
      AccessibleAttribute attribute, Object... parameters) {
    return switch (attribute) {
      case VALUE -> (double) value.get();
      case MIN_VALUE -> 0.0;
      case MAX_VALUE -> (double) max.get();
      case ORIENTATION -> Orientation.VERTICAL;
      default -> super.queryAccessibleAttribute(attribute, parameters);
    };
  }
}
