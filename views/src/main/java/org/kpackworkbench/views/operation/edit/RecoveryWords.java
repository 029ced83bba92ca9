package org.kpackworkbench.views.operation.edit;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;

/** Says what a crash left behind, and what of it could not be kept. */
final class RecoveryWords {
  private static final double GAP = 8;
  private static final double WIDTH = 620;
  private static final double HEIGHT = 360;

  private RecoveryWords() {}

  static String edits(int count) {
    return CountText.of(count, "edit");
  }

  /** What is offered, in sentences. */
  static String offer(RecoveredEdits left, RecoveredEdits.State state) {
    int count = left.edits().size();
    String text =
        "%s of this file %s not saved when the program ended."
            .formatted(edits(count), CountText.word(count, "was", "were"));
    return text
        + switch (state) {
          case SAME, SAME_CONTENT -> "";
          case CHANGED -> " The file has changed since then: some may no longer apply.";
          case GONE -> " The file no longer exists.";
        }
        + (left.whole() ? "" : " The last of them could not be read.");
  }

  /** The edits as a list. */
  static Region list(RecoveredEdits left) {
    VBox box = new VBox(GAP);
    for (String words : left.words()) {
      box.getChildren().add(line("• " + words));
    }
    for (String words : left.lost()) {
      box.getChildren().add(muted("• undo of " + words + " (it had been saved, and stays so)"));
    }
    return scrolling(box);
  }

  /** What was not kept, each with why. */
  static Region list(DroppedEdits result) {
    VBox box = new VBox(GAP);
    List<DroppedEdits.Line> lines = result.lines();
    for (DroppedEdits.Line each : lines) {
      Label why = muted(each.why());
      // Below the words of the edit, in each of its lines.
      why.setStyle("-fx-padding: 0 0 0 0.95em;");
      box.getChildren().add(new VBox(line("• " + each.edit()), why));
    }
    return scrolling(box);
  }

  private static Label line(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    return label;
  }

  private static Label muted(String text) {
    Label label = line(text);
    label.getStyleClass().add("muted");
    return label;
  }

  private static Region scrolling(VBox box) {
    ScrollPane pane = new ScrollPane(box);
    pane.getStyleClass().add("edge-to-edge");
    pane.setFitToWidth(true);
    pane.setPrefSize(WIDTH, HEIGHT);
    return pane;
  }
}
