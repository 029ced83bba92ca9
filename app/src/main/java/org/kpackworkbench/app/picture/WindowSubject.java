package org.kpackworkbench.app.picture;

import javafx.scene.Scene;
import org.kpackworkbench.app.window.StandardParts;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.shell.FileSession;
import org.kpackworkbench.views.shell.ShellState;
import org.kpackworkbench.views.shell.Workbench;

/** The program's whole window. */
final class WindowSubject extends Subject {
  private final Workbench workbench;
  private final NoDialogs dialogs = new NoDialogs();

  WindowSubject(PictureRequest request, Background background) {
    super(request.theme());
    workbench =
        new Workbench(StandardParts.make(), ShellState.inMemory(), background, themes(), dialogs);
    show(workbench.root(), request);
    workbench.openAll(request.files());
  }

  @Override
  void dress(Scene scene) {
    workbench.attach(scene);
  }

  @Override
  OpenedFile file() throws Exception {
    FileSession session = workbench.files().active();
    OpenedFile file = session == null ? null : session.file();
    if (file != null) {
      return file;
    }
    Throwable failure = session == null ? dialogs.failure() : session.failure();
    if (failure instanceof Exception known) {
      throw known;
    }
    throw new PictureException("no file could be opened, so there is nothing to show");
  }

  @Override
  void select(Place place) {
    workbench.navigator().go(place);
  }

  @Override
  void close() throws Exception {
    super.close();
    workbench.close();
  }
}
