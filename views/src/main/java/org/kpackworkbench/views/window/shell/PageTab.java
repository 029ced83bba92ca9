package org.kpackworkbench.views.window.shell;

import javafx.scene.control.Tab;
import javafx.scene.control.Tooltip;
import org.kpackworkbench.views.spi.Page;

/** The tab of a page. */
final class PageTab extends Tab {
  private final Page page;

  PageTab(Page page, OpenPages pages) {
    this.page = page;
    setId("page-" + page.id());
    textProperty().bind(page.title());
    setGraphic(page.icon().node());
    page.tooltip().subscribe(words -> setTooltip(words.isEmpty() ? null : new Tooltip(words)));
    setContent(page.node());
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
