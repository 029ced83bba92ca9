package org.kpackworkbench.views.kit.draw;

import java.util.Objects;
import java.util.function.BiFunction;
import javafx.animation.Animation;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tooltip about the part under the pointer, for nodes whose parts are drawn and so have no tooltips
 * of their own.
 *
 * <p>It appears when the pointer rests, and goes when the pointer comes to another part. UI thread.
 */
public final class HoverTip {
  private static final Duration REST = Duration.millis(450);
  private static final double BELOW_POINTER_PIXELS = 18;

  private final Node node;
  private final BiFunction<Double, Double, @Nullable String> words;
  private final Tooltip tooltip = new Tooltip();
  private final PauseTransition rest = new PauseTransition(REST);
  private @Nullable String shown;

  private HoverTip(Node node, BiFunction<Double, Double, @Nullable String> words) {
    this.node = node;
    this.words = words;
    tooltip.getStyleClass().add("hover-tip");
  }

  /**
   * Gives a node such a tip.
   *
   * @param words what there is to say about a point of the node; null: nothing
   */
  public static HoverTip install(Node node, BiFunction<Double, Double, @Nullable String> words) {
    HoverTip tip = new HoverTip(node, words);
    node.addEventHandler(MouseEvent.MOUSE_MOVED, tip::moved);
    node.addEventHandler(MouseEvent.MOUSE_EXITED, event -> tip.hide());
    node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> tip.hide());
    node.addEventFilter(ScrollEvent.SCROLL, event -> tip.hide());
    node.sceneProperty().subscribe(tip::hide);
    return tip;
  }

  private void moved(MouseEvent event) {
    String now = words.apply(event.getX(), event.getY());
    if (Objects.equals(now, shown) && tooltip.isShowing()) {
      return;
    }
    hide();
    if (now != null) {
      rest.setOnFinished(done -> show(event, now));
      rest.playFromStart();
    }
  }

  private void show(MouseEvent event, String now) {
    if (node.getScene() != null && node.getScene().getWindow() != null) {
      shown = now;
      tooltip.setText(now);
      tooltip.show(node, event.getScreenX(), event.getScreenY() + BELOW_POINTER_PIXELS);
    }
  }

  /** Whether it is shown or about to be. */
  public boolean isPending() {
    return tooltip.isShowing() || rest.getStatus() == Animation.Status.RUNNING;
  }

  /** Takes it away. */
  public void hide() {
    rest.stop();
    tooltip.hide();
    shown = null;
  }
}
