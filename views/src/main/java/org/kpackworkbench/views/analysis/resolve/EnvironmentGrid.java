package org.kpackworkbench.views.analysis.resolve;

import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The variables that a loader reads, each with a check box and a value. UI thread only. */
final class EnvironmentGrid extends VBox {
  EnvironmentGrid(SetUpModel model, String side) {
    setId("environment" + side);
    getStyleClass().add("environment");
    GridPane grid = new GridPane();
    grid.getStyleClass().add("environment-grid");
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    values.setMinWidth(180);
    ColumnConstraints words = new ColumnConstraints();
    words.setHgrow(Priority.SOMETIMES);
    grid.getColumnConstraints().setAll(names, values, words);
    int row = 0;
    for (Variable variable : model.variables()) {
      CheckBox set = new CheckBox(variable.name());
      set.setId("set-" + variable.name() + side);
      set.setMnemonicParsing(false);
      set.getStyleClass().add("monospace");
      set.setMinWidth(Region.USE_PREF_SIZE);
      set.selectedProperty().bindBidirectional(variable.setProperty());
      TextField value = new TextField();
      value.setId("value-" + variable.name() + side);
      value.setPromptText(variable.example());
      value.setAccessibleText("Value of " + variable.name());
      value.textProperty().bindBidirectional(variable.valueProperty());
      Label meaning = new Label(variable.words());
      meaning.getStyleClass().add("muted");
      meaning.setTooltip(new Tooltip(variable.words()));
      grid.addRow(row++, set, value, meaning);
    }
    Button session = new Button("Take from This Session");
    session.setId("take-session" + side);
    session.getStyleClass().add("small");
    session.setTooltip(new Tooltip("Set what is set where this program was started"));
    session.setOnAction(event -> model.take(System.getenv()));
    Button none = new Button("Unset All");
    none.setId("unset-all" + side);
    none.getStyleClass().add("small");
    none.setOnAction(event -> model.take(Map.of()));
    Label warning = new Label();
    warning.setId("environment-warning" + side);
    warning.getStyleClass().add("environment-warning");
    warning.setWrapText(true);
    warning.setMinHeight(Region.USE_PREF_SIZE);
    warning
        .textProperty()
        .bind(model.warningProperty().map(text -> text.isEmpty() ? "" : "⚠ " + text));
    warning.visibleProperty().bind(model.warningProperty().isNotEmpty());
    warning.managedProperty().bind(warning.visibleProperty());
    HBox buttons = new HBox(session, none);
    buttons.getStyleClass().add("button-line");
    getChildren().addAll(grid, warning, buttons);
  }
}
