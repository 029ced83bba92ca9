package org.kpackworkbench.views.bench;

import java.util.concurrent.CompletableFuture;
import javafx.animation.AnimationTimer;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ScrollBar;
import javafx.scene.robot.Robot;
import org.kpackworkbench.views.kit.hex.HexView;

/** Turns the mouse wheel over a node, one step a pulse, and measures from pulse to pulse. */
final class WheelSteps extends AnimationTimer {
  private final Node node;
  private final Robot robot = new Robot();
  private final double[] seconds;
  private final double from;
  private Runnable done = () -> {};
  private int frame;
  private long last;

  WheelSteps(Node node, int steps) {
    this.node = node;
    seconds = new double[steps];
    from = position();
    Bounds bounds = node.localToScreen(node.getBoundsInLocal());
    robot.mouseMove(bounds.getCenterX(), bounds.getCenterY());
  }

  /** Turns, and then does something else. */
  void run(Runnable then) {
    done = then;
    start();
  }

  /** Turns, and answers with the seconds of each frame, or with why there are none. */
  void answer(CompletableFuture<double[]> answer) {
    run(
        () -> {
          if (position() == from) {
            answer.completeExceptionally(new IllegalStateException("nothing was scrolled"));
          } else {
            answer.complete(seconds);
          }
        });
  }

  @Override
  public void handle(long now) {
    // The time of the pulse is rounded to its rhythm.
    long time = System.nanoTime();
    if (frame > 0) {
      seconds[frame - 1] = (time - last) / 1e9;
    }
    last = time;
    if (frame++ == seconds.length) {
      stop();
      done.run();
      return;
    }
    robot.mouseWheel(1);
  }

  /** Where it is. */
  private double position() {
    if (node instanceof HexView hex) {
      return hex.model().topRowProperty().get();
    }
    for (Node bar : node.lookupAll(".scroll-bar:vertical")) {
      if (bar instanceof ScrollBar vertical && vertical.isVisible()) {
        return vertical.getValue();
      }
    }
    throw new IllegalStateException("nothing to scroll in " + node);
  }
}
