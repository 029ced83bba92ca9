package org.kpackworkbench.views.window.shell;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.place.PlaceWords;

/** The way from the file to the current place; each step is a button. Long names are cut. */
final class Breadcrumb extends HBox {
  /** Labels up to this length are never cut. */
  private static final int SHORT = 14;

  /** Letters of a label that are shown where there is room: one name must not push out the rest. */
  private static final int LONGEST = 72;

  private static final double TIP_WIDTH = 640;

  private final Consumer<Place> go;

  Breadcrumb(Consumer<Place> go) {
    this.go = go;
    setId("breadcrumb");
    getStyleClass().add("breadcrumb");
    setMinWidth(0);
    Rectangle inside = new Rectangle();
    inside.widthProperty().bind(widthProperty());
    inside.heightProperty().bind(heightProperty());
    // What cannot shrink any more must not cover what is beside it.
    setClip(inside);
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
    String label = PlaceWords.label(step);
    Button button = new Button(PlaceWords.cut(label, LONGEST));
    button.getStyleClass().addAll("flat", "crumb");
    button.setMnemonicParsing(false);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(label.length() <= SHORT ? USE_PREF_SIZE : 60);
    Tooltip tip = new Tooltip(step instanceof Place.File file ? file.file().toString() : label);
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    button.setTooltip(tip);
    button.setAccessibleText(label);
    button.setOnAction(event -> go.accept(step));
    return button;
  }
}
