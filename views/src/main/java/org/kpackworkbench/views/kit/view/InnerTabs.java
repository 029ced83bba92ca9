package org.kpackworkbench.views.kit.view;

import java.util.List;
import java.util.function.Predicate;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.DocumentView;

/** Views as tabs inside a view; each is built when it is first active. UI thread only. */
public final class InnerTabs extends TabPane {
  private final List<InnerTab> tabs;
  private final Predicate<Place> whole;
  private final ReadOnlyObjectWrapper<@Nullable DocumentView> inFront =
      new ReadOnlyObjectWrapper<>();

  /**
   * Tabs for views, which are disposed of with them.
   *
   * @param prefix the beginning of the tabs' ids
   * @param first the id of the active view, if there is such a view
   * @param whole a place that any view shows, so that the active one stays
   */
  public InnerTabs(List<DocumentView> views, String prefix, String first, Predicate<Place> whole) {
    this.whole = whole;
    getStyleClass().addAll("view-tabs", "dense");
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    tabs = views.stream().map(view -> new InnerTab(view, prefix)).toList();
    getTabs().setAll(tabs);
    tabs.stream().filter(tab -> tab.view.id().equals(first)).forEach(getSelectionModel()::select);
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            tab -> {
              if (tab instanceof InnerTab inner) {
                inner.comeInFront();
                inFront.set(inner.view);
              }
            });
  }

  /** The view whose tab is selected; null if there is none. */
  public ReadOnlyObjectProperty<@Nullable DocumentView> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** Shows a place, or the nearest thing around it that a view can show. */
  public void show(Place place) {
    for (Place step : place.path().reversed()) {
      InnerTab tab = tabOf(step);
      if (tab != null) {
        if (!whole.test(step)) {
          getSelectionModel().select(tab);
          tab.view.show(step);
        }
        return;
      }
    }
  }

  /** Selects a view, or a place in one. */
  public void showPart(String partId) {
    for (InnerTab tab : tabs) {
      boolean inside = tab.view.parts().stream().anyMatch(part -> part.id().equals(partId));
      if (inside || tab.view.id().equals(partId)) {
        getSelectionModel().select(tab);
        tab.view.showPart(partId);
        return;
      }
    }
  }

  /** Releases the views. */
  public void dispose() {
    tabs.forEach(tab -> tab.view.dispose());
  }

  private @Nullable InnerTab tabOf(Place place) {
    if (getSelectionModel().getSelectedItem() instanceof InnerTab front
        && front.view.shows(place)) {
      return front;
    }
    return tabs.stream().filter(tab -> tab.view.shows(place)).findFirst().orElse(null);
  }

  private static final class InnerTab extends Tab {
    private final DocumentView view;

    InnerTab(DocumentView view, String prefix) {
      super(view.title());
      this.view = view;
      setId(prefix + view.id());
    }

    void comeInFront() {
      if (getContent() == null) {
        setContent(view.node());
      }
    }
  }
}
