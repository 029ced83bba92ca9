package org.kpackworkbench.views.window.shell;

import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** Names and values; the values can be selected and copied. */
final class FactsView extends GridPane {
  FactsView(Map<String, String> facts) {
    getStyleClass().add("facts");
    int row = 0;
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      Label name = new Label(fact.getKey());
      name.getStyleClass().add("muted");
      name.setMinWidth(Region.USE_PREF_SIZE);
      TextField value = new TextField(fact.getValue());
      value.setEditable(false);
      value.getStyleClass().add("plain-value");
      value.setPrefColumnCount(Math.clamp(fact.getValue().length(), 16, 60));
      value.setAccessibleText(fact.getKey());
      GridPane.setHgrow(value, Priority.ALWAYS);
      addRow(row++, name, value);
    }
  }
}
