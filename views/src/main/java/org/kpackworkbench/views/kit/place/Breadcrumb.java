package org.kpackworkbench.views.kit.place;

import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.shape.Rectangle;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * The steps from the outermost to the current one, each a button. Long names are cut, and more of
 * them where there is less room. UI thread only.
 */
public final class Breadcrumb extends HBox {
  /** Labels up to this length are never cut. */
  private static final int SHORT = 14;

  /** Letters of a label that are shown where there is room: one name must not push out the rest. */
  private static final int LONGEST = 72;

  private static final double TIP_WIDTH = 640;

  /**
   * One step.
   *
   * @param tip what the tooltip says
   * @param go what a click does
   */
  public record Step(String text, String tip, Runnable go) {}

  /**
   * Shows no step.
   *
   * @param words what a screen reader calls it
   */
  public Breadcrumb(String id, String words) {
    Controls.named(this, id, "breadcrumb");
    setMinWidth(0);
    Rectangle inside = new Rectangle();
    inside.widthProperty().bind(widthProperty());
    inside.heightProperty().bind(heightProperty());
    // What cannot shrink any more must not cover what is beside it.
    setClip(inside);
    setAccessibleText(words);
  }

  /** Shows other steps; the last one is the current one. */
  public void show(List<Step> steps) {
    getChildren().clear();
    for (Step step : steps) {
      if (!getChildren().isEmpty()) {
        getChildren().add(Controls.whole(Controls.label("›", "breadcrumb-arrow")));
      }
      getChildren().add(crumb(step));
    }
    if (!steps.isEmpty()) {
      getChildren().getLast().getStyleClass().add("crumb-last");
    }
  }

  private static Button crumb(Step step) {
    Button button = new Button(PlaceWords.cut(step.text(), LONGEST));
    button.getStyleClass().addAll("flat", "crumb");
    button.setMnemonicParsing(false);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(step.text().length() <= SHORT ? USE_PREF_SIZE : 60);
    Tooltip tip = new Tooltip(step.tip());
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    button.setTooltip(tip);
    button.setAccessibleText(step.text());
    button.setOnAction(event -> step.go().run());
    return button;
  }
}
