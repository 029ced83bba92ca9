package org.kpackworkbench.views.access;

import com.sun.javafx.scene.NodeHelper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.DialogPane;
import javafx.scene.control.ListView;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.analysis.compare.Comparing;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.window.shell.ShellState;
import org.kpackworkbench.views.window.shell.Workbench;
import org.kpackworkbench.views.window.standard.StandardViews;

/**
 * Goes through everything that the program can show: each view of each kind of file, each page,
 * each comparison, and whatever each action opens. It finds its stops in the list of views and the
 * catalogue of actions, so that later additions are also visited.
 */
final class Tour {
  private static final Set<String> MANY_VIEWS = Set.of("archive", "host-only binary");

  /** What is not run: it ends the tour, or changes what all stops have in common. */
  private static final Set<ActionId> LEFT_OUT =
      Set.of(
          ActionId.QUIT,
          ActionId.FULL_SCREEN,
          ActionId.CLOSE_ALL,
          ActionId.CLOSE_OTHERS,
          ActionId.CLOSE_TAB,
          ActionId.RELOAD,
          ActionId.THEME_SYSTEM,
          ActionId.THEME_LIGHT,
          ActionId.THEME_DARK,
          ActionId.THEME_HIGH_CONTRAST,
          ActionId.ZOOM_IN,
          ActionId.ZOOM_OUT,
          ActionId.ZOOM_RESET,
          ActionId.OPEN_SAMPLE,
          ActionId.SHOW_WORKSPACE,
          ActionId.SHOW_BYTES,
          ActionId.SHOW_INSPECTOR,
          ActionId.SHOW_DOCK,
          ActionId.BACK,
          ActionId.FORWARD,
          ActionId.NEXT_FILE,
          ActionId.PREVIOUS_FILE,
          // Processes of this machine; a page of made-up ones is visited instead.
          ActionId.INSPECT_PROCESS);

  /**
   * In so many frames what a layout itself changes, such as rows that come into view, is settled.
   */
  private static final int MOST_FRAMES = 3;

  private static final String STILL =
      Base64.getEncoder()
          .encodeToString(
              ".tab-pane { -fx-open-tab-animation: none; -fx-close-tab-animation: none; }"
                  .getBytes(StandardCharsets.US_ASCII));

  final Themes themes;
  final Workbench workbench;
  private final TourDialogs dialogs;
  private final Scene scene;
  private final TourFiles files;

  /** What is examined, laid out; on the JavaFX thread. */
  interface Visitor {
    void visit(String stop, Scene scene);
  }

  /**
   * Makes the window's content, in a scene that is not on the screen, so that nothing is drawn
   * which is not compared; on the JavaFX thread.
   */
  Tour(TourFiles files, Theme theme, double width, double height) {
    this.files = files;
    themes = new Themes(new SystemLook(theme.dark(), theme.highContrast()), new Zoom());
    dialogs = new TourDialogs(files);
    workbench =
        new Workbench(
            StandardViews.parts(), ShellState.inMemory(), Background.sameThread(), themes, dialogs);
    scene = new Scene(workbench.root(), width, height);
    workbench.attach(scene);
    // Animations end by the clock: between two stops, or while one is examined.
    scene.getStylesheets().add("data:text/css;base64," + STILL);
  }

  /** Visits the views of two files that show most kinds of parts, a comparison, and the pages. */
  void someViews(Visitor visitor) {
    fx(() -> visitor.visit("welcome", laidOut(scene)));
    for (TourFiles.Kind kind : files.kinds()) {
      if (MANY_VIEWS.contains(kind.name())) {
        open(kind);
        everyTab(kind.name(), visitor);
        closeAll();
      }
    }
    fx(() -> new Comparing(workbench.context()).compare(files.comparisons().getFirst().sides()));
    everyTab("comparison", visitor);
    closeAll();
    pages(visitor);
  }

  /** Visits every view of every kind of file, and every page and comparison. */
  void views(Visitor visitor) {
    fx(() -> visitor.visit("welcome", laidOut(scene)));
    for (TourFiles.Kind kind : files.kinds()) {
      open(kind);
      everyTab(kind.name(), visitor);
      closeAll();
    }
    for (TourFiles.Compared compared : files.comparisons()) {
      fx(() -> new Comparing(workbench.context()).compare(compared.sides()));
      int level = 0;
      do {
        everyTab("comparison of " + compared.name() + " " + level++, visitor);
      } while (level < 4 && openRow());
      closeAll();
    }
    fx(() -> new Comparing(workbench.context()).choose());
    everyTab("what to compare", visitor);
    closeAll();
    pages(visitor);
  }

  private void pages(Visitor visitor) {
    for (TourFiles.MadePage page : files.pages()) {
      fx(() -> page.open().accept(workbench.context()));
      everyTab(page.name(), visitor);
      closeAll();
    }
  }

  /** Visits what each action opens that can run on some kind of file. */
  void actions(Visitor visitor) {
    fx(() -> laidOut(scene));
    List<ActionId> opened = new ArrayList<>();
    for (TourFiles.Kind kind : files.kinds()) {
      boolean open = false;
      for (ActionId id : ActionId.values()) {
        if (!LEFT_OUT.contains(id) && !opened.contains(id)) {
          if (!open) {
            open(kind);
            open = true;
          }
          if (tryOut(id, kind, visitor)) {
            opened.add(id);
            closeAll();
            open = false;
          }
        }
      }
      closeAll();
    }
  }

