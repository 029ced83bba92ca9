package org.kpackworkbench.views.kit.hex;

import java.util.List;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.ContextMenuEvent;
import org.kpackworkbench.model.base.place.Claim;

/** The menu of a hex view: copy in several ways, select. */
final class HexMenu {
  private final HexView hex;
  private final ContextMenu menu = new ContextMenu();

  HexMenu(HexView hex) {
    this.hex = hex;
    hex.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::show);
  }

  private void show(ContextMenuEvent event) {
    if (hex.model().viewProperty().get() == null) {
      return;
    }
    menu.getItems().setAll(copy(), copyOffset(), new SeparatorMenuItem(), selectAll());
    List<Claim> owners = hex.model().ownersAt(hex.model().caretOffsetProperty().get());
    for (Claim owner : owners.reversed()) {
      menu.getItems().add(item("Select " + owner.label(), () -> hex.model().select(owner.range())));
    }
    menu.getItems().addAll(hex.extraMenuItems().get());
    menu.show(hex, event.getScreenX(), event.getScreenY());
    event.consume();
  }

  private Menu copy() {
    Menu copy = new Menu("Copy as");
    for (HexCopy format : HexCopy.values()) {
      copy.getItems().add(item(format.words(), () -> hex.copy(format)));
    }
    return copy;
  }

  private MenuItem copyOffset() {
    return item("Copy offset " + hex.caretWords(), hex::copyOffset);
  }

  private MenuItem selectAll() {
    return item("Select all", hex.model()::selectAll);
  }

  private static MenuItem item(String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    // Labels come from files: an underscore in one is no mnemonic.
    item.setMnemonicParsing(false);
    item.setOnAction(event -> action.run());
    return item;
  }
}
