package org.kpackworkbench.icons;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.image.Image;
import javafx.scene.paint.Color;
import javafx.scene.shape.SVGPath;
import javafx.scene.transform.Scale;

/**
 * The program's icon in colour. {@code app-icon.svg} is the drawing; the {@code app-icon-SIZE.png}
 * beside it are its renderings, kept as files because packages for desktops need them as such.
 */
public final class AppIcon {
  /** The edges of the renderings in pixels, smallest first. */
  public static final List<Integer> SIZES = List.of(16, 24, 32, 48, 64, 128, 256, 512);

  private static final int MOST_OF_WINDOW = 128;
  private static final String DRAWING = "app-icon.svg";

  private AppIcon() {}

  /**
   * The renderings that a window chooses from. Larger ones are for packages: no title bar shows
   * them, and each start would decode them.
   */
  public static List<Image> images() {
    return SIZES.stream().filter(size -> size <= MOST_OF_WINDOW).map(AppIcon::image).toList();
  }

  /**
   * One rendering.
   *
   * @param size one of {@link #SIZES}
   */
  public static Image image(int size) {
    try (InputStream in = AppIcon.class.getResourceAsStream(resourceName(size))) {
      return new Image(Objects.requireNonNull(in, () -> "no application icon of " + size));
    } catch (IOException e) {
      throw new UncheckedIOException(resourceName(size), e);
    }
  }

  static String resourceName(int size) {
    return "app-icon-" + size + ".png";
  }

  /** The drawing itself, sharp in any size, e.g. for the welcome page. */
  public static Node node(double size) {
    SvgDrawing drawing = SvgDrawing.read(DRAWING);
    Group group = new Group();
    for (SvgDrawing.Path path : drawing.paths()) {
      SVGPath shape = new SVGPath();
      shape.setContent(path.data());
      shape.setFill(Color.web(Objects.requireNonNullElse(path.fill(), "#000000")));
      group.getChildren().add(shape);
    }
    double factor = size / drawing.gridSize();
    group.getTransforms().add(new Scale(factor, factor));
    group.setAccessibleText(KpackIcon.APP.accessibleText());
    return new Group(group);
  }
}
