package org.kpackworkbench.views.hex;

import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;

/** Selects with the mouse and scrolls with the wheel. */
final class HexMouse {
  private static final Duration SCROLL_STEP = Duration.millis(40);
  private static final double ROWS_PER_NOTCH = 3;
  private static final double NOTCH_PIXELS = 40;

  private final HexView hex;
  private final HexModel model;
  private final HexSurface surface;
  private final Timeline scrolling = new Timeline(new KeyFrame(SCROLL_STEP, event -> scrollOn()));
  private boolean selecting;
  private double x;
  private double y;

  HexMouse(HexView hex, HexSurface surface) {
    this.hex = hex;
    this.model = hex.model();
    this.surface = surface;
    scrolling.setCycleCount(Timeline.INDEFINITE);
    surface.setOnMousePressed(this::pressed);
    surface.setOnMouseDragged(this::dragged);
    surface.setOnMouseReleased(this::released);
    surface.setOnMouseClicked(this::clicked);
    hex.setOnScroll(this::scrolled);
  }

  private void pressed(MouseEvent event) {
    hex.requestFocus();
    long offset = surface.offsetAt(event.getX(), event.getY());
    if (offset < 0) {
      return;
    }
    hex.setInText(surface.isInText(event.getX()));
    if (event.getButton() == MouseButton.PRIMARY) {
      selecting = true;
      model.moveCaret(offset, event.isShiftDown());
    } else if (!model.selectionProperty().get().contains(offset)) {
      model.moveCaret(offset, false);
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
      extendTo(surface.offsetAt(x, y));
    }
  }

  /** The pointer has left the view while it selects: rows come to it, the faster the farther. */
  private void scrollOn() {
    double beyond =
        y < surface.headerHeight() ? y - surface.headerHeight() : y - surface.getHeight();
    long rows = (long) (Math.signum(beyond) * Math.ceil(Math.abs(beyond) / surface.rowHeight()));
    model.scrollTo(model.topRowProperty().get() + rows);
    double inside = beyond < 0 ? surface.headerHeight() + 1 : surface.getHeight() - 1;
    extendTo(surface.offsetAt(x, inside));
  }

  private void extendTo(long offset) {
    boolean moved = offset >= 0 && offset != model.caretOffsetProperty().get();
    if (moved || model.selectionProperty().get().length() > 1) {
      model.moveCaret(offset < 0 ? model.caretOffsetProperty().get() : offset, true);
    }
  }

  private void released(MouseEvent event) {
    selecting = false;
    scrolling.stop();
  }

  private void clicked(MouseEvent event) {
    long offset = surface.offsetAt(event.getX(), event.getY());
    if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && offset >= 0) {
      model.selectOwner(offset);
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
