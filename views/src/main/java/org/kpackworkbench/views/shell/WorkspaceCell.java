package org.kpackworkbench.views.shell;

import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.OwnerKind;
import org.kpackworkbench.views.theme.OwnerColors;
import org.kpackworkbench.views.theme.Swatch;

/** A row of the workspace tree: mark, name, and a few muted words at the right. */
final class WorkspaceCell extends TreeCell<WorkspaceRow> {
  private final ObservableValue<OwnerColors> colors;
  private final Label name = new Label();
  private final Label detail = new Label();
  private final HBox line = new HBox(name, detail);

  WorkspaceCell(ObservableValue<OwnerColors> colors) {
    this.colors = colors;
    line.getStyleClass().add("workspace-row");
    line.setMinWidth(0);
    line.setPrefWidth(1);
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    name.setMinWidth(20);
    name.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(name, Priority.ALWAYS);
    detail.getStyleClass().add("muted");
    detail.setMinWidth(Region.USE_PREF_SIZE);
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
    name.setText(row.text());
    detail.setText(row.detail());
    detail.setManaged(!row.detail().isEmpty());
    setTooltip(
        new Tooltip(
            row instanceof WorkspaceRow.File file ? file.session().path().toString() : row.text()));
    setAccessibleText(row.text() + " " + row.detail());
    setGraphic(line);
    refreshMark();
  }

  private void refreshMark() {
    name.setGraphic(null);
    if (getItem() instanceof WorkspaceRow.Inside inside) {
      OwnerKind kind = inside.node().kind();
      if (kind != null) {
        name.setGraphic(new Swatch(colors.getValue(), kind, inside.node().target()));
      }
    }
  }
}
