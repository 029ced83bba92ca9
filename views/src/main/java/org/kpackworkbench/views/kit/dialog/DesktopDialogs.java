package org.kpackworkbench.views.kit.dialog;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.event.ActionEvent;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Dialog;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.FileChooser.ExtensionFilter;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.theme.Themes;

/** The desktop's choosers and the program's own dialogs over a window. UI thread only. */
public final class DesktopDialogs implements Dialogs {
  private final Window owner;
  private final Themes themes;
  private final ChosenFolders folders;
  private final Choosers choosers;

  /** The desktop's choosers, each as it was set up; null or nothing for none chosen. */
  interface Choosers {
    @Nullable List<File> open(FileChooser chooser);

    @Nullable File save(FileChooser chooser);

    @Nullable File folder(DirectoryChooser chooser);

    /** Those of the desktop over a window. */
    static Choosers over(Window owner) {
      return new Choosers() {
        @Override
        public @Nullable List<File> open(FileChooser chooser) {
          return chooser.showOpenMultipleDialog(owner);
        }

        @Override
        public @Nullable File save(FileChooser chooser) {
          return chooser.showSaveDialog(owner);
        }

        @Override
        public @Nullable File folder(DirectoryChooser chooser) {
          return chooser.showDialog(owner);
        }
      };
    }
  }

  /** Dialogs over a window, in its theme and size. */
  public DesktopDialogs(Window owner, Themes themes, ChosenFolders folders) {
    this(owner, themes, folders, Choosers.over(owner));
  }

  DesktopDialogs(Window owner, Themes themes, ChosenFolders folders, Choosers choosers) {
    this.owner = owner;
    this.themes = themes;
    this.folders = folders;
    this.choosers = choosers;
  }

