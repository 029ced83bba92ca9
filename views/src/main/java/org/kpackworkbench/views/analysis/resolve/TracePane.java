package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TreeTableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A trace: in a sentence why there is no code and what would mend it, then every load with its
 * steps as a tree, the failing one marked and in sight. Lines lead to what they speak of.
 *
 * <p>For what was resolved and for logs alike; {@link Traces} makes what it shows. Attach it like
 * any node: its {@link ActionHandlers} copy, find and open rows. UI thread only.
 */
public final class TracePane extends BorderPane {
  private final ViewContext context;
  private final TraceTable table;
  private final CausesPane causes;
  private final TraceFind find = new TraceFind(this::select);
  private final CheckBox onlyFailing = new CheckBox("Only what fails");
  private final Button copy = new Button("Copy as Text");
  private final HBox tools;
  private Trace trace = Trace.NONE;

  /** An empty pane. */
  public TracePane(ViewContext context) {
    this.context = context;
    table = new TraceTable(context, this::follow);
    causes = new CausesPane(this::select, this::go);
    getStylesheets()
        .add(Objects.requireNonNull(TracePane.class.getResource("resolve.css")).toExternalForm());
    getStyleClass().add("trace");
    onlyFailing.setId("trace-only-failing");
    onlyFailing.setMinWidth(Region.USE_PREF_SIZE);
    onlyFailing.selectedProperty().subscribe((before, now) -> fill());
    copy.setId("trace-copy");
    copy.getStyleClass().add("small");
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.setOnAction(event -> RowCopy.toClipboard(trace.text()));
    HBox.setHgrow(find, Priority.ALWAYS);
    HBox line = new HBox(find, onlyFailing, copy);
    line.getStyleClass().add("trace-tools");
    tools = line;
    setTop(new VBox(causes, tools));
    setCenter(table.node());
    table.handlers().on(ActionId.FIND, find::focusField);
    new ActionHandlers()
        .on(ActionId.FIND, find::focusField)
        .on(ActionId.FIND_NEXT, find::next)
        .on(ActionId.FIND_PREVIOUS, find::previous)
        .attachTo(this);
  }

  /** Shows a trace, with the first step in sight for which there is no code. */
  public void show(Trace shown) {
    trace = shown;
    causes.show(shown);
    onlyFailing.setDisable(shown.nodes().stream().noneMatch(TraceNode::fails));
    fill();
  }

  /** Shows what has become of a trace: what is open and selected stays so. */
  public void update(Trace shown) {
    TraceTable.State state = table.state();
    show(shown);
    table.restore(state);
  }

  /** Says which of two it is, and takes no room for tools. */
  TracePane titled(String name) {
    causes.titled(name);
    tools.setVisible(false);
    tools.setManaged(false);
    return this;
  }

  /** Without what has a sense for single loads only. */
  TracePane plain() {
    onlyFailing.setVisible(false);
    onlyFailing.setManaged(false);
    return this;
  }

  /** Marks the step at which its trace and another part; null for none. */
  void part(@Nullable TraceNode node) {
    table.part(node);
  }

  /** Shows nothing but a text that says what to do. */
  public void showEmpty(String text) {
    trace = Trace.NONE;
    causes.show(trace);
    onlyFailing.setDisable(true);
    copy.setDisable(true);
    table.show(List.of(), text);
    find.in(List.of());
  }

  private void fill() {
    List<TraceNode> nodes =
        onlyFailing.isSelected() && !onlyFailing.isDisabled()
            ? failing(trace.nodes())
            : trace.nodes();
    table.show(nodes, trace.summary());
    find.in(nodes);
    copy.setDisable(trace.nodes().isEmpty());
    for (TraceNode node : nodes) {
      TraceNode step = node.fails() ? node.failingStep() : null;
      if (step != null && table.select(step)) {
        return;
      }
    }
  }

  /** The loads without code, with all their steps. */
  private static List<TraceNode> failing(List<TraceNode> nodes) {
    List<TraceNode> kept = new ArrayList<>();
    for (TraceNode node : nodes) {
      if (node.fails()) {
        kept.add(
            node.loads()
                ? TraceNode.above(
                    node.text(),
                    node.mark(),
                    node.outcome(),
                    node.detail(),
                    node.place(),
                    failing(node.children()))
                : node);
      }
    }
    return kept;
  }

  /** What is shown. */
  public Trace trace() {
    return trace;
  }

  /** The selected line; its {@link TraceNode#line} leads to the line of a log. */
  public ObservableValue<@Nullable TraceNode> selectedProperty() {
    return table.selected();
  }

  /** Selects a line of what is shown; false where it is not in sight. */
  public boolean select(TraceNode node) {
    return table.select(node);
  }

  /** The tree itself, for what else a view wants to attach to it. */
  public TreeTableView<TraceNode> table() {
    return table.node();
  }

  private void follow(TraceNode node) {
    Place place = node.place();
    if (place != null) {
      go(place);
    }
  }

  private void go(Place place) {
    context.navigator().go(place);
  }
}
