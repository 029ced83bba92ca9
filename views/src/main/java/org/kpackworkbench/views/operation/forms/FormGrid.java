package org.kpackworkbench.views.operation.forms;

import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.Property;
import javafx.beans.value.ObservableValue;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.kpackworkbench.views.kit.text.TabKey;

/** The fields of a form: names on the left, what is filled in on the right, problems below it. */
final class FormGrid extends GridPane {
  private int rows;

  FormGrid() {
    getStyleClass().add("form-grid");
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints fields = new ColumnConstraints();
    fields.setHgrow(Priority.ALWAYS);
    getColumnConstraints().setAll(names, fields);
  }

  /** A heading over the rows that follow. */
  void heading(String text) {
    Label label = new Label(text);
    label.getStyleClass().add("form-heading");
    add(label, 0, rows++, 2, 1);
  }

  /** A row, which is there while its content is visible. */
  void row(String name, Node content) {
    Label label = new Label(name);
    label.getStyleClass().add("form-name");
    label.setLabelFor(content);
    GridPane.setValignment(label, VPos.TOP);
    label.visibleProperty().bind(content.visibleProperty());
    label.managedProperty().bind(content.visibleProperty());
    content.managedProperty().bind(content.visibleProperty());
    addRow(rows++, label, content);
  }

  /** A line of text with buttons behind it. */
  static VBox text(String id, String words, FormField field, Region... buttons) {
    TextField text = new TextField();
    return text(text, id, words, field, buttons);
  }

  /** Several lines of text. */
  static VBox lines(String id, String words, FormField field, int count) {
    TextArea text = new TextArea();
    TabKey.leaves(text);
    text.setPrefRowCount(count);
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setWrapText(true);
    return text(text, id, words, field);
  }

  private static VBox text(
      TextInputControl text, String id, String words, FormField field, Region... buttons) {
    text.setId(id);
    text.setAccessibleText(words);
    text.setMinWidth(60);
    text.textProperty().bindBidirectional(field.valueProperty());
    // What tells a long path apart is at its end; the tooltip has all of it.
    text.end();
    Tooltip whole = new Tooltip();
    whole.textProperty().bind(field.valueProperty());
    whole.setWrapText(true);
    whole.setMaxWidth(640);
    text.setTooltip(whole);
    HBox.setHgrow(text, Priority.ALWAYS);
    HBox line = line(text);
    for (Region button : buttons) {
      button.setMinWidth(Region.USE_PREF_SIZE);
      line.getChildren().add(button);
    }
    field
        .problemProperty()
        .subscribe(
            problem ->
                text.pseudoClassStateChanged(
                    javafx.css.PseudoClass.getPseudoClass("danger"), !problem.isEmpty()));
    return new VBox(line, problem(id + "-problem", field.problemProperty()));
  }

  /** A short number with a hint behind it. */
  static VBox number(String id, String words, FormField field, String hint) {
    VBox box = text(id, words, field, hint(hint));
    TextField text = (TextField) ((HBox) box.getChildren().getFirst()).getChildren().getFirst();
    text.setPrefColumnCount(4);
    HBox.setHgrow(text, Priority.NEVER);
    return box;
  }

  /** What is wrong with something; takes no room while nothing is. */
  static Label problem(String id, ObservableValue<String> text) {
    Label label = new Label();
    label.setId(id);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    label.getStyleClass().add("field-problem");
    label.textProperty().bind(text);
    label.visibleProperty().bind(text.map(words -> !words.isEmpty()));
    label.managedProperty().bind(label.visibleProperty());
    return label;
  }

  static CheckBox check(String id, String words, BooleanProperty value) {
    CheckBox box = new CheckBox(words);
    box.setId(id);
    box.setWrapText(true);
    box.setMinHeight(Region.USE_PREF_SIZE);
    box.selectedProperty().bindBidirectional(value);
    return box;
  }

  /** One of several values. */
  static <T> FlowPane choice(
      String id, Property<T> value, List<T> values, StringConverter<T> words) {
    ToggleGroup group = new ToggleGroup();
    FlowPane pane = new FlowPane();
    pane.getStyleClass().add("form-choice");
    for (T each : values) {
      RadioButton button = new RadioButton(words.toString(each));
      button.setId(id + "-" + each.toString().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
      button.setToggleGroup(group);
      button.setSelected(each.equals(value.getValue()));
      button
          .selectedProperty()
          .subscribe(
              (before, now) -> {
                if (now) {
                  value.setValue(each);
                }
              });
      pane.getChildren().add(button);
    }
    return pane;
  }

  static Label hint(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    label.getStyleClass().addAll("muted", "form-hint");
    return label;
  }

  static HBox line(Node... nodes) {
    HBox line = new HBox(nodes);
    line.getStyleClass().add("form-line");
    return line;
  }

  /** Shows something while {@code when} is true. */
  static <N extends Node> N shown(N node, ObservableValue<Boolean> when) {
    node.visibleProperty().bind(when);
    return node;
  }
}
