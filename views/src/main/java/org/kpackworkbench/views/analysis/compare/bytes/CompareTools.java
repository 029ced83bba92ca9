package org.kpackworkbench.views.analysis.compare.bytes;

import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Separator;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.action.SignButton;

/** The line above aligned bytes: differences, how far they are known, and what can be done. */
final class CompareTools extends HBox {
  private final ProgressBar bar = new ProgressBar();
  private final Label percent = new Label();
  private final Button stop = new Button();

  CompareTools(ByteComparePane pane, ObservableValue<String> words, boolean canSwap) {
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
    SignButton.set(
        stop, "align-stop", "Stop", "Stop comparing; known results are kept", pane::stopOrGoOn);
    ToggleButton fold = new ToggleButton();
    fold.selectedProperty().bindBidirectional(pane.foldingProperty());
    SignButton.set(fold, "fold-equal", "Fold equal", "Hide bytes that are the same", () -> {});
    Button swap =
        SignButton.of("swap-sides", "⇄ Swap", "Swap the sides (Alt+\\)", pane::requestSwap);
    swap.setDisable(!canSwap);
    getChildren()
        .addAll(
            SignButton.of(
                "previous-difference",
                "▲",
                "Go to the previous difference (Alt+Up)",
                pane::previousDifference),
            SignButton.of(
                "next-difference",
                "▼",
                "Go to the next difference (Alt+Down)",
                pane::nextDifference),
            count,
            bar,
            percent,
            stop,
            space,
            fold,
            swap,
            new Separator(Orientation.VERTICAL),
            SignButton.of("open-find", "Find", "Find text or bytes (Ctrl+F)", pane::openFind),
            SignButton.of("open-go-to", "Go to", "Go to an offset (Ctrl+G)", pane::openGoTo));
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
    stop.setText(running ? "Stop" : "Continue");
    stop.setAccessibleText(running ? "Stop comparing" : "Continue comparing");
    stop.setTooltip(
        new Tooltip(running ? "Stop comparing; known results are kept" : "Compare the rest"));
    show(stop, running || canGoOn);
  }

  private static void show(Region part, boolean visible) {
    part.setVisible(visible);
    part.setManaged(visible);
  }
}
