package org.kpackworkbench.views.kit.hex;

import java.util.function.LongConsumer;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;

/**
 * Selects bytes in rows with the mouse, unfolds rows, and scrolls with the wheel. UI thread only.
 */
public final class ByteRowsMouse {
  private static final Duration SCROLL_STEP = Duration.millis(40);
  private static final double ROWS_PER_NOTCH = 3;
  private static final double NOTCH_PIXELS = 40;

  private final ByteRowsView view;
  private final ByteRowsModel model;
  private final HexSurface surface;
  private final LongConsumer doubleClicked;
  private final Timeline scrolling = new Timeline(new KeyFrame(SCROLL_STEP, event -> scrollOn()));
  private boolean selecting;
  private double x;
  private double y;

  /**
   * Listens to the mouse over a view.
   *
   * @param doubleClicked receives the position of a double click
   */
  public ByteRowsMouse(
      ByteRowsView view, ByteRowsModel model, HexSurface surface, LongConsumer doubleClicked) {
    this.doubleClicked = doubleClicked;
    this.view = view;
    this.model = model;
    this.surface = surface;
    scrolling.setCycleCount(Timeline.INDEFINITE);
    surface.setOnMousePressed(this::pressed);
    surface.setOnMouseDragged(this::dragged);
    surface.setOnMouseReleased(event -> stop());
    surface.setOnMouseClicked(this::clicked);
    view.setOnScroll(this::scrolled);
  }

  private void pressed(MouseEvent event) {
    view.requestFocus();
    long row = surface.rowAt(event.getY());
    if (event.getY() >= surface.headerHeight() && model.isFold(row)) {
      if (event.getButton() == MouseButton.PRIMARY) {
        model.unfold(row);
      }
      return;
    }
    long position = surface.positionAt(event.getX(), event.getY());
    if (position < 0) {
      return;
    }
    model.setSide(surface.sideAt(event.getX()));
    view.setInText(surface.isInText(event.getX()));
    if (event.getButton() == MouseButton.PRIMARY) {
      selecting = true;
      model.moveCaret(position, event.isShiftDown());
    } else if (!model.selectionProperty().get().contains(position)) {
      model.moveCaret(position, false);
    }
  }

  private void dragged(MouseEvent event) {
    if (!selecting) {
      return;
    }
    x = event.getX();
    y = event.getY();
    if (y < surface.headerHeight() || y > surface.getHeight()) {
      scrolling.play();
    } else {
      scrolling.stop();
      extendTo(surface.positionAt(x, y));
    }
  }

  /** The pointer has left the view while it selects: rows come to it, the faster the farther. */
  private void scrollOn() {
    double beyond =
        y < surface.headerHeight() ? y - surface.headerHeight() : y - surface.getHeight();
    long rows = (long) (Math.signum(beyond) * Math.ceil(Math.abs(beyond) / surface.rowHeight()));
    model.scrollTo(model.topRowProperty().get() + rows);
    double inside = beyond < 0 ? surface.headerHeight() + 1 : surface.getHeight() - 1;
    extendTo(surface.positionAt(x, inside));
  }

  private void extendTo(long position) {
    if (position >= 0 && position != model.caret()) {
      model.moveCaret(position, true);
    }
  }

  private void stop() {
    selecting = false;
    scrolling.stop();
  }

  private void clicked(MouseEvent event) {
    long position = surface.positionAt(event.getX(), event.getY());
    if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && position >= 0) {
      doubleClicked.accept(position);
    }
  }

  private void scrolled(ScrollEvent event) {
    if (event.isShortcutDown() || event.getDeltaY() == 0) {
      return;
    }
    // A wheel's notch moves by whole rows; a touch pad by what it says.
    boolean wheel = !event.isDirect() && Math.abs(event.getDeltaY()) % NOTCH_PIXELS == 0;
    double pixels =
        wheel
            ? event.getDeltaY() / NOTCH_PIXELS * ROWS_PER_NOTCH * surface.rowHeight()
            : event.getDeltaY();
    surface.scrollPixels(-pixels);
    event.consume();
  }
}
