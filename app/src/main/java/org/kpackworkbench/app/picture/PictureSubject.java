package org.kpackworkbench.app.picture;

import java.util.List;
import java.util.Optional;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Something in its own window that is drawn into a picture. JavaFX's thread only. */
abstract class PictureSubject {
  private static final double MOST_SHOWN_HEIGHT = 950;

  private final Themes themes;
  private final Stage stage = new Stage();

  PictureSubject(Theme theme) {
    themes = new Themes(new SystemLook(theme.dark(), theme.highContrast()), new Zoom());
  }

  Themes themes() {
    return themes;
  }

  /** Returns the context for a view that is drawn outside a window. */
  ViewContext context(Background background) {
    return new ViewContext(
        new Navigator(),
        background,
        new Jobs(background),
        new Actions(),
        themes.ownerColors(),
        new NoDialogs(),
        StandardFormats.all());
  }

  /** Shows the content in a window of that size. */
  void show(Parent content, PictureRequest request) {
    Scene scene =
        new Scene(content, request.width(), Math.min(request.height(), MOST_SHOWN_HEIGHT));
    dress(scene);
    stage.setScene(scene);
    if (request.height() > MOST_SHOWN_HEIGHT && content instanceof Region region) {
      // The scene sizes its content when it is shown; what is below its edge is in the picture too.
      region.heightProperty().subscribe(height -> region.resize(request.width(), request.height()));
    }
    // Otherwise the first field has the focus, and its prompt is not in the picture.
    content.setFocusTraversable(true);
    content.requestFocus();
    stage.show();
  }

  /** Gives the scene its theme. */
  void dress(Scene scene) {
    themes.dress(scene);
  }

  /** The file that is shown. */
  abstract OpenedFile file() throws Exception;

  /** Goes to a place in it. */
  abstract void select(Place place) throws PictureException;

  /** Clears away what does not belong into a picture; done before each check. */
  void prepare() {}

  /**
   * Returns the visible content and its layout; two equal results in a row mean that it no longer
   * changes.
   */
  List<String> state() {
    prepare();
    return SceneState.of(stage.getScene().getRoot());
  }

  /**
   * Returns the picture, and the text that can be read in it.
   *
   * @param state what is shown at this moment
   * @return nothing where drawing it changed that
   */
  Optional<PictureMaker.Picture> picture(List<String> state) {
    Image image = Snapshots.of(stage.getScene());
    return SceneState.of(stage.getScene().getRoot()).equals(state)
        ? Optional.of(new PictureMaker.Picture(image, ReadableTexts.of(stage.getScene().getRoot())))
        : Optional.empty();
  }

  /** Closes the window and what is open in it. */
  void close() throws Exception {
    themes.forget(stage.getScene());
    stage.close();
  }
}
