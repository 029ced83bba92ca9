package org.kpackworkbench.views.analysis.compare.bytes;

import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Separator;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** The line above aligned bytes: differences, how far they are known, and what can be done. */
final class CompareTools extends HBox {
  private final ProgressBar bar = new ProgressBar();
  private final Label percent = new Label();
  private final Button stop = new Button();

  /** What its buttons do. */
  interface Requests {
    void previousDifference();

    void nextDifference();

    void stopOrGoOn();

    void swap();

    void openFind();

    void openGoTo();
  }

  CompareTools(
      Requests requests, ObservableValue<String> words, ToggleButton fold, boolean canSwap) {
    getStyleClass().add("tool-line");
    Label count = new Label();
    count.setId("difference-count");
    count.textProperty().bind(words);
    count.setMinWidth(80);
    HBox.setHgrow(count, Priority.SOMETIMES);
    Tooltip full = new Tooltip();
    full.textProperty().bind(words);
    count.setTooltip(full);
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    bar.setId("align-progress");
    bar.setPrefWidth(90);
    bar.setMinWidth(40);
    percent.setId("align-words");
    percent.setMinWidth(Region.USE_PREF_SIZE);
    set(stop, "align-stop", "Stop", "Stop comparing; known results are kept", requests::stopOrGoOn);
    set(fold, "fold-equal", "Fold equal", "Hide bytes that are the same", () -> {});
    Button swap = button("swap-sides", "⇄ Swap", "Swap the sides (Alt+\\)", requests::swap);
    swap.setDisable(!canSwap);
    getChildren()
        .addAll(
            button(
                "previous-difference",
                "▲",
                "Go to the previous difference (Alt+Up)",
                requests::previousDifference),
            button(
                "next-difference",
                "▼",
                "Go to the next difference (Alt+Down)",
                requests::nextDifference),
            count,
            bar,
            percent,
            stop,
            space,
            fold,
            swap,
            new Separator(Orientation.VERTICAL),
            button("open-find", "Find", "Find text or bytes (Ctrl+F)", requests::openFind),
            button("open-go-to", "Go to", "Go to an offset (Ctrl+G)", requests::openGoTo));
  }

  /**
   * Shows how far the alignment is.
   *
   * @param fraction how much has been compared, 0–1
   * @param canGoOn whether something is left that could be compared
   */
  void showProgress(boolean running, double fraction, boolean canGoOn) {
    bar.setProgress(fraction);
    show(bar, running);
    percent.setText(
        running
            ? "%d %%".formatted((int) (100 * fraction))
            : "stopped at %d %%".formatted((int) (100 * fraction)));
    show(percent, running || canGoOn);
    stop.setText(running ? "Stop" : "Go on");
    stop.setAccessibleText(running ? "Stop comparing" : "Continue comparing");
    stop.setTooltip(
        new Tooltip(running ? "Stop comparing; known results are kept" : "Compare the rest"));
    show(stop, running || canGoOn);
  }

  private static void show(Region part, boolean visible) {
    part.setVisible(visible);
    part.setManaged(visible);
  }

  static Button button(String id, String sign, String words, Runnable action) {
    Button button = new Button();
    set(button, id, sign, words, action);
    return button;
  }

  private static void set(ButtonBase button, String id, String sign, String words, Runnable run) {
    button.setId(id);
    button.setText(sign);
    button.setTooltip(new Tooltip(words));
    button.setAccessibleText(words);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(event -> run.run());
  }
}
