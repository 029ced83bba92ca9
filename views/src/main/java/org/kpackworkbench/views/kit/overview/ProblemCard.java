package org.kpackworkbench.views.kit.overview;

import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.spi.ViewContext;

/** One thing that could not be read: what, where, expected, found, with the way to the bytes. */
final class ProblemCard extends VBox {
  ProblemCard(FormatException problem, Place place, ViewContext context) {
    getStyleClass().add("problem-card");
    ErrorText text = ErrorText.of(problem);
    Label what = new Label("⚠  " + text.what());
    what.setWrapText(true);
    what.getStyleClass().add("problem-what");
    GridPane grid = new GridPane();
    grid.getStyleClass().add("overview-facts");
    int row = 0;
    for (ErrorText.Row fact : text.rows()) {
      if (fact.name().equals("File")) {
        continue;
      }
      Label name = new Label(fact.name());
      name.getStyleClass().add("muted");
      name.setMinWidth(Region.USE_PREF_SIZE);
      Label value = new Label(fact.value());
      value.setWrapText(true);
      GridPane.setHgrow(value, Priority.ALWAYS);
      grid.addRow(row++, name, value);
    }
    getChildren().addAll(what, grid);
    if (problem.fileOffset() >= 0) {
      Hyperlink bytes = new Hyperlink("Show the bytes");
      bytes.getStyleClass().add("fact-link");
      bytes.setOnAction(
          event ->
              context
                  .navigator()
                  .go(new Place.Bytes(place, new ByteRange(problem.fileOffset(), 1))));
      getChildren().add(bytes);
    }
    setAccessibleText(text.what());
  }
}
