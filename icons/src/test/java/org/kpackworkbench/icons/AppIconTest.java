package org.kpackworkbench.icons;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Group;
import javafx.scene.image.Image;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The renderings belong to the drawing. After a change of the drawing, run with {@code
 * -Dicons.update=true}.
 */
class AppIconTest {
  private static final Path RESOURCES = Path.of("src/main/resources/org/kpackworkbench/icons");

  /** Drawing differs a little between systems, at edges. */
  private static final double TOLERANCE = 2;

  static final Iterable<Integer> SIZES = AppIcon.SIZES;

  @ParameterizedTest
  @FieldSource("SIZES")
  void renderingShowsTheDrawing(int size) throws Exception {
    Picture drawn =
        Toolkit.call(
            () -> {
              Group root = new Group(AppIcon.node(size));
              return Picture.of(root, root, size);
            });
    if (Boolean.getBoolean("icons.update")) {
      Files.write(RESOURCES.resolve(AppIcon.resourceName(size)), drawn.png());
      return;
    }
    Picture kept = Toolkit.call(() -> Picture.of(AppIcon.image(size)));
    assertThat(kept.width()).isEqualTo(size);
    assertThat(kept.height()).isEqualTo(size);
    assertThat(kept.differenceTo(drawn)).isLessThan(TOLERANCE);
  }

  @Test
  void offersWindowsTheSizesTheyShowSmallestFirst() throws Exception {
    assertThat(Toolkit.call(AppIcon::images).stream().map(Image::getWidth))
        .containsExactly(16.0, 24.0, 32.0, 48.0, 64.0, 128.0);
  }
}
