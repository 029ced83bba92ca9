package org.kpackworkbench.views.window.settings;

import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.operation.extract.NamePattern;

/** Names on the left; on the right what can be set, what is wrong with it, and hints. */
final class SettingsGrid extends GridPane {
  private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

  /** Wider than what is chosen from, so that no height is kept for a second line. */
  private static final double WRAP_PIXELS = 600;

  private int rows;

  SettingsGrid() {
    getStyleClass().add("settings-grid");
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints fields = new ColumnConstraints();
    fields.setHgrow(Priority.ALWAYS);
    getColumnConstraints().setAll(names, fields);
  }

  void heading(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("settings-heading");
    add(label, 0, rows++, 2, 1);
  }

  void row(String name, Node... content) {
    Label label = new Label(name);
    label.getStyleClass().add("settings-name");
    GridPane.setValignment(label, VPos.TOP);
    VBox box = new VBox(content);
    box.getStyleClass().add("settings-value");
    label.setLabelFor(content[0]);
    addRow(rows++, label, box);
  }

  static HBox line(Node... nodes) {
    HBox line = new HBox(nodes);
    line.getStyleClass().add("settings-line");
    return line;
  }

  static FlowPane flow() {
    FlowPane flow = new FlowPane();
    flow.getStyleClass().add("settings-flow");
    flow.setPrefWrapLength(WRAP_PIXELS);
    return flow;
  }

  /** A line of text that takes the room there is. */
  static TextField text(String id, String words, Entered entered) {
    TextField text = new TextField();
    text.setId(id);
    text.setAccessibleText(words);
    text.setMinWidth(60);
    text.textProperty().bindBidirectional(entered.textProperty());
    entered
        .problemProperty()
        .subscribe(problem -> text.pseudoClassStateChanged(DANGER, !problem.isEmpty()));
    HBox.setHgrow(text, Priority.ALWAYS);
    return text;
  }

  /** A short number. */
  static TextField number(String id, String words, Entered entered) {
    TextField text = text(id, words, entered);
    text.setPrefColumnCount(4);
    HBox.setHgrow(text, Priority.NEVER);
    return text;
  }

  /** A text to be read and selected. */
  static TextField plain(String id, String words, String value) {
    TextField text = new TextField(value);
    text.setId(id);
    text.setAccessibleText(words);
    text.setEditable(false);
    text.getStyleClass().addAll("plain-value", "monospace");
    HBox.setHgrow(text, Priority.ALWAYS);
    return text;
  }

  /** A button that inserts placeholders of a pattern. */
  static MenuButton insert(String id, TextField pattern) {
    MenuButton insert = new MenuButton("Insert");
    insert.setId(id);
    insert.setMinWidth(Region.USE_PREF_SIZE);
    for (String placeholder : NamePattern.placeholders()) {
      MenuItem item = new MenuItem(placeholder);
      item.setMnemonicParsing(false);
      item.setOnAction(event -> pattern.insertText(pattern.getCaretPosition(), placeholder));
      insert.getItems().add(item);
    }
    return insert;
  }

  /** What is wrong with something; takes no room while nothing is. */
  static Label problem(String id, ObservableValue<String> text) {
    Label label = hint("");
    label.setId(id);
    label.getStyleClass().setAll("label", "field-problem");
    label.textProperty().bind(text);
    label.visibleProperty().bind(text.map(words -> !words.isEmpty()));
    label.managedProperty().bind(label.visibleProperty());
    return label;
  }

  static Label hint(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    label.getStyleClass().addAll("muted", "settings-hint");
    return label;
  }
}
