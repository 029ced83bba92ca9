package org.kpackworkbench.views.kit.inspector;

import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** The name of a row, indented; of an owner a link with its colour. */
final class NameCell extends TableCell<InspectorRow, InspectorRow> {
  private static final double LEFT = 8;
  private static final double STEP = 12;

  private final ObservableValue<OwnerColors> palette;
  private final Consumer<Claim> onOwner;

  NameCell(ObservableValue<OwnerColors> palette, Consumer<Claim> onOwner) {
    this.palette = palette;
    this.onOwner = onOwner;
    getStyleClass().add("inspector-name");
  }

  @Override
  protected void updateItem(@Nullable InspectorRow row, boolean empty) {
    super.updateItem(row, empty);
    setGraphic(null);
    setText(null);
    setTooltip(null);
    if (empty || row == null) {
      return;
    }
    setPadding(new Insets(0, 4, 0, LEFT + STEP * row.depth()));
    setTooltip(row.name().length() > 12 ? new Tooltip(row.name()) : null);
    if (row instanceof InspectorRow.Owner owner) {
      setGraphic(link(owner.claim()));
    } else {
      setText(row.name());
    }
  }

  private Hyperlink link(Claim claim) {
    Hyperlink link =
        new Hyperlink(claim.label(), new Swatch(palette.getValue(), claim.kind(), claim.target()));
    link.setMnemonicParsing(false);
    link.setOnAction(
        event -> {
          link.setVisited(false);
          onOwner.accept(claim);
        });
    return link;
  }
}
