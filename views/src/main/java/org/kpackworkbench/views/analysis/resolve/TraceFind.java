package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.table.ClearableField;

/** Finds lines of a trace by a text in them. UI thread only. */
final class TraceFind extends HBox {
  private final Consumer<TraceNode> select;
  private final ClearableField field =
      new ClearableField("trace-find", "Find in the trace", "Clear what to find");
  private final Label count = new Label();
  private final Button previous = button("↑", "trace-find-previous", "Previous (Shift+F3)");
  private final Button next = button("↓", "trace-find-next", "Next (F3)");
  private List<TraceNode> nodes = List.of();
  private List<TraceNode> hits = List.of();
  private int at = -1;

  TraceFind(Consumer<TraceNode> select) {
    this.select = select;
    getStyleClass().add("trace-find");
    field.setPromptText("find in the trace, e.g. a path, a key, an architecture");
    HBox.setHgrow(field, Priority.ALWAYS);
    count.setId("trace-find-count");
    count.getStyleClass().add("muted");
    count.setMinWidth(Region.USE_PREF_SIZE);
    previous.setOnAction(event -> previous());
    next.setOnAction(event -> next());
    getChildren().addAll(field, count, previous, next);
    field.textProperty().subscribe((before, now) -> look(true));
    field.setOnAction(event -> next());
    look(false);
  }

  private static Button button(String sign, String id, String tip) {
    Button button = new Button(sign);
    button.setId(id);
    button.getStyleClass().addAll("flat", "small");
    button.setTooltip(new Tooltip(tip));
    button.setAccessibleText(tip);
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  /** Where it looks. */
  void in(List<TraceNode> shown) {
    nodes = shown;
    look(false);
  }

  void focusField() {
    field.requestFocus();
    field.selectAll();
  }

  void next() {
    go(1);
  }

  void previous() {
    go(-1);
  }

  private void look(boolean goes) {
    String wanted = field.getText().strip().toLowerCase(Locale.ROOT);
    List<TraceNode> found = new ArrayList<>();
    if (!wanted.isEmpty()) {
      nodes.forEach(node -> collect(node, wanted, found));
    }
    hits = found;
    at = -1;
    previous.setDisable(hits.isEmpty());
    next.setDisable(hits.isEmpty());
    if (goes && !hits.isEmpty()) {
      go(1);
    } else {
      say();
    }
  }

  private static void collect(TraceNode node, String wanted, List<TraceNode> found) {
    if (node.words().toLowerCase(Locale.ROOT).contains(wanted)) {
      found.add(node);
    }
    node.children().forEach(child -> collect(child, wanted, found));
  }

  private void go(int step) {
    if (!hits.isEmpty()) {
      at = at < 0 && step < 0 ? hits.size() - 1 : Math.floorMod(at + step, hits.size());
      select.accept(hits.get(at));
    }
    say();
  }

  private void say() {
    count.setText(
        field.getText().isBlank()
            ? ""
            : hits.isEmpty()
                ? "not found"
                : "%d of %d".formatted(Math.max(at, 0) + 1, hits.size()));
  }
}
