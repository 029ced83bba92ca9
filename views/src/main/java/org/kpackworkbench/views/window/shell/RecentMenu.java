package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;

/** The files opened last, as a submenu of the first menu. */
final class RecentMenu {
  private final Menu menu = new Menu("Open Recent");
  private final ShellSettings settings;
  private final FileOpener opener;

  RecentMenu(ShellSettings settings, FileOpener opener) {
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
      item.setOnAction(event -> opener.openAll(List.of(file)));
      menu.getItems().add(item);
    }
    if (!settings.recentFiles().isEmpty()) {
      MenuItem clear = new MenuItem("Clear This List");
      clear.setOnAction(event -> settings.forgetRecentFiles());
      menu.getItems().addAll(new SeparatorMenuItem(), clear);
    }
  }
}
