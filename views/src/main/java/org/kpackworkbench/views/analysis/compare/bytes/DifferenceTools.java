package org.kpackworkbench.views.analysis.compare.bytes;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;

/** The line above what is compared: differences, how far they are known, and other tools. */
public final class DifferenceTools extends HBox {
  private final Label count = label("difference-count");
  private final Label detail;
  private final ProgressBar bar = new ProgressBar();
  private final Button stop = new Button();
  private final String stopId;

  /**
   * A line.
   *
   * @param id what the ids of its progress begin with
   * @param detailId the id of a muted label beside the count
   * @param others what is at the end of the line
   */
  public DifferenceTools(
      String id, String detailId, Runnable previous, Runnable next, Node... others) {
    stopId = id + "-stop";
    getStyleClass().add("tool-line");
    count.setMinWidth(80);
    detail = label(detailId);
    detail.getStyleClass().add("muted");
    detail.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    detail.setMinWidth(0);
    // It is what gives way.
    HBox.setHgrow(detail, Priority.ALWAYS);
    bar.setId(id + "-progress");
    bar.setPrefWidth(90);
    bar.setMinWidth(40);
    Region space = Controls.wide(new Region());
    String up = "Go to the previous difference (Alt+Up)";
    String down = "Go to the next difference (Alt+Down)";
    getChildren()
        .addAll(
            SignButton.of("previous-difference", "▲", up, previous),
            SignButton.of("next-difference", "▼", down, next),
            count,
            detail,
            bar,
            stop,
            space);
    getChildren().addAll(others);
    getChildren().forEach(part -> part.managedProperty().bind(part.visibleProperty()));
  }

  private static Label label(String id) {
    return Controls.named(Controls.tip(new Label(), ""), id);
  }

  /** Shows in which difference the user is. */
  public void say(String text) {
    count.setText(text);
    count.getTooltip().setText(text);
  }

  /** Shows a detail beside that, in full as a tooltip. */
  public void detail(String text, String words) {
    detail.setText(text);
    detail.getTooltip().setText(words);
  }

  /** Shows how much has been compared, 0–1, or that it is not known for a negative number. */
  public void progress(boolean running, double fraction) {
    bar.setProgress(fraction);
    bar.setVisible(running);
  }

  /** Shows a button that stops, or goes on. */
  public void stopButton(boolean shown, String text, String words, Runnable action) {
    SignButton.set(stop, stopId, text, words, action);
    stop.setVisible(shown);
  }

  /** Shows differences, or only what runs. */
  public void differences(boolean shown) {
    getChildren().subList(0, 4).forEach(part -> part.setVisible(shown));
  }
}
