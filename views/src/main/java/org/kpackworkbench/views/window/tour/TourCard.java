package org.kpackworkbench.views.window.tour;

import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What a step of a tour says, and the way on. */
final class TourCard extends VBox {
  private final Label count = new Label();
  private final Label title = new Label();
  private final Label text = new Label();
  private final Button back = button("tour-back", "Back");
  private final Button next = button("tour-next", "Next");
  private final Button skip = button("tour-skip", "Skip");

  TourCard(Runnable onBack, Runnable onNext, Runnable onSkip) {
    setId("tour-card");
    getStyleClass().add("tour-card");
    setAccessibleRole(AccessibleRole.PARENT);
    count.setId("tour-count");
    count.getStyleClass().add("muted");
    title.setId("tour-title");
    title.getStyleClass().add("tour-title");
    title.setWrapText(true);
    text.setId("tour-text");
    text.setWrapText(true);
    text.setMinHeight(Region.USE_PREF_SIZE);
    back.setOnAction(event -> onBack.run());
    next.setOnAction(event -> onNext.run());
    skip.setOnAction(event -> onSkip.run());
    next.getStyleClass().add("accent");
    skip.getStyleClass().add("flat");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    HBox line = new HBox(count, space, skip, back, next);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("button-line");
    getChildren().addAll(title, text, line);
  }

  void show(Tour.Stop stop, int number, int of) {
    boolean last = number + 1 == of;
    count.setText("Step %d of %d".formatted(number + 1, of));
    title.setText(stop.title());
    text.setText(stop.text());
    back.setDisable(number == 0);
    skip.setVisible(!last);
    next.setText(last ? "Done" : "Next");
    setAccessibleText("%s: %s. %s".formatted(count.getText(), stop.title(), stop.text()));
    next.setAccessibleText(next.getText() + ". " + getAccessibleText());
    next.requestFocus();
  }

  /** The size of its text, in pixels. */
  double em() {
    return text.getFont().getSize();
  }

  private static Button button(String id, String text) {
    Button button = new Button(text);
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }
}
