package org.kpackworkbench.views.window.shell;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.event.Event;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.theme.KeySplitPane;

/**
 * A panel at one end of a split pane of two. It keeps its size in pixels when the window grows, and
 * grows with the text. It can be hidden, and gives way where there is no room for it. The size to
 * which the user drags it is remembered.
 */
final class SidePanel {
  /** More of a split pane than this its remembered size may not take; dragging may. */
  private static final double LARGEST_SHARE_OF_WIDTH = 0.32;

  private static final double LARGEST_SHARE_OF_HEIGHT = 0.42;

  /** Larger share for panels that are opened for some work, as the findings are. */
  private static final double LARGEST_SHARE_ON_REQUEST = 0.63;

  private static final double SMALLEST_EXTENT = 100;
  private static final double DIVIDER_PIXELS = 8;

  private final Spec spec;
  private final KeySplitPane split;
  private final Region panel;
  private final ShellSettings settings;
  private final ObservableValue<? extends Number> zoom;
  private final BooleanProperty shown = new SimpleBooleanProperty();
  private Runnable onChange = () -> {};
  private boolean useful = true;
  private boolean wanted;
  private boolean gaveWay;
  private boolean insisted;
  private boolean arranging;
  private double pixels;
  private double most = Double.MAX_VALUE;
  private boolean draggedBeyond;

  /**
   * Properties of a panel.
   *
   * @param first whether it is before what it is beside
   * @param usualPixels its size before the user drags it, at the usual text size
   * @param leastPixels how small it is at least
   */
  record Spec(
      String name, boolean first, double usualPixels, double leastPixels, boolean shownAtFirst) {}

  SidePanel(
      Spec spec,
      KeySplitPane split,
      Region panel,
      ShellSettings settings,
      ObservableValue<? extends Number> zoom) {
    this.spec = spec;
    this.split = split;
    this.panel = panel;
    this.settings = settings;
    this.zoom = zoom;
    this.pixels = settings.panelPixels(spec.name()).orElse(spec.usualPixels());
    SplitPane.setResizableWithParent(panel, false);
    wanted = settings.panelShown(spec.name(), spec.shownAtFirst());
    shown.set(wanted);
    shown.subscribe(this::shown);
    extentProperty().subscribe(extent -> place());
    split.addEventFilter(MouseEvent.MOUSE_RELEASED, this::moved);
    split.addEventFilter(KeyEvent.KEY_RELEASED, this::moved);
  }

  /** Called when other panels may get another size because of this one. */
  void onChange(Runnable action) {
    onChange = action;
  }

  /**
   * Limits the panel to the height that its content needs, until the user drags it.
   *
   * @param needed in pixels at the present text size
   */
  void atMost(ObservableValue<Double> needed) {
    needed.subscribe(
        now -> {
          double limit = now / zoom();
          if (limit != most) {
            most = limit;
            draggedBeyond = false;
            onChange.run();
          }
        });
  }

  /** Whether it is shown: the user opened it, and there is space. */
  BooleanProperty shownProperty() {
    return shown;
  }

  /** Whether there is anything to see in it; while there is not, it is hidden. */
  void useful(boolean now) {
    useful = now;
    update();
    onChange.run();
  }

  /** Returns the size that the panel would like, of so many pixels; null if it is not there. */
  PanelSizes.@Nullable Wish wish(double extent) {
    if (!wanted || !useful) {
      return null;
    }
    double largest =
        horizontal()
            ? LARGEST_SHARE_OF_WIDTH
            : spec.shownAtFirst() ? LARGEST_SHARE_OF_HEIGHT : LARGEST_SHARE_ON_REQUEST;
    double remembered = settings.panelPixels(spec.name()).orElse(spec.usualPixels());
    double limit = draggedBeyond ? pixels : most;
    return new PanelSizes.Wish(
        Math.min(limit, Math.max(spec.leastPixels(), Math.min(remembered, largest * extent))),
        Math.min(limit, spec.leastPixels()),
        insisted);
  }

  /** Gives it a size, in pixels at the usual text size; it goes for 0. */
  void give(double now) {
    gaveWay = now == 0;
    insisted &= !gaveWay;
    pixels = gaveWay ? pixels : now;
    arranging = true;
    try {
      shown.set(wanted && !gaveWay);
    } finally {
      arranging = false;
    }
    place();
  }

  private void shown(boolean on) {
    if (!arranging) {
      wanted = on;
      // What is hidden at first, the user opened.
      insisted = on && (gaveWay || !spec.shownAtFirst());
      settings.rememberPanelShown(spec.name(), on);
    }
    update();
    if (!arranging) {
      onChange.run();
    }
  }

  private void update() {
    boolean visible = shown.get() && useful;
    boolean there = split.getItems().contains(panel);
    if (visible && !there) {
      split.getItems().add(spec.first() ? 0 : split.getItems().size(), panel);
      place();
    } else if (!visible && there) {
      split.getItems().remove(panel);
    }
  }

  private void place() {
    split.place(this::setDivider);
  }

  /** The share is that of the room there is now: the window may just have become larger. */
  private void setDivider() {
    double extent = extentProperty().get();
    if (extent < SMALLEST_EXTENT || split.getDividers().isEmpty()) {
      return;
    }
    double share = Math.clamp(pixels * zoom() / extent, 0, 1);
    split.setDividerPosition(0, spec.first() ? share : 1 - share);
  }

  /** Something was done with mouse or keys; where that moved the divider, its place is kept. */
  private void moved(Event event) {
    if (event.getTarget() instanceof Node target && split.isDivider(target)) {
      double size = (horizontal() ? panel.getWidth() : panel.getHeight()) / zoom();
      // A click leaves the divider where it is, a few pixels beside the place that it was given.
      if (size > 0 && Math.abs(size - pixels) > DIVIDER_PIXELS) {
        // What lists more will be as high as it was before.
        draggedBeyond = pixels >= most;
        pixels = size;
        if (!draggedBeyond) {
          settings.rememberPanelPixels(spec.name(), size);
        }
      }
    }
  }

  private double zoom() {
    return zoom.getValue().doubleValue();
  }

  private boolean horizontal() {
    return split.getOrientation() == Orientation.HORIZONTAL;
  }

  private ReadOnlyDoubleProperty extentProperty() {
    return horizontal() ? split.widthProperty() : split.heightProperty();
  }
}
