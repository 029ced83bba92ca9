package org.kpackworkbench.views.shell;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/**
 * A panel at one end of a split pane of two: it keeps its size in pixels when the window grows, can
 * be hidden, and its size is remembered.
 */
final class SidePanel {
  /** More of a split pane than this no remembered size may take. */
  private static final double LARGEST_SHARE = 0.45;

  private final String name;
  private final SplitPane split;
  private final Region panel;
  private final boolean first;
  private final double defaultPixels;
  private final ShellSettings settings;
  private boolean placed;
  private final BooleanProperty shown = new SimpleBooleanProperty(this, "shown");

  SidePanel(
      String name,
      SplitPane split,
      Region panel,
      boolean first,
      double defaultPixels,
      ShellSettings settings,
      boolean shownAtFirst) {
    this.name = name;
    this.split = split;
    this.panel = panel;
    this.first = first;
    this.defaultPixels = defaultPixels;
    this.settings = settings;
    SplitPane.setResizableWithParent(panel, false);
    shown.set(settings.panelShown(name, shownAtFirst));
    shown.subscribe(on -> update());
    extentProperty().subscribe(extent -> place());
    split.addEventFilter(MouseEvent.MOUSE_RELEASED, event -> remember());
  }

  BooleanProperty shownProperty() {
    return shown;
  }

  private boolean horizontal() {
    return split.getOrientation() == Orientation.HORIZONTAL;
  }

  private javafx.beans.property.ReadOnlyDoubleProperty extentProperty() {
    return horizontal() ? split.widthProperty() : split.heightProperty();
  }

  private void update() {
    boolean wanted = shown.get();
    boolean there = split.getItems().contains(panel);
    if (wanted && !there) {
      split.getItems().add(first ? 0 : split.getItems().size(), panel);
      placed = false;
      place();
    } else if (!wanted && there) {
      split.getItems().remove((Node) panel);
    }
    settings.rememberPanelShown(name, wanted);
  }

  /** Gives the panel its size, once the split pane has one. */
  private void place() {
    double extent = extentProperty().get();
    if (placed || extent < 100 || split.getDividers().isEmpty()) {
      return;
    }
    placed = true;
    double pixels = settings.panelPixels(name).orElse(defaultPixels);
    double share = Math.clamp(pixels / extent, 0.05, LARGEST_SHARE);
    split.setDividerPosition(0, first ? share : 1 - share);
  }

  private void remember() {
    double pixels = horizontal() ? panel.getWidth() : panel.getHeight();
    if (placed && shown.get() && pixels > 0) {
      settings.rememberPanelPixels(name, pixels);
    }
  }
}
