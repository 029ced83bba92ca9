package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.place.Breadcrumb;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Head of a comparison: what is compared with what, what can be done with all of it, and the way
 * down.
 */
final class CompareHead extends VBox {
  private static final int MOST_NAMED = 6;

  private static final int SHORT = 12;

  private final ActionControls controls;
  private final IntConsumer first;
  private final IntConsumer upTo;
  private final HBox sides = Controls.styled(new HBox(), "compare-head");
  private final Breadcrumb crumbs = new Breadcrumb("compare-crumbs", "The path to this level");

  /**
   * @param first makes a side the one with which the others are compared
   * @param upTo goes up to a level
   */
  CompareHead(ViewContext context, IntConsumer first, IntConsumer upTo) {
    this.controls = new ActionControls(context.actions());
    this.first = first;
    this.upTo = upTo;
    crumbs.getStyleClass().add("compare-crumbs");
    crumbs.managedProperty().bind(crumbs.visibleProperty());
    crumbs.setVisible(false);
    getChildren().addAll(sides, crumbs);
  }

  void show(CompareTrail trail) {
    showSides(trail);
    showCrumbs(trail);
  }

  private void showSides(CompareTrail trail) {
    sides.getChildren().clear();
    CompareLevel level = trail.files();
    boolean whole = level == null || level.equals(trail.levels().getFirst());
    List<String> names = withoutSharedEnd(level == null ? trail.call().names() : level.names());
    List<Side> open = level == null ? List.of() : level.comparison().sides();
    if (names.size() > MOST_NAMED) {
      sides.getChildren().add(many(names));
    }
    for (int side = 0; side < names.size() && names.size() <= MOST_NAMED; side++) {
      if (side > 0) {
        sides.getChildren().add(Controls.whole(new Label(side == 1 ? "→" : "·")));
      }
      long size = side < open.size() ? open.get(side).sizeBytes() : -1;
      String sizeText =
          size < 0
              ? ""
              : "  " + SizeText.of(size, open.stream().mapToLong(Side::sizeBytes).toArray());
      Place place = trail.call().sides().get(side);
      String where =
          !whole
              ? open.get(side).label()
              : place instanceof Place.File ? place.file().toString() : names.get(side);
      boolean chosen = side == 0 || names.size() == 2 || !whole;
      sides.getChildren().add(name(side, names.get(side) + sizeText, where, chosen));
      String unsaved = whole ? trail.unsavedWords(side) : "";
      if (!unsaved.isEmpty()) {
        Label label =
            Controls.named(Controls.whole(new Label(unsaved)), "compare-unsaved-" + side, "muted");
        sides.getChildren().add(label);
      }
    }
    Region gap = Controls.wide(new Region());
    String words = ActionControls.tooltip(ActionId.SWAP_SIDES);
    Button swap = SignButton.of("compare-swap", "Swap", words, () -> first.accept(1));
    swap.getStyleClass().addAll("small");
    swap.setDisable(!trail.canSwap());
    sides
        .getChildren()
        .addAll(
            gap,
            swap,
            controls.toolButton(ActionId.RELOAD),
            controls.toolButton(ActionId.EXPORT_COMPARISON));
  }

  /**
   * Names of many sides without the folders and the file name at their end that all have: there is
   * room for what distinguishes them.
   */
  static List<String> withoutSharedEnd(List<String> names) {
    return names.size() <= 2 ? names : DifferenceRows.heads(names);
  }

  /** More sides than there is room for. */
  private static Region many(List<String> names) {
    Label label =
        Controls.named(
            new Label(
                "%s … %s  (%d sides)".formatted(names.getFirst(), names.getLast(), names.size())),
            "compare-side-names",
            "compare-side-name");
    label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    label.setMinWidth(60);
    label.setTooltip(new Tooltip(String.join("\n", names)));
    return label;
  }

  private Region name(int side, String words, String where, boolean chosen) {
    Labeled named;
    if (chosen) {
      named = new Label(words);
      named.getStyleClass().add("compare-side-name");
      named.setTooltip(new Tooltip(where));
    } else {
      // Which side the others are compared with is up to the user.
      Button button = new Button(words);
      button.setOnAction(event -> first.accept(side));
      named = button;
      named.getStyleClass().addAll("flat", "crumb");
      named.setMnemonicParsing(false);
      named.setTooltip(new Tooltip(where + "\nClick: compare the others with this one"));
    }
    named.setId("compare-side-name-" + side);
    named.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    // A short name is whole, and no wider than it is.
    named.setMinWidth(words.length() <= SHORT ? USE_PREF_SIZE : 60);
    return named;
  }

  private void showCrumbs(CompareTrail trail) {
    List<CompareLevel> levels = trail.levels();
    List<Breadcrumb.Step> steps = new ArrayList<>();
    for (int at = 0; at < levels.size() && levels.size() > 1; at++) {
      int level = at;
      String title = levels.get(at).title();
      steps.add(new Breadcrumb.Step(at == 0 ? "All" : title, title, () -> upTo.accept(level)));
    }
    crumbs.setVisible(!steps.isEmpty());
    crumbs.show(steps);
  }
}
