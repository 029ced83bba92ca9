package org.kpackworkbench.views.format.offload;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** The first cell of a row: its colour, a sign where something is wrong, its name. */
final class BundleNameCell extends TreeTableCell<BundleNode, BundleNode> {
  private final ObservableValue<OwnerColors> colors;

  private BundleNameCell(ObservableValue<OwnerColors> colors) {
    this.colors = colors;
  }

  static TreeTableColumn<BundleNode, BundleNode> column(ObservableValue<OwnerColors> colors) {
    TreeTableColumn<BundleNode, BundleNode> column = new TreeTableColumn<>("Bundle, entry");
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
    column.setCellFactory(made -> new BundleNameCell(colors));
    column.setSortable(false);
    return column;
  }

  @Override
  protected void updateItem(@Nullable BundleNode node, boolean empty) {
    super.updateItem(node, empty);
    if (empty || node == null) {
      setText(null);
      setGraphic(null);
      setTooltip(null);
      return;
    }
    setText(node.name());
    HBox box = new HBox();
    box.getStyleClass().add("mark-box");
    OwnerKind kind = node.mark().kind();
    if (kind != null) {
      box.getChildren().add(new Swatch(colors.getValue(), kind, node.mark().target()));
    }
    String problem = node.mark().problem();
    if (!problem.isEmpty()) {
      Label sign = new Label("⚠");
      sign.getStyleClass().add("problem-sign");
      box.getChildren().add(sign);
    }
    setGraphic(box.getChildren().isEmpty() ? null : box);
    setTooltip(new Tooltip(problem.isEmpty() ? node.name() : node.name() + "\n" + problem));
  }
}
