package org.kpackworkbench.views.kit.picture;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import javafx.geometry.Bounds;
import javafx.geometry.Rectangle2D;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.Image;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.Themes;

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

  /** The picture of a scene as it is now, with what of its content is beyond its edges. */
  public static Image of(Scene scene) {
    Parent root = scene.getRoot();
    root.applyCss();
    root.layout();
    Bounds bounds = root.getLayoutBounds();
    if (bounds.getWidth() <= scene.getWidth() && bounds.getHeight() <= scene.getHeight()) {
      return scene.snapshot(null);
    }
    SnapshotParameters all = new SnapshotParameters();
    all.setFill(scene.getFill());
    all.setViewport(new Rectangle2D(0, 0, bounds.getWidth(), bounds.getHeight()));
    return root.snapshot(all, null);
  }

  /** Writes a picture as PNG: beside the target first, then over it. Any thread. */
  public static void save(Image image, Path target) throws IOException {
    try (ReplacingFile file = ReplacingFile.create(target, true)) {
      // The channel stays open for the name to be given.
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file.channel()));
      PngEncoder.write(image, out);
      out.flush();
      file.commit();
    }
  }
}
