package org.kpackworkbench.views.window.shell;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.SplitPane;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/**
 * A panel at one end of a split pane of two: it keeps its size in pixels when the window grows,
 * grows with the zoom, can be hidden, and its size is remembered.
 */
final class SidePanel {
  /** More of a split pane than this its remembered size may not take; dragging may. */
  private static final double LARGEST_SHARE_OF_WIDTH = 0.32;

  private static final double LARGEST_SHARE_OF_HEIGHT = 0.42;

  private final String name;
  private final SplitPane split;
  private final Region panel;
  private final boolean first;
  private final double defaultPixels;
  private final ShellSettings settings;
  private final ObservableValue<? extends Number> zoom;
  private final BooleanProperty shown = new SimpleBooleanProperty(this, "shown");
  private boolean useful = true;
  private boolean placed;

  /** What makes a panel: its name, whether it is first, its size and state before any other. */
  record Spec(String name, boolean first, double defaultPixels, boolean shownAtFirst) {}

  SidePanel(
      Spec spec,
      SplitPane split,
      Region panel,
      ShellSettings settings,
      ObservableValue<? extends Number> zoom) {
    this.name = spec.name();
    this.split = split;
    this.panel = panel;
    this.first = spec.first();
    this.defaultPixels = spec.defaultPixels();
    this.settings = settings;
    this.zoom = zoom;
    SplitPane.setResizableWithParent(panel, false);
    shown.set(settings.panelShown(name, spec.shownAtFirst()));
    shown.subscribe(
        on -> {
          settings.rememberPanelShown(name, on);
          update();
        });
    extentProperty().subscribe(extent -> place());
    zoom.subscribe(
        factor -> {
          placed = false;
          place();
        });
    split.addEventFilter(MouseEvent.MOUSE_RELEASED, event -> remember());
  }

  /** Whether the user wants to see it. */
  BooleanProperty shownProperty() {
    return shown;
  }

  /** Whether there is anything to see in it; while there is not, it is hidden. */
  void useful(boolean now) {
    useful = now;
    update();
  }

  private void update() {
    boolean wanted = shown.get() && useful;
    boolean there = split.getItems().contains(panel);
    if (wanted && !there) {
      split.getItems().add(first ? 0 : split.getItems().size(), panel);
      placed = false;
      place();
    } else if (!wanted && there) {
      split.getItems().remove(panel);
    }
  }

  /** Gives the panel its size, once the split pane has one. */
  private void place() {
    double extent = extentProperty().get();
    if (placed || extent < 100 || split.getDividers().isEmpty()) {
      return;
    }
    placed = true;
    double pixels =
        settings.panelPixels(name).orElse(defaultPixels) * zoom.getValue().doubleValue();
    double largest = horizontal() ? LARGEST_SHARE_OF_WIDTH : LARGEST_SHARE_OF_HEIGHT;
    double share = Math.clamp(pixels / extent, 0.05, largest);
    setDivider(first ? share : 1 - share);
  }

  /** Sets the divider, and again after the next layout, which moves it when panels come and go. */
  private void setDivider(double position) {
    split.setDividerPosition(0, position);
    Scene scene = split.getScene();
    if (scene != null) {
      scene.addPostLayoutPulseListener(
          new Runnable() {
            @Override
            public void run() {
              scene.removePostLayoutPulseListener(this);
              if (!split.getDividers().isEmpty()) {
                split.setDividerPosition(0, position);
              }
            }
          });
    }
  }

  private void remember() {
    double pixels = horizontal() ? panel.getWidth() : panel.getHeight();
    if (placed && split.getItems().contains(panel) && pixels > 0) {
      settings.rememberPanelPixels(name, pixels / zoom.getValue().doubleValue());
    }
  }

  private boolean horizontal() {
    return split.getOrientation() == Orientation.HORIZONTAL;
  }

  private ReadOnlyDoubleProperty extentProperty() {
    return horizontal() ? split.widthProperty() : split.heightProperty();
  }
}
