package org.kpackworkbench.icons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.SVGPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KpackIconTest {
  @ParameterizedTest
  @EnumSource
  void fillsMostOfTheGridAndStaysInside(KpackIcon icon) throws Exception {
    Bounds bounds =
        Toolkit.call(
            () -> {
              SVGPath path = new SVGPath();
              path.setContent(icon.pathData());
              return path.getBoundsInLocal();
            });
    assertThat(bounds.getMinX()).isGreaterThanOrEqualTo(0);
    assertThat(bounds.getMinY()).isGreaterThanOrEqualTo(0);
    assertThat(bounds.getMaxX()).isLessThanOrEqualTo(16);
    assertThat(bounds.getMaxY()).isLessThanOrEqualTo(16);
    assertThat(Math.max(bounds.getWidth(), bounds.getHeight())).isGreaterThan(11);
  }

  @Test
  void everyDrawingBelongsToOneIcon() throws IOException {
    Path folder = Path.of("src/main/resources/org/kpackworkbench/icons/svg");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Arrays.stream(KpackIcon.values())
                  .map(icon -> icon.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg")
                  .toList());
    }
  }

  @Test
  void noTwoIconsLookOrReadTheSame() {
    assertThat(Arrays.stream(KpackIcon.values()).map(KpackIcon::pathData)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(KpackIcon.values()).map(KpackIcon::accessibleText))
        .doesNotHaveDuplicates()
        .noneMatch(String::isBlank);
  }

  @Test
  void takesTheThemesTextColour() throws Exception {
    Picture picture = drawn(KpackIcon.INFO, ".root { -color-fg-default: #ff0000; }");
    assertThat(solidPixels(picture)).isNotEmpty().containsOnly(0xFFFF0000);
  }

  @Test
  void takesTheColourItsSurroundingsAskFor() throws Exception {
    Picture picture =
        drawn(
            KpackIcon.ERROR,
            ".root { -color-fg-default: #ff0000; } .row .kpack-icon { -kpack-icon-color: #0000ff; }");
    assertThat(solidPixels(picture)).isNotEmpty().containsOnly(0xFF0000FF);
  }

  @Test
  void hasExactlyTheSizeAskedFor() throws Exception {
    Node node = Toolkit.call(() -> KpackIcon.FOLDER.node(20));
    assertThat(node.minWidth(-1)).isEqualTo(20);
    assertThat(node.prefHeight(-1)).isEqualTo(20);
    assertThat(node.maxWidth(-1)).isEqualTo(20);
    assertThat(node.getAccessibleText()).isEqualTo("Folder");
    assertThat(Toolkit.call(() -> KpackIcon.FOLDER.node(IconSize.LARGE).prefWidth(-1)))
        .isEqualTo(32);
  }

  private static Picture drawn(KpackIcon icon, String css) throws Exception {
    String sheet =
        "data:text/css;base64,"
            + Base64.getEncoder().encodeToString(css.getBytes(StandardCharsets.UTF_8));
    return Toolkit.call(
        () -> {
          StackPane row = new StackPane(icon.node(32));
          row.getStyleClass().add("row");
          row.getStylesheets().add(sheet);
          return Picture.of(row, row, 32);
        });
  }

  /** The pixels that the outline covers wholly. */
  private static Stream<Integer> solidPixels(Picture picture) {
    return Arrays.stream(picture.argb()).filter(pixel -> pixel >>> 24 == 0xFF).boxed();
  }
}
