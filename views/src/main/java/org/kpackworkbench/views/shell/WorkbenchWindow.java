package org.kpackworkbench.views.shell;

import javafx.scene.Scene;
import javafx.stage.Stage;
import org.kpackworkbench.views.action.ActionHandlers;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.dialog.DesktopDialogs;
import org.kpackworkbench.views.dialog.Dialogs;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.theme.Themes;

/** A stage with a {@link Workbench} in it. UI thread only. */
public final class WorkbenchWindow {
  private final Stage stage;
  private final Workbench workbench;

  /** A window with the desktop's own dialogs. */
  public WorkbenchWindow(
      Stage stage, WorkbenchParts parts, ShellState state, Background background, Themes themes) {
    this(stage, parts, state, background, themes, new DesktopDialogs(stage, themes::dress));
  }

  /** A window whose dialogs are answered elsewhere. */
  public WorkbenchWindow(
      Stage stage,
      WorkbenchParts parts,
      ShellState state,
      Background background,
      Themes themes,
      Dialogs dialogs) {
    this.stage = stage;
    workbench = new Workbench(parts, state, background, themes, dialogs);
    Scene scene = new Scene(workbench.root(), 1280, 860);
    workbench.attach(scene);
    stage.setScene(scene);
    stage.setMinWidth(560);
    stage.setMinHeight(420);
    stage
        .titleProperty()
        .bind(
            workbench
                .files()
                .activeProperty()
                .map(session -> session.place().label() + " — Kpack Workbench")
                .orElse("Kpack Workbench"));
    ActionHandlers handlers = workbench.actions().window();
    handlers.on(ActionId.QUIT, stage::close);
    handlers.choice(
        ActionId.FULL_SCREEN,
        stage.fullScreenProperty(),
        () -> stage.setFullScreen(!stage.isFullScreen()));
    // A file that was changed elsewhere is noticed when the user comes back.
    stage
        .focusedProperty()
        .subscribe(
            focused -> {
              if (focused) {
                workbench.files().checkDisk();
              }
            });
    stage.setOnHidden(event -> workbench.close());
  }

  public Workbench workbench() {
    return workbench;
  }

  public void show() {
    stage.show();
  }
}
