package org.kpackworkbench.views.analysis.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.image.Image;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;

/** Many dots in one picture. */
@ExtendWith(WindowRobot.class)
class DotPictureTest {
  private static final int BLUE = DotPicture.color(Color.BLUE);
  private static final int RED = DotPicture.color(Color.RED);

  private static int at(Image image, int x, int y) {
    return image.getPixelReader().getArgb(x, y);
  }

  @Test
  void aDotIsRoundAndSmoothAtItsEdge() {
    DotPicture picture = new DotPicture(40, 30, 1, 4);
    picture.dot(20.5, 10.5, BLUE);
    Image image = picture.image();
    assertThat(image.getWidth()).isEqualTo(40);
    assertThat(at(image, 20, 10)).isEqualTo(0xff0000ff);
    assertThat(at(image, 23, 10)).isEqualTo(0xff0000ff);
    assertThat(at(image, 24, 10) >>> 24).as("its edge").isBetween(0x60, 0xa0);
    assertThat(at(image, 25, 10)).isZero();
    assertThat(at(image, 24, 14)).as("a corner").isZero();
  }

  @Test
  void theLastDotIsOnTopAndMixesAtItsEdgeAlone() {
    DotPicture picture = new DotPicture(40, 30, 1, 4);
    picture.dot(20.5, 10.5, BLUE);
    picture.dot(24.5, 10.5, RED);
    Image image = picture.image();
    assertThat(at(image, 22, 10)).isEqualTo(0xffff0000);
    int edge = at(image, 20, 10);
    assertThat(edge >>> 24).isEqualTo(0xff);
    assertThat(edge & 0xff).isBetween(0x60, 0xa0);
    assertThat(edge >> 16 & 0xff).isBetween(0x60, 0xa0);
  }

  @Test
  void whatLiesOutsideIsLeftOut() {
    DotPicture picture = new DotPicture(10, 10, 1, 4);
    picture.dot(-100, 5, BLUE);
    picture.dot(5, 1e9, BLUE);
    picture.dot(10, 10, RED);
    Image image = picture.image();
    assertThat(at(image, 0, 5)).isZero();
    assertThat(at(image, 9, 9)).isEqualTo(0xffff0000);
  }

  @Test
  void aDenseScreenHasMorePixels() {
    DotPicture picture = new DotPicture(10, 10, 2, 2);
    picture.dot(5, 5, BLUE);
    Image image = picture.image();
    assertThat(image.getWidth()).isEqualTo(20);
    assertThat(at(image, 10, 10)).isEqualTo(0xff0000ff);
    assertThat(at(image, 13, 10)).isEqualTo(0xff0000ff);
    assertThat(at(image, 15, 10)).isZero();
  }
}
