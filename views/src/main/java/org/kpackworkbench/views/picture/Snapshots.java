package org.kpackworkbench.views.picture;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import org.kpackworkbench.views.theme.Theme;
import org.kpackworkbench.views.theme.Themes;

/** Pictures of what is on the screen, or of what never was. UI thread, except {@link #save}. */
public final class Snapshots {
  private Snapshots() {}

  /**
   * A scene of its own for content that is never shown; {@link #of(Scene)} makes its picture, now
   * or after its views have loaded.
   */
  public static Scene offScreen(Parent content, double width, double height, Theme theme) {
    Scene scene = new Scene(content, width, height);
    Themes.dressForPicture(scene, theme, 1);
    return scene;
  }

  /** The picture of a scene as it is now. */
  public static Image of(Scene scene) {
    scene.getRoot().applyCss();
    scene.getRoot().layout();
    return scene.snapshot(null);
  }

  /** Writes a picture as PNG: beside the target first, then over it. Any thread. */
  public static void save(Image image, Path target) throws IOException {
    Path fresh = target.toAbsolutePath().resolveSibling("." + UUID.randomUUID() + ".part");
    try {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(
                  fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
        PngEncoder.write(image, out);
      }
      Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
