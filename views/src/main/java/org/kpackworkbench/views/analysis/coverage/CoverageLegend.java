package org.kpackworkbench.views.analysis.coverage;

import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** What the signs of the grid mean, and how many there are of each. */
final class CoverageLegend extends FlowPane {
  CoverageLegend(CoverageModel model, ObservableValue<OwnerColors> palette) {
    setId("coverage-legend");
    getStyleClass().add("coverage-legend");
    Following.of(this, palette, colors -> fill(model, colors));
  }

  private void fill(CoverageModel model, OwnerColors colors) {
    getChildren().clear();
    for (CellLooks look : CellLooks.values()) {
      if (model.count(look) == 0 || look == CellLooks.NOTHING) {
        continue;
      }
      Label sign = new Label(look.sign());
      sign.getStyleClass().add("coverage-sign");
      sign.setMinWidth(Region.USE_PREF_SIZE);
      Color color = look.color(colors, null);
      if (color != null) {
        sign.setBackground(
            new Background(new BackgroundFill(color, new CornerRadii(3), Insets.EMPTY)));
        sign.setTextFill(OwnerColors.textOn(color));
      }
      Label words = new Label("%s: %d".formatted(look.words(), model.count(look)));
      HBox box = new HBox(sign, words);
      box.getStyleClass().add("form-line");
      box.setSpacing(6);
      getChildren().add(box);
    }
  }
}
