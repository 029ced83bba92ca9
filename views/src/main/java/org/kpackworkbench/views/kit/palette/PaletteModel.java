package org.kpackworkbench.views.kit.palette;

import java.util.Comparator;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.views.kit.action.ActionModel;

/** What the command palette lists: the actions that can run now and fit what was typed. */
public final class PaletteModel {
  private final List<ActionModel> all;
  private final ObservableList<ActionModel> shown = FXCollections.observableArrayList();

  /** A palette over some actions; those that cannot run now are left out. */
  public PaletteModel(List<ActionModel> actions) {
    all = actions.stream().filter(action -> action.enabledProperty().get()).toList();
    shown.setAll(all);
  }

  /** What fits, the best first. */
  public ObservableList<ActionModel> shown() {
    return shown;
  }

  /** Something was typed. */
  public void query(String text) {
    if (text.isBlank()) {
      shown.setAll(all);
      return;
    }
    shown.setAll(
        all.stream()
            .filter(action -> score(text, action) > Integer.MIN_VALUE)
            .sorted(Comparator.comparingInt((ActionModel action) -> score(text, action)).reversed())
            .toList());
  }

  private static int score(String text, ActionModel action) {
    int byName = FuzzyMatch.score(text, action.id().fullText());
    // A description is long enough for any few letters to be somewhere in it: whole words only.
    boolean described =
        action
            .id()
            .description()
            .toLowerCase(java.util.Locale.ROOT)
            .contains(text.strip().toLowerCase(java.util.Locale.ROOT));
    return byName > Integer.MIN_VALUE ? byName : described ? -100_000 : Integer.MIN_VALUE;
  }
}
