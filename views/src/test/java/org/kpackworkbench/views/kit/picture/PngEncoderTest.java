package org.kpackworkbench.views.kit.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import javafx.scene.image.Image;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;

@ExtendWith(WindowRobot.class)
class PngEncoderTest {
  @Test
  void whatIsWrittenIsReadAgainPixelForPixel() throws IOException {
    WritableImage image = new WritableImage(37, 23);
    Random random = new Random(42);
    for (int y = 0; y < 23; y++) {
      for (int x = 0; x < 37; x++) {
        int alpha = x < 20 ? 0xff000000 : 0;
        int color = random.nextInt() & 0xffffff;
        image.getPixelWriter().setArgb(x, y, alpha == 0 ? 0 : alpha | color);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PngEncoder.write(image, out);
    Image read = new Image(new ByteArrayInputStream(out.toByteArray()));
    assertThat(read.getException()).isNull();
    assertThat(read.getWidth()).isEqualTo(37);
    assertThat(read.getHeight()).isEqualTo(23);
    for (int y = 0; y < 23; y++) {
      for (int x = 0; x < 37; x++) {
        assertThat(read.getPixelReader().getArgb(x, y))
            .as("pixel %d, %d", x, y)
            .isEqualTo(image.getPixelReader().getArgb(x, y));
      }
    }
  }
}
