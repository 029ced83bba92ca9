package org.kpackworkbench.views.kit.hex;

import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;

/** The line in which text or bytes to find are typed. */
public final class FindBar extends HBox {
  private final FindModel find;
  private final TextField field =
      Controls.named(Controls.spoken(new TextField(), "Find"), "find-field");
  private final Label message = Controls.named(Controls.wide(new Label()), "find-message");

  /**
   * A bar for a search.
   *
   * @param onClose what to do when the user has had enough of it
   */
  public FindBar(FindModel find, Runnable onClose) {
    this.find = find;
    getStyleClass().addAll("tool-line", "find-bar");
    field.textProperty().bindBidirectional(find.textProperty());
    field.setOnAction(event -> find.next());
    message.setMaxWidth(Double.MAX_VALUE);
    message.setMinWidth(60);
    getChildren()
        .addAll(
            mode(),
            field,
            matchCase(),
            SignButton.of("find-previous", "▲", "Find the previous one (Shift+F3)", find::previous),
            SignButton.of("find-next", "▼", "Find the next one (F3)", find::next),
            SignButton.of("find-count", "Count", "Count all of them", find::countAll),
            busy(),
            message,
            SignButton.of("find-close", "✕", "Close (Esc)", onClose));
    find.outcomeProperty().subscribe(this::show);
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            if (find.runningProperty().get()) {
              find.cancel();
            } else {
              onClose.run();
            }
            event.consume();
          }
        });
  }

  /** Puts the focus into the field, all of it selected. */
  public void start() {
    field.requestFocus();
    field.selectAll();
  }

  private ChoiceBox<FindMode> mode() {
    ChoiceBox<FindMode> mode =
        Controls.named(Controls.spoken(new ChoiceBox<>(), "Search mode"), "find-mode");
    mode.getItems().setAll(FindMode.values());
    mode.valueProperty().bindBidirectional(find.modeProperty());
    find.modeProperty().subscribe(now -> field.setPromptText(now.prompt()));
    mode.setMinWidth(Region.USE_PREF_SIZE);
    return mode;
  }

  private ToggleButton matchCase() {
    ToggleButton matchCase =
        Controls.named(
            Controls.spoken(Controls.tip(new ToggleButton("Aa"), "Match case"), "Match case"),
            "find-case");
    matchCase.selectedProperty().bindBidirectional(find.matchCaseProperty());
    matchCase.disableProperty().bind(find.modeProperty().isEqualTo(FindMode.HEX));
    matchCase.setMinWidth(Region.USE_PREF_SIZE);
    return matchCase;
  }

  private ProgressIndicator busy() {
    ProgressIndicator busy = new ProgressIndicator();
    busy.setMaxSize(16, 16);
    busy.setMinSize(16, 16);
    busy.visibleProperty().bind(find.runningProperty());
    busy.managedProperty().bind(find.runningProperty());
    return busy;
  }

  private void show() {
    FindModel.Outcome outcome = find.outcomeProperty().get();
    message.setText(outcome.failed() ? "⚠ " + outcome.words() : outcome.words());
    message.setTooltip(outcome.words().isEmpty() ? null : new Tooltip(outcome.words()));
    message.getStyleClass().remove("danger");
    if (outcome.failed()) {
      message.getStyleClass().add("danger");
    }
  }
}
