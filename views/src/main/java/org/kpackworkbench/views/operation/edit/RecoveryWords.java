package org.kpackworkbench.views.operation.edit;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.views.kit.control.Controls;

/** Texts about what a crash left behind, and what of it could not be kept. */
final class RecoveryWords {
  private static final double WIDTH = 620;
  private static final double HEIGHT = 360;

  private RecoveryWords() {}

  static String edits(int count) {
    return CountText.of(count, "edit");
  }

  /** Returns the offer, in sentences. */
  static String offer(RecoveredEdits left, RecoveredEdits.State state) {
    return offer(List.of(new RecoveryActions.Left(left, state)), 0, 0);
  }

  /**
   * Returns the offer for one file, in sentences.
   *
   * @param all what processes left behind, one after the other
   * @param openFiles of how many other files that are open they are offered
   * @param otherFiles how many other files have such edits
   */
  static String offer(List<RecoveryActions.Left> all, int openFiles, int otherFiles) {
    int count = all.stream().mapToInt(left -> left.edits().edits().size()).sum();
    StringBuilder text =
        new StringBuilder(
            "%s of this file %s not saved when the program ended%s."
                .formatted(
                    edits(count),
                    CountText.word(count, "was", "were"),
                    all.size() > 1 ? " the last %d times".formatted(all.size()) : ""));
    if (any(all, RecoveredEdits.State.CHANGED)) {
      text.append(" The file has changed since then: some may no longer apply.");
    } else if (any(all, RecoveredEdits.State.GONE)) {
      text.append(" The file no longer exists.");
    } else if (all.size() > 1) {
      text.append(" Later edits may not apply after earlier ones.");
    }
    if (!all.stream().allMatch(left -> left.edits().whole())) {
      text.append(" The last of them could not be read.");
    }
    List<String> others = new ArrayList<>();
    if (openFiles > 0) {
      others.add(CountText.of(openFiles, "other open file"));
    }
    if (otherFiles > 0) {
      others.add(
          openFiles > 0
              ? CountText.of(otherFiles, "file that is", "files that are") + " not open"
              : CountText.of(otherFiles, "other file"));
    }
    if (!others.isEmpty()) {
      text.append(
          " %s %s such edits, too."
              .formatted(
                  String.join(" and ", others),
                  CountText.word(openFiles + otherFiles, "has", "have")));
    }
    return text.toString();
  }

  private static boolean any(List<RecoveryActions.Left> all, RecoveredEdits.State state) {
    return all.stream().anyMatch(left -> left.state() == state);
  }

  /** The edits as a list. */
  static Region list(List<RecoveryActions.Left> all) {
    VBox box = new VBox();
    for (RecoveryActions.Left left : all) {
      for (String words : left.edits().words()) {
        box.getChildren().add(line("• " + words));
      }
      for (String words : left.edits().lost()) {
        box.getChildren().add(muted("• undo of " + words + " (it had been saved, and stays so)"));
      }
    }
    return scrolling(box);
  }

  /** Lists the edits that were not kept, each with its reason. */
  static Region list(DroppedEdits result) {
    VBox box = new VBox();
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
    return Controls.wrapped(new Label(text));
  }

  private static Label muted(String text) {
    Label label = line(text);
    label.getStyleClass().add("muted");
    return label;
  }

  private static Region scrolling(VBox box) {
    box.getStyleClass().add("editor-pane");
    ScrollPane pane = Controls.styled(new ScrollPane(box), "edge-to-edge");
    pane.setFitToWidth(true);
    pane.setPrefSize(WIDTH, HEIGHT);
    return pane;
  }
}
