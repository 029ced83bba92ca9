package org.kpackworkbench.app.picture;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.kpackworkbench.app.window.StandardParts;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.ActionModel;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.shell.FileSession;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;

/** The program's whole window. */
final class WindowSubject extends PictureSubject {
  private final Workbench workbench;
  private final DrawnDialogs dialogs = new DrawnDialogs();

  WindowSubject(PictureRequest request, Background background) {
    super(request.theme());
    workbench =
        new Workbench(
            StandardParts.make(Journals.none()),
            ShellState.inMemory(),
            background,
            themes(),
            dialogs);
    show(new StackPane(workbench.root(), dialogs.layer()), request);
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

  /** Activates a view of the file; answers with its name. */
  String bringInFront(String view) throws PictureException {
    if (!workbench.showView(view)) {
      throw new PictureException("the window has no view \"%s\" for this file".formatted(view));
    }
    return view;
  }

  /** Does what an action of the window does; answers with its name. */
  String act(String name) throws PictureException {
    ActionId id =
        Arrays.stream(ActionId.values())
            .filter(action -> nameOf(action).equals(name))
            .findFirst()
            .orElseThrow(() -> new PictureException(noSuchAction(name)));
    ActionModel action = workbench.actions().get(id);
    if (!action.run()) {
      String why = action.reasonProperty().get();
      throw new PictureException(
          "\"%s\" cannot be done here%s".formatted(id.text(), why.isEmpty() ? "" : ": " + why));
    }
    return name;
  }

  private static String nameOf(ActionId action) {
    return action.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String noSuchAction(String name) {
    return "no action \"%s\"; there are %s"
        .formatted(
            name,
            Arrays.stream(ActionId.values())
                .map(WindowSubject::nameOf)
                .collect(Collectors.joining(", ")));
  }

  @Override
  void prepare() {
    // News go away by themselves, sooner or later, and cover what lies below.
    Node news = workbench.root().lookup("#notices");
    if (news != null) {
      news.setVisible(false);
    }
    dialogs.settle();
  }

  @Override
  void close() throws Exception {
    super.close();
    workbench.close();
  }
}
