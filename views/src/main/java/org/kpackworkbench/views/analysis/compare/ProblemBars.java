package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.AlikeProblems;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.ViewContext;

/** Problems of the sides of a comparison, which may become more, above its rows. */
final class ProblemBars extends VBox {
  private static final int FEW_REMARKS = 2;

  /** The rows need the room; the list says the rest. */
  private static final int MOST_CAUSES = 3;

  private final List<String> names;
  private final ViewContext context;
  private int shown;

  ProblemBars(List<String> names, ViewContext context) {
    this.names = names;
    this.context = context;
    setId("compare-problems");
  }

  void show(List<Side.Problem> problems) {
    if (problems.size() == shown) {
      return;
    }
    shown = problems.size();
    getChildren().clear();
    Map<String, List<Side.Problem>> causes = new LinkedHashMap<>();
    for (Side.Problem problem : problems) {
      causes
          .computeIfAbsent(
              problem.side() + AlikeProblems.cause(problem.failure()), cause -> new ArrayList<>())
          .add(problem);
    }
    for (List<Side.Problem> alike : causes.values()) {
      if (getChildren().size() == MOST_CAUSES) {
        break;
      }
      getChildren().add(bar(alike, problems));
    }
  }

  private MessageBar bar(List<Side.Problem> alike, List<Side.Problem> all) {
    Side.Problem first = alike.getFirst();
    String side =
        first.side() < names.size() ? names.get(first.side()) : "side " + (first.side() + 1);
    String title = "Not all of %s can be compared".formatted(side);
    Button details =
        SignButton.named(
            "compare-problem-details",
            "Details",
            () -> context.dialogs().showError(title, first.failure()));
    MessageBar bar =
        new MessageBar(
            Severity.ERROR,
            title + ". " + new AlikeProblems(first.failure(), alike.size()).inOneLine(),
            details);
    if (all.size() > 1 && first.equals(all.getFirst())) {
      bar.add(
          SignButton.named(
              "compare-problem-list",
              "Show All %d".formatted(all.size()),
              () -> context.dialogs().show("What cannot be compared", list(all))));
    }
    return bar;
  }

  private TextArea list(List<Side.Problem> all) {
    TextArea lines =
        new TextArea(
            all.stream()
                .map(problem -> ErrorText.of(problem.failure()).inOneLine())
                .collect(Collectors.joining("\n")));
    lines.setEditable(false);
    lines.setWrapText(true);
    lines.setPrefRowCount(Math.clamp(all.size(), 4, 20));
    lines.setAccessibleText("What cannot be compared");
    return lines;
  }

  /** Remarks on a comparison: sentences, below the first one where they are many. */
  static Node remarks(List<String> remarks) {
    VBox lines = Controls.named(new VBox(), "compare-remarks", "compare-remarks");
    remarks.stream().skip(1).map(ProblemBars::sentence).forEach(lines.getChildren()::add);
    if (remarks.size() <= FEW_REMARKS) {
      lines.getChildren().addFirst(sentence(remarks.getFirst()));
      return lines;
    }
    // The first sentence says it in short; the others may take much room.
    ScrollPane scroll = new ScrollPane(lines);
    scroll.getStyleClass().addAll("edge-to-edge", "compare-explanation-scroll");
    scroll.setFitToWidth(true);
    TitledPane fold = new TitledPane(VisibleText.of(remarks.getFirst()), scroll);
    fold.setId("compare-explanation");
    fold.getStyleClass().addAll("dense", "compare-explanation");
    fold.setAnimated(false);
    return fold;
  }

  private static Label sentence(String words) {
    return Controls.text("• " + VisibleText.of(words));
  }
}
