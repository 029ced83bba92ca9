package org.kpackworkbench.views.window.shell;

import javafx.scene.control.Tab;
import javafx.scene.control.Tooltip;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.Page;

/** The tab of a page. */
final class PageTab extends Tab {
  private final Page page;

  PageTab(Page page, OpenPages pages, ActionControls controls) {
    this.page = page;
    setId("page-" + page.id());
    textProperty().bind(page.title());
    setGraphic(page.icon().node());
    page.tooltip().subscribe(words -> setTooltip(words.isEmpty() ? null : new Tooltip(words)));
    setContent(page.node());
    setContextMenu(
        controls.contextMenu(
            ActionId.RELOAD,
            ActionId.COPY_PATH,
            ActionId.COPY_COMMAND,
            ActionId.MOVE_TO_OTHER_SIDE,
            ActionId.CLOSE_TAB,
            ActionId.CLOSE_OTHERS,
            ActionId.CLOSE_ALL));
    setOnCloseRequest(
        event -> {
          event.consume();
          pages.close(page);
        });
  }

  Page page() {
    return page;
  }
}
