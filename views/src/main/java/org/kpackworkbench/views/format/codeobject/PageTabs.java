package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.DocumentView;

/** Pages as tabs inside a view; the page comes in front that shows a place. */
final class PageTabs extends TabPane {
  private final List<PageTab> pages;
  private final ReadOnlyObjectWrapper<@Nullable DocumentView> inFront =
      new ReadOnlyObjectWrapper<>(this, "inFront");

  /**
   * Tabs for pages.
   *
   * @param first the page in front, where there is one of that id
   */
  PageTabs(List<DocumentView> views, String first) {
    getStyleClass().addAll("view-tabs", "page-tabs", "dense");
    setAccessibleText("Pages of the code object");
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    pages = views.stream().map(PageTab::new).toList();
    getTabs().setAll(pages);
    for (PageTab page : pages) {
      if (page.view.id().equals(first)) {
        getSelectionModel().select(page);
      }
    }
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            tab -> {
              if (tab instanceof PageTab page) {
                page.comeInFront();
                inFront.set(page.view);
              }
            });
  }

  ReadOnlyObjectProperty<@Nullable DocumentView> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** Shows a place, or the nearest thing around it that a page can show. */
  void show(Place place) {
    for (Place step : place.path().reversed()) {
      PageTab page = pageOf(step);
      if (page != null) {
        // The whole code object is shown by any page.
        if (!(step instanceof Place.CodeObject)) {
          getSelectionModel().select(page);
          page.view.show(step);
        }
        return;
      }
    }
  }

  /** Brings a page in front, or something in one. */
  void showPart(String partId) {
    for (PageTab page : pages) {
      boolean inside = page.view.parts().stream().anyMatch(part -> part.id().equals(partId));
      if (inside || page.view.id().equals(partId)) {
        getSelectionModel().select(page);
        page.view.showPart(partId);
        return;
      }
    }
  }

  void dispose() {
    pages.forEach(page -> page.view.dispose());
  }

  private @Nullable PageTab pageOf(Place place) {
    if (getSelectionModel().getSelectedItem() instanceof PageTab front && front.view.shows(place)) {
      return front;
    }
    for (PageTab page : pages) {
      if (page.view.shows(place)) {
        return page;
      }
    }
    return null;
  }

  private static final class PageTab extends Tab {
    private final DocumentView view;

    PageTab(DocumentView view) {
      super(view.title());
      this.view = view;
      setId("page-" + view.id());
    }

    void comeInFront() {
      if (getContent() == null) {
        setContent(view.node());
      }
    }
  }
}
