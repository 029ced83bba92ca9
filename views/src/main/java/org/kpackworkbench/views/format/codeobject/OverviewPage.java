package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** What a code object is, at a glance; what disagrees stands on top. */
final class OverviewPage implements DocumentView {
  private final CodeObjectSubject subject;
  private final ViewContext context;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final BorderPane root = new BorderPane();
  private boolean asked;

  OverviewPage(CodeObjectSubject subject, ViewContext context) {
    this.subject = subject;
    this.context = context;
  }

  @Override
  public String id() {
    return "code-object-overview";
  }

  @Override
  public String title() {
    return "Overview";
  }

  @Override
  public Node node() {
    if (!asked) {
      asked = true;
      root.setId(id());
      root.getStylesheets().add(CodeObjectViews.stylesheet());
      context
          .background()
          .run(
              () -> CodeObjectSummary.of(subject),
              this::arrived,
              failure ->
                  root.setCenter(new ErrorView("The code object could not be read", failure)));
    }
    return root;
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(subject.place());
  }

  @Override
  public void show(Place place) {}

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }

  private void arrived(CodeObjectSummary summary) {
    VBox bars = new VBox();
    // Inside another file the bars stand above all pages.
    if (subject.row() == null) {
      bars.getChildren().addAll(mismatchBars(summary.mismatches()));
    }
    summary.problems().forEach(problem -> bars.getChildren().add(bar(problem)));
    VBox groups = new VBox();
    groups.getStyleClass().add("fact-groups");
    for (CodeObjectSummary.Group group : summary.groups()) {
      Label title = new Label(group.title());
      title.getStyleClass().add("fact-heading");
      groups.getChildren().addAll(title, grid(group));
    }
    ScrollPane scroll = new ScrollPane(groups);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("edge-to-edge");
    root.setTop(bars);
    root.setCenter(scroll);
  }

  static List<MessageBar> mismatchBars(List<TargetMismatch> mismatches) {
    return mismatches.stream()
        .map(mismatch -> new MessageBar(MessageBar.Severity.WARNING, mismatch.sentence()))
        .toList();
  }

  private MessageBar bar(FormatException problem) {
    Button details = new Button("Details");
    details.setOnAction(event -> context.dialogs().showError("A part could not be read", problem));
    return new MessageBar(MessageBar.Severity.ERROR, ErrorText.of(problem).inOneLine(), details);
  }

  private static GridPane grid(CodeObjectSummary.Group group) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("fact-grid");
    int row = 0;
    for (Fact fact : group.facts()) {
      Label name = new Label(fact.name());
      name.getStyleClass().add("muted");
      name.getStyleClass().add("fact-name");
      name.setMinWidth(Region.USE_PREF_SIZE);
      TextField value = new TextField((fact.warning() ? "⚠ " : "") + fact.value());
      value.setEditable(false);
      value.getStyleClass().add("plain-value");
      if (fact.warning()) {
        value.getStyleClass().add("warning-value");
      }
      value.setAccessibleText(fact.name());
      GridPane.setHgrow(value, Priority.ALWAYS);
      grid.addRow(row++, name, value);
    }
    return grid;
  }
}
