package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import java.util.function.Supplier;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.ContextMenuEvent;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.views.kit.hex.HexCopy;

/** The menu of aligned bytes: copy in several ways, select, put bytes beside one another. */
final class CompareMenu {
  private final ByteCompareModel model;
  private final ByteCompareView view;
  private final CompareCopy copy;
  private final HandAlignment hand;
  private final ContextMenu menu = new ContextMenu();
  private Supplier<List<MenuItem>> extra = List::of;

  CompareMenu(ByteCompareModel model, ByteCompareView view, CompareCopy copy, HandAlignment hand) {
    this.model = model;
    this.view = view;
    this.copy = copy;
    this.hand = hand;
    view.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::show);
  }

  void setExtra(Supplier<List<MenuItem>> items) {
    extra = items;
  }

  private void show(ContextMenuEvent event) {
    if (model.alignment().length() == 0) {
      return;
    }
    int side = model.sideProperty().get();
    menu.getItems()
        .setAll(
            copyAs(),
            item("Copy offset " + copy.offset(side), copy::copyOffset),
            new SeparatorMenuItem(),
            item("Select all", model::selectAll));
    AlignedBytes known = model.known();
    int index = known.lastFrom(model.caretProperty().get());
    if (known.differs(model.caretProperty().get())) {
      menu.getItems().add(item("Select difference", () -> model.select(known.difference(index))));
    }
    menu.getItems().addAll(hand.items());
    List<MenuItem> more = extra.get();
    if (!more.isEmpty()) {
      menu.getItems().add(new SeparatorMenuItem());
      menu.getItems().addAll(more);
    }
    menu.show(view, event.getScreenX(), event.getScreenY());
    event.consume();
  }

  private Menu copyAs() {
    Menu copies = new Menu("Copy as");
    for (HexCopy format : HexCopy.values()) {
      copies.getItems().add(item(format.words(), () -> copy.copy(format)));
    }
    return copies;
  }

  static MenuItem item(String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    item.setMnemonicParsing(false);
    item.setOnAction(event -> action.run());
    return item;
  }
}
