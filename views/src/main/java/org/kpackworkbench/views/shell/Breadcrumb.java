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
  /** Labels up to this length are never cut. */
  private static final int SHORT = 14;

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
      Button crumb = crumb(path.get(i));
      if (i == path.size() - 1) {
        crumb.getStyleClass().add("crumb-last");
      }
      getChildren().add(crumb);
    }
  }

  private Button crumb(Place step) {
    Button button = new Button(step.label());
    button.getStyleClass().addAll("flat", "crumb");
    button.setMnemonicParsing(false);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(step.label().length() <= SHORT ? USE_PREF_SIZE : 60);
    button.setTooltip(
        new Tooltip(step instanceof Place.File file ? file.file().toString() : step.label()));
    button.setOnAction(event -> go.accept(step));
    return button;
  }
}
