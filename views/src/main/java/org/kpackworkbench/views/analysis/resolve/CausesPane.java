package org.kpackworkbench.views.analysis.resolve;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.text.VisibleText;

/** Why there is no code, and what would mend it. UI thread only. */
final class CausesPane extends VBox {
  private static final int FEW = 2;

  private final Consumer<TraceNode> select;
  private final Consumer<Place> go;
  private String name = "";

  CausesPane(Consumer<TraceNode> select, Consumer<Place> go) {
    this.select = select;
    this.go = go;
    setId("trace-causes");
    getStyleClass().add("causes");
    setMinHeight(Region.USE_PREF_SIZE);
  }

  /** What stands before its sentence. */
  void titled(String text) {
    name = text + ": ";
  }

  void show(Trace trace) {
    fill(trace, FEW);
  }

  private void fill(Trace trace, int most) {
    getChildren().clear();
    boolean any = !trace.summary().isEmpty() && !trace.nodes().isEmpty();
    setVisible(any);
    setManaged(any);
    if (!any) {
      return;
    }
    Label sign = new Label(trace.mark().sign());
    sign.getStyleClass().addAll("trace-sign", trace.mark().styleClass());
    Label summary = new Label(name + trace.summary());
    summary.setId("trace-summary");
    summary.getStyleClass().add("trace-summary");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    HBox head = new HBox(sign, summary);
    head.getStyleClass().add("cause-line");
    getChildren().add(head);
    if (!name.isEmpty()) {
      // Beside another there is little room, and what is compared has sentences of its own.
      return;
    }
    List<Trace.Cause> causes = trace.causes();
    causes.stream().limit(most).map(this::cause).forEach(getChildren()::add);
    if (causes.size() > most) {
      Hyperlink more = new Hyperlink("%d more…".formatted(causes.size() - most));
      more.setId("trace-more-causes");
      more.setOnAction(event -> fill(trace, causes.size()));
      getChildren().add(more);
    }
  }

  private Node cause(Trace.Cause cause) {
    Label whose = new Label(VisibleText.of(cause.whose()));
    whose.getStyleClass().addAll("muted", "cause-whose");
    Label sentence = new Label(VisibleText.of(cause.sentence()));
    sentence.getStyleClass().add("cause-sentence");
    Label advice = new Label("→ " + cause.advice());
    advice.getStyleClass().add("cause-advice");
    VBox words = new VBox(whose, sentence, advice);
    for (Label label : List.of(whose, sentence, advice)) {
      label.setWrapText(true);
      label.setMinHeight(Region.USE_PREF_SIZE);
    }
    HBox.setHgrow(words, Priority.ALWAYS);
    HBox card = new HBox(words);
    card.getStyleClass().addAll("cause", cause.mark().styleClass() + "-cause");
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
    Button button = new Button(text);
    button.getStyleClass().add("small");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> run.run());
    return button;
  }
}
