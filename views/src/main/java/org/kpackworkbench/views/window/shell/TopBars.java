package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.place.Breadcrumb;
import org.kpackworkbench.views.window.search.FindField;

/** The menus, and below them back, forward, the path to the current place, and the find field. */
final class TopBars extends VBox {
  /**
   * The bars.
   *
   * @param opener opens the files of the list of recent ones
   * @param bookmarks fills the menu of bookmarks
   * @param again finds out which files other instances of the program opened meanwhile
   */
  TopBars(
      Actions actions,
      ShellSettings settings,
      Runnable again,
      BookmarkActions bookmarks,
      Consumer<List<Path>> opener,
      Breadcrumb breadcrumb,
      FindField find) {
    ActionControls controls = new ActionControls(actions);
    MenuBar menuBar = new MenuBar();
    // On macOS the menus are at the top of the screen; elsewhere this changes nothing.
    menuBar.setUseSystemMenuBar(true);
    menuBar.getMenus().setAll(controls.menus());
    new RecentMenu(settings, opener).addTo(menuBar);
    bookmarks.addTo(menuBar);
    menuBar.getMenus().getFirst().addEventHandler(Menu.ON_SHOWING, event -> again.run());
    getChildren().addAll(menuBar, toolBar(controls, breadcrumb, find));
  }

  private static HBox toolBar(ActionControls controls, Breadcrumb breadcrumb, FindField find) {
    Button back = controls.toolButton(ActionId.BACK);
    Button forward = controls.toolButton(ActionId.FORWARD);
    HBox.setHgrow(breadcrumb, Priority.ALWAYS);
    back.setMinWidth(USE_PREF_SIZE);
    forward.setMinWidth(USE_PREF_SIZE);
    keepsFocusWhenClicked(back);
    keepsFocusWhenClicked(forward);
    return Controls.styled(new HBox(back, forward, breadcrumb, find), "main-tool-bar");
  }

  /**
   * A click leaves the focus where it is: what has it says what comes before it, such as a level of
   * a comparison or a followed branch. Keys reach the button as any other.
   */
  private static void keepsFocusWhenClicked(Button button) {
    button.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> button.setFocusTraversable(false));
    button.addEventFilter(MouseEvent.MOUSE_RELEASED, event -> button.setFocusTraversable(true));
  }

  /** The files opened last, as a submenu of the first menu. */
  private static final class RecentMenu {
    private final Menu menu = new Menu("Open Recent");
    private final ShellSettings settings;
    private final Consumer<List<Path>> opener;

    RecentMenu(ShellSettings settings, Consumer<List<Path>> opener) {
      this.settings = settings;
      this.opener = opener;
      menu.setId("menu-recent");
      menu.disableProperty().bind(Bindings.isEmpty(settings.recentFiles()));
      settings.recentFiles().addListener((ListChangeListener<Path>) change -> fill());
      fill();
    }

    /** Puts the submenu below the items that open files. */
    void addTo(MenuBar bar) {
      List<MenuItem> items = bar.getMenus().getFirst().getItems();
      int line = 0;
      while (line < items.size() && !(items.get(line) instanceof SeparatorMenuItem)) {
        line++;
      }
      items.add(line, menu);
    }

    private void fill() {
      menu.getItems().clear();
      for (Path file : settings.recentFiles()) {
        MenuItem item = new MenuItem(file.getFileName() + "   —   " + file.getParent());
        item.setMnemonicParsing(false);
        item.setOnAction(event -> opener.accept(List.of(file)));
        menu.getItems().add(item);
      }
      if (!settings.recentFiles().isEmpty()) {
        MenuItem clear = new MenuItem("Clear This List");
        clear.setOnAction(event -> settings.forgetRecentFiles());
        menu.getItems().addAll(new SeparatorMenuItem(), clear);
      }
    }
  }
}
