package org.kpackworkbench.views.kit.theme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import javafx.scene.Scene;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.ImagePattern;
import javafx.scene.paint.Paint;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class OwnerBarTest {
  private static final double WIDTH = 500;

  private final OwnerColors light = OwnerColors.of(Theme.LIGHT);
  private final OwnerBar bar =
      new OwnerBar(
          List.of(
              new OwnerBar.Part(OwnerKind.HOST_CODE, null, 1, "1 B host code"),
              new OwnerBar.Part(OwnerKind.DEVICE_CODE, "gfx942", 1_000_000, "1 MB for gfx942")),
          4_000_000,
          light);

  @Start
  void start(Stage stage) {
    bar.setMinSize(WIDTH, 20);
    stage.setScene(new Scene(new HBox(bar), 600, 100));
    stage.show();
  }

  private List<Region> parts() {
    return bar.getChildrenUnmodifiable().stream().map(Region.class::cast).toList();
  }

  private static List<Color> corner(Paint paint) {
    var pixels = ((ImagePattern) paint).getImage().getPixelReader();
    return List.of(pixels.getColor(0, 0), pixels.getColor(1, 2), pixels.getColor(3, 3));
  }

  private static Paint paint(Region part) {
    return part.getBackground().getFills().getFirst().getFill();
  }

  @Test
  void partsAreToScaleAndTheSmallestCanBeSeen() {
    assertThat(parts()).hasSize(3);
    assertThat(parts().get(0).getWidth()).isCloseTo(2, within(0.5));
    assertThat(parts().get(1).getWidth()).isCloseTo(WIDTH / 4, within(1.0));
    assertThat(parts().get(1).getAccessibleText()).isEqualTo("1 MB for gfx942");
    assertThat(parts().get(2).getBackground()).isNull();
  }

  @Test
  void partsHaveTheColoursOfTheTheme(FxRobot robot) {
    assertThat(corner(paint(parts().get(1))))
        .isEqualTo(corner(light.paint(OwnerKind.DEVICE_CODE, "gfx942")));
    OwnerColors dark = OwnerColors.of(Theme.DARK);
    robot.interact(() -> bar.paint(dark));
    assertThat(parts()).hasSize(3);
    assertThat(corner(paint(parts().get(1))))
        .isEqualTo(corner(dark.paint(OwnerKind.DEVICE_CODE, "gfx942")))
        .isNotEqualTo(corner(light.paint(OwnerKind.DEVICE_CODE, "gfx942")));
  }
}
