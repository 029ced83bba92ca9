package org.kpackworkbench.views.kit.overview;

import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.spi.ViewContext;

/** The overview on the screen: sentences, pictures of sizes, facts, problems, one below another. */
final class OverviewPane extends ScrollPane {
  private static final int MOST_WARNINGS = 20;
  private static final int MOST_PROBLEMS = 20;

  private final ViewContext context;
  private final Place place;

  OverviewPane(Overview overview, Place place, ViewContext context) {
    this.context = context;
    this.place = place;
    setId("overview");
    setFitToWidth(true);
    getStyleClass().addAll("edge-to-edge", "overview");
    // Arrows scroll it.
    setFocusTraversable(true);
    getStylesheets().add(styleSheet());
    VBox box = new VBox();
    box.getStyleClass().add("overview-box");
    box.getChildren().add(heading(overview));
    overview.sentences().forEach(sentence -> box.getChildren().add(sentence(sentence)));
    warnings(overview.warnings(), box);
    if (!overview.shares().isEmpty()) {
      box.getChildren().addAll(title("What its bytes are"), new SharesPane(overview, context));
    }
    if (!overview.targets().isEmpty()) {
      box.getChildren().addAll(title("GPU targets"), new TargetsPane(overview.targets(), context));
    }
    if (!overview.facts().isEmpty()) {
      box.getChildren().addAll(title("Facts"), new FactsGrid(overview.facts(), context));
    }
    problems(overview, box);
    setContent(box);
    setAccessibleText(String.join(" ", overview.sentences()));
  }

  static String styleSheet() {
    return Objects.requireNonNull(OverviewPane.class.getResource("overview.css")).toExternalForm();
  }

  private static Node heading(Overview overview) {
    Label name = new Label(overview.name());
    name.getStyleClass().add("title-3");
    name.setMinWidth(0);
    HBox line = new HBox(name);
    line.getStyleClass().add("overview-heading");
    if (!overview.state().isEmpty()) {
      Label state = new Label(overview.well() ? overview.state() : "⚠ " + overview.state());
      state.setId("overview-state");
      state.getStyleClass().addAll("state-badge", overview.well() ? "state-well" : "state-unwell");
      state.setMinWidth(Region.USE_PREF_SIZE);
      line.getChildren().add(state);
    }
    return line;
  }

  private static Label sentence(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.getStyleClass().add("overview-sentence");
    return label;
  }

  private static Label title(String text) {
    Label label = new Label(text);
    label.getStyleClass().addAll("title-4", "overview-title");
    return label;
  }

  private static void warnings(List<String> warnings, VBox box) {
    VBox bars = new VBox();
    bars.getStyleClass().add("overview-warnings");
    warnings.stream()
        .limit(MOST_WARNINGS)
        .forEach(
            warning ->
                bars.getChildren().add(new MessageBar(MessageBar.Severity.WARNING, warning)));
    if (warnings.size() > MOST_WARNINGS) {
      bars.getChildren().add(sentence("… and %d more.".formatted(warnings.size() - MOST_WARNINGS)));
    }
    if (!warnings.isEmpty()) {
      box.getChildren().add(bars);
    }
  }

  private void problems(Overview overview, VBox box) {
    int count = overview.problems().size();
    if (count == 0) {
      return;
    }
    box.getChildren().add(title(count == 1 ? "1 problem" : count + " problems"));
    overview.problems().stream()
        .limit(MOST_PROBLEMS)
        .forEach(problem -> box.getChildren().add(new ProblemCard(problem, place, context)));
    if (count > MOST_PROBLEMS) {
      box.getChildren().add(sentence("… and %d more.".formatted(count - MOST_PROBLEMS)));
    }
  }
}