  @Override
  public List<Path> chooseFiles(String title) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(title);
    chooser.setInitialDirectory(folders.start(title));
    List<File> files = choosers.open(chooser);
    if (files == null || files.isEmpty()) {
      return List.of();
    }
    folders.ended(title, files.getFirst().getParentFile());
    return files.stream().map(File::toPath).toList();
  }

  @Override
  public Optional<Path> chooseFolder(String title) {
    return chooseFolder(title, folders.start(title));
  }

  @Override
  public Optional<Path> chooseFolderNear(Path file, String title) {
    File folder = file.toAbsolutePath().toFile().getParentFile();
    return chooseFolder(title, folder.isDirectory() ? folder : folders.start(title));
  }

  private Optional<Path> chooseFolder(String title, @Nullable File start) {
    DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(title);
    chooser.setInitialDirectory(start);
    File chosen = choosers.folder(chooser);
    if (chosen == null) {
      return Optional.empty();
    }
    folders.ended(title, chosen);
    return Optional.of(chosen.toPath());
  }

  @Override
  public Optional<Path> chooseSave(String title, String suggestedName, FileKind... kinds) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(title);
    chooser.setInitialFileName(suggestedName);
    chooser.setInitialDirectory(folders.start(title));
    for (FileKind kind : kinds) {
      chooser.getExtensionFilters().add(new ExtensionFilter(kind.words(), kind.pattern()));
    }
    File chosen = choosers.save(chooser);
    if (chosen == null) {
      return Optional.empty();
    }
    folders.ended(title, chosen.getParentFile());
    return Optional.of(chosen.toPath());
  }

  @Override
  public boolean confirm(String title, String text, String yes) {
    // Enter cancels: what needs a confirmation is not to be done by mistake.
    ButtonType go = new ButtonType(yes, ButtonData.YES);
    Dialog<ButtonType> dialog = question(title, text, go, ButtonType.CANCEL);
    button(dialog, go).setDefaultButton(false);
    Button cancel = button(dialog, ButtonType.CANCEL);
    cancel.setDefaultButton(true);
    dialog.setOnShown(event -> cancel.requestFocus());
    return dialog.showAndWait().filter(go::equals).isPresent();
  }

  private static Button button(Dialog<ButtonType> dialog, ButtonType type) {
    return (Button) dialog.getDialogPane().lookupButton(type);
  }

  private Dialog<ButtonType> question(String title, String text, ButtonType... answers) {
    Dialog<ButtonType> dialog = dialog(title);
    Label label = Controls.wrapped(Controls.label(text, "dialog-question"));
    label.setMaxWidth(480);
    dialog.getDialogPane().setContent(label);
    dialog.getDialogPane().getButtonTypes().setAll(answers);
    DialogSize.whole(dialog);
    return dialog;
  }

  @Override
  public Unsaved askUnsaved(String name) {
    ButtonType save = new ButtonType("Save", ButtonData.YES);
    ButtonType discard = new ButtonType("Discard Changes", ButtonData.NO);
    ButtonType answer =
        question(
                "Save %s?".formatted(name),
                "%s has changes that are not saved. Discarded changes are lost.".formatted(name),
                save,
                discard,
                ButtonType.CANCEL)
            .showAndWait()
            .orElse(ButtonType.CANCEL);
    if (answer.equals(save)) {
      return Unsaved.SAVE;
    }
    return answer.equals(discard) ? Unsaved.DISCARD : Unsaved.KEEP_OPEN;
  }

  @Override
  public void showError(String title, Throwable failure) {
    ErrorView view = new ErrorView(title, failure);
    view.setPrefSize(640, 360);
    show(title, view);
  }

  @Override
  public void show(String title, Region content) {
    Dialog<ButtonType> dialog = dialog(title);
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().getButtonTypes().setAll(ButtonType.CLOSE);
    closeByEscape(dialog.getDialogPane(), dialog::close);
    DialogSize.whole(dialog);
    dialog.show();
  }

  @Override
  public void ask(
      String title,
      Region content,
      String yes,
      ObservableValue<Boolean> possible,
      Runnable action) {
    ButtonType go = new ButtonType(yes, ButtonData.OK_DONE);
    Dialog<ButtonType> dialog = dialog(title);
    dialog.getDialogPane().setContent(content);
    dialog.getDialogPane().getButtonTypes().setAll(go, ButtonType.CANCEL);
    Node button = dialog.getDialogPane().lookupButton(go);
    possible.subscribe(now -> button.setDisable(!now));
    button.addEventHandler(ActionEvent.ACTION, event -> action.run());
    closeByEscape(dialog.getDialogPane(), dialog::close);
    DialogEnter.starts(dialog.getDialogPane(), (Button) button, possible);
    DialogSize.whole(dialog);
    dialog.show();
  }

  /**
   * Closes by the first Esc. Whatever in the dialog has the focus would else take it for itself,
   * though there is nothing in it to cancel.
   */
  static void closeByEscape(Node content, Runnable close) {
    content.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            event.consume();
            close.run();
          }
        });
  }

  private Dialog<ButtonType> dialog(String title) {
    Dialog<ButtonType> dialog = new Dialog<>();
    dialog.initOwner(owner);
    dialog.setTitle(title);
    dialog.setResizable(true);
    Scene scene = dialog.getDialogPane().getScene();
    themes.dress(scene);
    dialog.setOnHidden(event -> themes.forget(scene));
    return dialog;
  }

  /**
   * Enter does the main thing of a form. The main button has the focus as soon as it can be
   * pressed, unless the user went elsewhere. An Enter that comes while the form still works out
   * whether it can be done is kept until then; any other key or a click takes it back.
   */
  private static final class DialogEnter {
    private final Button main;
    private boolean touched;
    private boolean wanted;

    private DialogEnter(Button main) {
      this.main = main;
    }

    /** Lets Enter in a form press a button. */
    static void starts(DialogPane form, Button main, ObservableValue<Boolean> possible) {
      DialogEnter enter = new DialogEnter(main);
      form.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> enter.touch());
      form.addEventFilter(KeyEvent.KEY_PRESSED, enter::key);
      possible.subscribe(
          now -> {
            if (now) {
              enter.possible();
            }
          });
      form.sceneProperty()
          .flatMap(scene -> scene.windowProperty())
          .flatMap(window -> window.showingProperty())
          .subscribe(
              showing -> {
                if (Boolean.TRUE.equals(showing) && possible.getValue()) {
                  enter.possible();
                }
              });
    }

    private void touch() {
      touched = true;
      wanted = false;
    }

    private void key(KeyEvent event) {
      if (event.getCode() != KeyCode.ENTER) {
        touch();
        return;
      }
      if (event.isAltDown() || event.isShortcutDown() || takesEnter(focused())) {
        return;
      }
      event.consume();
      if (main.isDisabled()) {
        wanted = true;
      } else {
        main.fire();
      }
    }

    private @Nullable Node focused() {
      return main.getScene() == null ? null : main.getScene().getFocusOwner();
    }

    /** Whether Enter means something of its own there. */
    private boolean takesEnter(@Nullable Node focused) {
      return switch (focused) {
        case null -> false;
        case Button button -> !button.equals(main);
        case Hyperlink link -> true;
        case MenuButton menu -> true;
        case TextArea text -> text.isEditable();
        case ComboBoxBase<?> combo -> true;
        case TableView<?> table -> table.isEditable();
        case TreeView<?> tree -> false;
        case ListView<?> list -> false;
        default -> false;
      };
    }

    private void possible() {
      if (wanted) {
        wanted = false;
        main.fire();
      } else if (!touched && main.getScene() != null) {
        main.requestFocus();
      }
    }
  }

  /**
   * Opens dialogs at the size of their contents, however the window manager answers.
   *
   * <p>A dialog's window takes its first size from the empty dialog. Under X11 the window manager's
   * answer to that size can arrive after the window has grown, and makes it small again. So the
   * size is taken when the contents are there, it is the smallest that the window manager may give,
   * and if the result is still smaller, it is requested again.
   */
  private static final class DialogSize {
    /** Room for the frame and the panels of a desktop, in pixels. */
    private static final double DESKTOP = 60;

    private static final int MOST_REQUESTS = 8;

    private final Stage stage;
    private final Scene scene;
    private final double width;
    private final double height;
    private int requests;

    private DialogSize(Stage stage, Scene scene, double width, double height) {
      this.stage = stage;
      this.scene = scene;
      this.width = width;
      this.height = height;
    }

    /** Sets the size of a dialog whose contents and buttons are there, before it is shown. */
    static void whole(Dialog<?> dialog) {
      DialogPane pane = dialog.getDialogPane();
      Scene scene = pane.getScene();
      if (!(scene.getWindow() instanceof Stage stage)) {
        return;
      }
      pane.applyCss();
      pane.layout();
      Rectangle2D screen = screen(stage.getOwner());
      double width = Math.min(Math.ceil(pane.prefWidth(-1)), screen.getWidth() - DESKTOP);
      double height = Math.min(Math.ceil(pane.prefHeight(width)), screen.getHeight() - DESKTOP);
      stage.setMinWidth(width);
      stage.setMinHeight(height);
      // Until it is shown: a smaller window, if it comes to that, is to lay out what it has.
      pane.setMinSize(width, height);
      stage.sizeToScene();
      DialogSize size = new DialogSize(stage, scene, width, height);
      scene.widthProperty().subscribe(now -> size.check());
      scene.heightProperty().subscribe(now -> size.check());
      stage
          .showingProperty()
          .subscribe(
              shown -> {
                if (shown) {
                  pane.setMinSize(Region.USE_COMPUTED_SIZE, Region.USE_COMPUTED_SIZE);
                  size.check();
                }
              });
    }

    private static Rectangle2D screen(Window owner) {
      return owner == null
          ? Screen.getPrimary().getVisualBounds()
          : Screen.getScreensForRectangle(
                  owner.getX(), owner.getY(), owner.getWidth(), owner.getHeight())
              .stream()
              .findFirst()
              .orElse(Screen.getPrimary())
              .getVisualBounds();
    }

    private void check() {
      if (!stage.isShowing()) {
        return;
      }
      double sides = Math.max(0, stage.getWidth() - scene.getWidth());
      double bars = Math.max(0, stage.getHeight() - scene.getHeight());
      if (sides < DESKTOP && bars < DESKTOP) {
        stage.setMinWidth(width + sides);
        stage.setMinHeight(height + bars);
      }
      if ((scene.getWidth() < width || scene.getHeight() < height) && requests++ < MOST_REQUESTS) {
        // Not while the answer is being dealt with: the request would be lost.
        Platform.runLater(this::request);
      }
    }

    private void request() {
      double sides = Math.clamp(stage.getWidth() - scene.getWidth(), 0, DESKTOP);
      double bars = Math.clamp(stage.getHeight() - scene.getHeight(), 0, DESKTOP);
      if (stage.isShowing() && scene.getWidth() < width) {
        stage.setWidth(width + sides);
      }
      if (stage.isShowing() && scene.getHeight() < height) {
        stage.setHeight(height + bars);
      }
    }
  }
}