  private boolean tryOut(ActionId id, TourFiles.Kind kind, Visitor visitor) {
    String view = files.viewOf(id);
    boolean[] seen = new boolean[1];
    fx(
        () -> {
          boolean possible =
              view == null
                  ? workbench.actions().get(id).enabledProperty().get()
                  : workbench.showView(view);
          if (!possible) {
            return;
          }
          laidOut(scene);
          selectFirstRows(scene.getRoot());
          Object tab = front();
          int before = size(scene.getRoot());
          if (!workbench.actions().run(id)) {
            return;
          }
          String stop = id.fullText() + " of " + kind.name();
          for (DialogPane pane = dialogs.next(); pane != null; pane = dialogs.next()) {
            visitDialog(stop, pane, visitor);
            seen[0] = true;
          }
          laidOut(scene);
          if (!seen[0] && (!front().equals(tab) || size(scene.getRoot()) > before + 3)) {
            visitor.visit(stop, scene);
            seen[0] = true;
          }
        });
    return seen[0];
  }

  private void visitDialog(String stop, DialogPane pane, Visitor visitor) {
    Scene own = new Scene(pane);
    themes.dress(own);
    // Its size follows from the fonts of the theme.
    pane.applyCss();
    pane.resize(pane.prefWidth(-1), pane.prefHeight(-1));
    visitor.visit(stop, laidOut(own));
    themes.forget(own);
  }

  private Object front() {
    TabPane tabs = (TabPane) scene.lookup("#file-tabs");
    return Optional.<Object>ofNullable(tabs.getSelectionModel().getSelectedItem()).orElse("");
  }

  private static int size(Node node) {
    int size = node.isVisible() ? 1 : 0;
    if (node.isVisible() && node instanceof Parent parent) {
      for (Node child : parent.getChildrenUnmodifiable()) {
        size += size(child);
      }
    }
    return size;
  }

  void open(TourFiles.Kind kind) {
    fx(() -> workbench.openAll(List.of(kind.path())));
  }

  void closeAll() {
    fx(
        () -> {
          workbench.actions().run(ActionId.CLOSE_ALL);
          workbench.actions().run(ActionId.CLEAR_JOBS);
        });
  }

  private boolean openRow() {
    boolean[] opened = new boolean[1];
    fx(
        () -> {
          Node rows = scene.lookup("#compare-rows");
          if (rows instanceof TableView<?> table && !table.getItems().isEmpty()) {
            for (int row = 0; row < table.getItems().size() && !opened[0]; row++) {
              table.getSelectionModel().clearAndSelect(row);
              table.requestFocus();
              Keys.press(table, javafx.scene.input.KeyCode.ENTER);
              opened[0] = !rows.equals(scene.lookup("#compare-rows"));
            }
          }
        });
    return opened[0];
  }

  private void everyTab(String name, Visitor visitor) {
    TabPane[] tabs = new TabPane[1];
    fx(() -> tabs[0] = (TabPane) laidOut(scene).lookup("#file-tabs"));
    everyTab(name, tabs[0].getSelectionModel().getSelectedItem(), visitor);
  }

  private void everyTab(String name, @Nullable Tab shown, Visitor visitor) {
    List<TabPane> inside = new ArrayList<>();
    fx(
        () -> {
          if (shown != null) {
            shown.getTabPane().getSelectionModel().select(shown);
            laidOut(scene);
            collectTabs(shown.getContent(), inside);
          }
          if (inside.isEmpty()) {
            selectFirstRows(scene.getRoot());
            visitor.visit(name, laidOut(scene));
          }
        });
    for (TabPane pane : inside) {
      for (Tab tab : List.copyOf(pane.getTabs())) {
        everyTab(name + " / " + tab.getText(), tab, visitor);
      }
    }
  }

  /** Does something on the JavaFX thread, and waits for it. */
  static void fx(Runnable action) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Platform.runLater(
        () -> {
          try {
            action.run();
            done.complete(null);
          } catch (RuntimeException | AssertionError failure) {
            done.completeExceptionally(failure);
          }
        });
    done.join();
  }

  private static void collectTabs(Node node, List<TabPane> found) {
    if (!node.isVisible()) {
      return;
    }
    if (node instanceof TabPane pane) {
      found.add(pane);
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collectTabs(child, found));
    }
  }

  /** Tables and trees have a selected row, so that what says more about it is there, too. */
  private static void selectFirstRows(Node node) {
    if (!node.isVisible() || "workspace-tree".equals(node.getId())) {
      return;
    }
    switch (node) {
      case TableView<?> table when table.getSelectionModel().isEmpty() ->
          table.getSelectionModel().select(0);
      case ListView<?> list when list.getSelectionModel().isEmpty() ->
          list.getSelectionModel().select(0);
      case Parent parent ->
          List.copyOf(parent.getChildrenUnmodifiable()).forEach(Tour::selectFirstRows);
      default -> {}
    }
  }

  /**
   * Styles and lays out what changed, as frames do, until nothing is left to do. {@link
   * Node#applyCss} would style the whole window again each time, which takes most of the tour.
   */
  static Scene laidOut(Scene scene) {
    Parent root = scene.getRoot();
    for (int frame = 0; frame < MOST_FRAMES; frame++) {
      NodeHelper.processCSS(root);
      root.layout();
    }
    NodeHelper.processCSS(root);
    return scene;
  }
}
