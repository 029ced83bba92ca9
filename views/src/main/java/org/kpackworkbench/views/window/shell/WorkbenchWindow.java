package org.kpackworkbench.views.window.shell;

import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.Scene;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.kpackworkbench.icons.AppIcon;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ChosenFolders;
import org.kpackworkbench.views.kit.dialog.DesktopDialogs;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.window.shell.ShellSettings.WindowSize;

/** A stage with a {@link Workbench} in it. UI thread only. */
public final class WorkbenchWindow {
  private static final Duration WATCH_EVERY = Duration.seconds(3);

  private final Stage stage;
  private final Workbench workbench;

  /** A window with the desktop's own dialogs. */
  public WorkbenchWindow(
      Stage stage, WorkbenchParts parts, ShellState state, Background background, Themes themes) {
    this(
        stage,
        parts,
        state,
        background,
        themes,
        new DesktopDialogs(stage, themes, new ChosenFolders(state::text, state::text)));
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
    WindowSize size = workbench.settings().windowSize().orElse(WindowSize.DEFAULT);
    Scene scene = new Scene(workbench.root(), size.width(), size.height());
    stage.setMaximized(size.maximized());
    workbench.attach(scene);
    stage.setScene(scene);
    stage.getIcons().setAll(AppIcon.images());
    stage.setMinWidth(560);
    stage.setMinHeight(420);
    stage
        .titleProperty()
        .bind(
            workbench
                .titleProperty()
                .map(words -> words.isEmpty() ? "" : words + " — ")
                .map(words -> words + "Kpack Workbench"));
    ActionHandlers handlers = workbench.actions().window();
    handlers.on(ActionId.QUIT, () -> workbench.edits().leave(stage::close));
    stage.setOnCloseRequest(
        event -> {
          event.consume();
          workbench.edits().leave(stage::close);
        });
    handlers.choice(
        ActionId.FULL_SCREEN,
        stage.fullScreenProperty(),
        () -> stage.setFullScreen(!stage.isFullScreen()));
    Timeline watch = new Timeline(new KeyFrame(WATCH_EVERY, event -> workbench.checkDisk()));
    watch.setCycleCount(Animation.INDEFINITE);
    watch.play();
    // A file that was changed elsewhere is noticed at once when the user comes back.
    stage
        .focusedProperty()
        .subscribe(
            focused -> {
              if (focused) {
                workbench.checkDisk();
              }
            });
    stage.setOnHidden(
        event -> {
          watch.stop();
          rememberSize(scene);
          themes.forget(scene);
          // The system's window may be gone already, and takes no title any more.
          stage.titleProperty().unbind();
          workbench.close();
        });
  }

  /** The size without the maximisation, so that the window has somewhere to go back to. */
  private void rememberSize(Scene scene) {
    WindowSize before = workbench.settings().windowSize().orElse(WindowSize.DEFAULT);
    boolean large = stage.isMaximized() || stage.isFullScreen();
    workbench
        .settings()
        .rememberWindowSize(
            large
                ? new WindowSize(before.width(), before.height(), true)
                : new WindowSize(scene.getWidth(), scene.getHeight(), false));
  }

  /** Returns the workbench that the window shows. */
  public Workbench workbench() {
    return workbench;
  }

  /** Puts the window on the screen. */
  public void show() {
    stage.show();
  }
}
