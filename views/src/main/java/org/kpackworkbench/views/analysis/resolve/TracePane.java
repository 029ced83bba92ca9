package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.FindLine;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A trace: in a sentence why there is no code and how to fix it, then every load with its steps as
 * a tree, the failing one marked and visible. Lines lead to what they speak of.
 *
 * <p>For what was resolved and for logs alike; {@link Traces} makes what it shows. Attach it like
 * any node: its {@link ActionHandlers} copy, find and open rows. UI thread only.
 */
public final class TracePane extends BorderPane {
  private final ViewContext context;
  private final TraceTable table;
  private final CausesPane causes;
  private final FindLine find;
  private final CheckBox onlyFailing =
      Controls.named(Controls.whole(new CheckBox("Only what fails")), "trace-only-failing");
  private final Button copy =
      Controls.named(Controls.whole(new Button("Copy as Text")), "trace-copy", "small");
  private final HBox tools;
  private final VBox top;
  private LoaderTrace trace = LoaderTrace.NONE;

  /** An empty pane. */
  public TracePane(ViewContext context) {
    this.context = context;
    table = new TraceTable(context, this::follow);
    find =
        Controls.wide(
            new FindLine(
                    "trace-find",
                    "find in the trace",
                    "Clear what to find",
                    context.background().latest(),
                    table.node(),
                    table::lines,
                    table::selectedLine,
                    table::selectLine)
                .staying(
                    List.of(
                        "find in the trace, e.g. a path, a key, an architecture",
                        "find in the trace, e.g. a path",
                        "find in the trace",
                        "find")));
    find.getStyleClass().add("trace-find");
    causes = new CausesPane(this::select, this::go);
    getStylesheets().add(Controls.sheet(TracePane.class, "resolve.css"));
    getStyleClass().add("trace");
    onlyFailing.selectedProperty().subscribe((before, now) -> fill());
    copy.setOnAction(event -> RowCopy.toClipboard(trace.text()));
    tools = Controls.styled(new HBox(find, onlyFailing, copy), "trace-tools");
    top = new VBox(causes, tools);
    setTop(top);
    setCenter(table.node());
    table.handlers().on(ActionId.FIND, find::open);
    find.install(new ActionHandlers().on(ActionId.FIND, find::open)).attachTo(this);
  }

  /** Shows a trace, with the first step visible for which there is no code. */
  public void show(LoaderTrace shown) {
    trace = shown;
    causes.show(shown);
    onlyFailing.setDisable(shown.nodes().stream().noneMatch(TraceNode::fails));
    fill();
  }

  /** Shows a changed trace: what is open and selected stays so. */
  public void update(LoaderTrace shown) {
    TraceTable.State state = table.state();
    show(shown);
    table.restore(state);
  }

  /** Names this pane of two, and takes no room for tools. */
  TracePane titled(String name) {
    causes.titled(name);
    tools.setVisible(false);
    tools.setManaged(false);
    return this;
  }

  /** Without what has a sense for single loads only; the sentence of the whole is elsewhere. */
  TracePane plain() {
    top.getChildren().remove(causes);
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
    trace = LoaderTrace.NONE;
    causes.show(trace);
    onlyFailing.setDisable(true);
    copy.setDisable(true);
    table.show(List.of(), text);
    find.forget();
  }

  private void fill() {
    List<TraceNode> nodes =
        onlyFailing.isSelected() && !onlyFailing.isDisabled()
            ? failing(trace.nodes())
            : trace.nodes();
    table.show(nodes, top.getChildren().contains(causes) ? trace.summary() : "No GPU would fail.");
    find.forget();
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

  /** The selected line; its {@link TraceNode#line} leads to the line of a log. */
  public ObservableValue<@Nullable TraceNode> selectedProperty() {
    return table.selected();
  }

  /** Selects a line of what is shown; false if it is not visible. */
  public boolean select(TraceNode node) {
    return table.select(node);
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

  /** Why there is no code, and how to fix it. UI thread only. */
  private static final class CausesPane extends VBox {
    private static final int FEW = 2;

    private final Consumer<TraceNode> select;
    private final Consumer<Place> go;
    private String name = "";

    CausesPane(Consumer<TraceNode> select, Consumer<Place> go) {
      this.select = select;
      this.go = go;
      Controls.named(this, "trace-causes", "causes");
      setMinHeight(Region.USE_PREF_SIZE);
    }

    /** Sets the title before the sentence. */
    void titled(String text) {
      name = text + ": ";
    }

    void show(LoaderTrace trace) {
      fill(trace, FEW);
    }

    private void fill(LoaderTrace trace, int most) {
      getChildren().clear();
      boolean any = !trace.summary().isEmpty() && !trace.nodes().isEmpty();
      setVisible(any);
      setManaged(any);
      if (!any) {
        return;
      }
      Label sign = Controls.label(trace.mark().sign(), "trace-sign", trace.mark().styleClass());
      Label summary =
          Controls.named(Controls.text(name + trace.summary()), "trace-summary", "trace-summary");
      getChildren().add(Controls.styled(new HBox(sign, summary), "cause-line"));
      if (!name.isEmpty()) {
        // Beside another there is little room, and what is compared has sentences of its own.
        return;
      }
      List<LoaderTrace.Cause> causes = trace.causes();
      List<LoaderTrace.Cause> few = causes.subList(0, Math.min(most, causes.size()));
      for (int i = 0; i < few.size(); i++) {
        // The same advice for several causes is said below the last of them.
        boolean again = i + 1 < few.size() && few.get(i).advice().equals(few.get(i + 1).advice());
        getChildren().add(cause(few.get(i), !again));
      }
      if (causes.size() > most) {
        Hyperlink more = new Hyperlink("%d more…".formatted(causes.size() - most));
        more.setId("trace-more-causes");
        more.setOnAction(event -> fill(trace, causes.size()));
        getChildren().add(more);
      }
    }

    private Node cause(LoaderTrace.Cause cause, boolean advised) {
      Label whose = Controls.label(VisibleText.of(cause.whose()), "muted", "cause-whose");
      Label sentence = Controls.label(VisibleText.of(cause.sentence()), "cause-sentence");
      Label advice = Controls.label("→ " + cause.advice(), "cause-advice");
      VBox words = new VBox(whose, sentence);
      if (advised) {
        words.getChildren().add(advice);
      }
      for (Label label : List.of(whose, sentence, advice)) {
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
      }
      HBox.setHgrow(words, Priority.ALWAYS);
      HBox card = Controls.styled(new HBox(words), "cause", cause.mark().styleClass() + "-cause");
      TraceNode step = cause.step();
      if (step != null) {
        card.getChildren().add(button("Show Step", () -> select.accept(step)));
      }
      Place place = cause.place();
      if (place != null) {
        card.getChildren().add(button("Go There", () -> go.accept(place)));
      }
      return card;
    }

    private static Button button(String text, Runnable run) {
      Button button = Controls.styled(Controls.whole(new Button(text)), "small");
      button.setOnAction(event -> run.run());
      return button;
    }
  }
}
