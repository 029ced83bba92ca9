package org.kpackworkbench.views.analysis.compare;

import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.analysis.diff.Change;

/**
 * What came of a comparison, and how many rows there are of each change; a click on one of them
 * shows only those.
 */
final class SummaryBar extends FlowPane {
  private final CompareModel model;
  private final Label outcome = new Label();

  SummaryBar(CompareModel model) {
    this.model = model;
    setId("compare-summary");
    getStyleClass().add("compare-summary");
    outcome.setId("compare-outcome");
    outcome.getStyleClass().add("text-bold");
    outcome.setMinWidth(Region.USE_PREF_SIZE);
    model.countsProperty().subscribe(counts -> fill());
    model.wishProperty().subscribe(wish -> fill());
  }

  /** Says again what came of it. */
  void refresh() {
    outcome.setText(CompareWords.outcome(model.comparison()));
  }

  private void fill() {
    refresh();
    getChildren().setAll(outcome);
    CompareCounts counts = model.countsProperty().get();
    Change chosen = model.wishProperty().get().change();
    for (Change change : Change.values()) {
      int count = counts.of().getOrDefault(change, 0);
      if (count > 0 || change == chosen) {
        getChildren().add(chip(change, count, change == chosen));
      }
    }
  }

  private ToggleButton chip(Change change, int count, boolean on) {
    ChangeLook look = ChangeLook.of(change);
    String number = String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
    ToggleButton chip = new ToggleButton("%s  %s %s".formatted(look.sign(), number, look.word()));
    chip.setId("compare-only-" + change.id());
    chip.getStyleClass().addAll("small", "compare-chip", look.styleClass());
    chip.setMinWidth(Region.USE_PREF_SIZE);
    chip.setSelected(on);
    chip.setTooltip(
        new Tooltip(on ? "Show all rows again" : "Show only rows of this kind: " + change.words()));
    chip.setAccessibleText(number + " " + change.words());
    chip.setOnAction(
        event -> model.wish(model.wishProperty().get().change(chip.isSelected() ? change : null)));
    return chip;
  }
}
