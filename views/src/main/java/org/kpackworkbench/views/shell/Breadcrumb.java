package org.kpackworkbench.views.shell;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;

/** The way from the file to the current place; each step is a button. Long names are cut. */
final class Breadcrumb extends HBox {
  private final Consumer<Place> go;

  Breadcrumb(Consumer<Place> go) {
    this.go = go;
    setId("breadcrumb");
    getStyleClass().add("breadcrumb");
    setMinWidth(0);
    setAccessibleText("The way to the current place");
  }

  void show(@Nullable Place place) {
    getChildren().clear();
    if (place == null) {
      return;
    }
    List<Place> path = place.path();
    for (int i = 0; i < path.size(); i++) {
      if (i > 0) {
        Label arrow = new Label("›");
        arrow.getStyleClass().add("breadcrumb-arrow");
        arrow.setMinWidth(Region.USE_PREF_SIZE);
        getChildren().add(arrow);
      }
      getChildren().add(crumb(path.get(i)));
    }
  }

  private Button crumb(Place step) {
    Button button = new Button(step.label());
    button.getStyleClass().addAll("flat", "crumb");
    button.setMnemonicParsing(false);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(28);
    button.setTooltip(
        new Tooltip(step instanceof Place.File file ? file.file().toString() : step.label()));
    button.setOnAction(event -> go.accept(step));
    return button;
  }
}
