package org.kpackworkbench.views.kit.draw;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.text.Font;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;

@ExtendWith(WindowRobot.class)
class TextFitTest {
  @Test
  void theMiddleIsCutAndBothEndsStay() {
    TextFit fit = new TextFit(Font.font(12));
    String target = "gfx90a:xnack+";
    assertThat(fit.fitMiddle(target, 1000)).isEqualTo(target);
    String cut = fit.fitMiddle(target, fit.width(target) * 0.7);
    assertThat(cut).startsWith("gfx").endsWith("ack+").contains("…");
    assertThat(fit.width(cut)).isLessThanOrEqualTo(fit.width(target) * 0.7);
    assertThat(fit.fitMiddle(target, 5)).isEmpty();
  }
}
