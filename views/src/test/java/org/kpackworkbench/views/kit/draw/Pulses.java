package org.kpackworkbench.views.kit.draw;

import atlantafx.base.theme.PrimerLight;
import javafx.application.Application;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.Scene;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.robot.CountedWork;

/** For tests of views: a reader like the program's, the palette, and waiting until all is drawn. */
public final class Pulses {
  private static final CountedWork READER = new CountedWork();

  /** Reads on one thread and shows on the UI's, like the program. */
  public static final Background BACKGROUND = READER.background();

  private Pulses() {}

  public static SimpleObjectProperty<OwnerColors> palette() {
    return new SimpleObjectProperty<>(OwnerColors.of(Theme.LIGHT));
  }

  public static Scene scene(Parent root, double width, double height) {
    // Popups take their style from the application, not from the scene.
    Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
    Scene scene = new Scene(root, width, height);
    Themes.dressForPicture(scene, Theme.LIGHT, 1);
    return scene;
  }

  /** Waits until all requests to the reader have been read and shown. */
  public static void settle() {
    READER.awaitEnd();
  }
}
