package org.kpackworkbench.views.window.shell;

import javafx.beans.value.ObservableValue;
import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.OpenedFile;

/** A row of the workspace tree: mark, name, and a few muted words at the right. */
final class WorkspaceCell extends TreeCell<WorkspaceRow> {
  private final ObservableValue<OwnerColors> colors;
  private final Label name = new Label();
  private final Label detail = new Label();
  private final Line line = new Line(name, detail);

  WorkspaceCell(ObservableValue<OwnerColors> colors) {
    this.colors = colors;
    line.getStyleClass().add("workspace-row");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    detail.getStyleClass().add("muted");
    colors.subscribe(now -> refreshMark());
  }

  @Override
  protected void updateItem(@Nullable WorkspaceRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      setGraphic(null);
      setTooltip(null);
      setAccessibleText(null);
      return;
    }
    name.setText(VisibleText.of(row.text()));
    detail.setText(row.detail());
    setTooltip(
        new Tooltip(
            row instanceof WorkspaceRow.File file ? file.session().path().toString() : row.text()));
    setAccessibleText(row.text() + " " + row.detail());
    setGraphic(line);
    refreshMark();
  }

  private void refreshMark() {
    name.setGraphic(null);
    if (getItem() instanceof WorkspaceRow.File row) {
      OpenedFile file = row.session().file();
      name.setGraphic((file == null ? KpackIcon.UNKNOWN_FILE : file.icon()).node());
    }
    if (getItem() instanceof WorkspaceRow.Inside inside) {
      OwnerKind kind = inside.node().kind();
      KpackIcon icon = inside.node().icon();
      if (kind != null) {
        name.setGraphic(new Swatch(colors.getValue(), kind, inside.node().target()));
      } else if (icon != null) {
        name.setGraphic(icon.node());
      }
    }
  }

  /** The name at the left, the detail at the right while the name keeps room enough. */
  private static final class Line extends Region {
    private static final double GAP = 8;

    private final Label name;
    private final Label detail;

    Line(Label name, Label detail) {
      this.name = name;
      this.detail = detail;
      getChildren().addAll(name, detail);
      setMinWidth(0);
    }

    @Override
    protected double computePrefWidth(double height) {
      // As wide as the tree: long names are cut, the tree does not scroll sideways.
      return 1;
    }

    @Override
    protected double computePrefHeight(double width) {
      return name.prefHeight(-1);
    }

    @Override
    protected void layoutChildren() {
      double width = getWidth() - snappedRightInset();
      double wanted = name.prefWidth(-1);
      double right = detail.getText().isEmpty() ? 0 : detail.prefWidth(-1) + GAP;
      // A name that fits alone is not cut for the words beside it; a warning keeps its sign.
      boolean alone = wanted <= width;
      boolean fits = width - right >= (alone ? wanted : width * 0.55);
      if (!fits && detail.getText().startsWith("⚠")) {
        right = 2 * detail.getFont().getSize() + GAP;
        fits = true;
      }
      detail.setVisible(fits && right > 0);
      double room = fits ? width - right : width;
      layoutInArea(name, 0, 0, Math.max(0, room), getHeight(), 0, HPos.LEFT, VPos.CENTER);
      if (fits) {
        layoutInArea(detail, room + GAP, 0, right - GAP, getHeight(), 0, HPos.RIGHT, VPos.CENTER);
      }
    }
  }
}
