package org.kpackworkbench.views.window.shell;

import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.Move;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.DocumentView;

/** The views of one file as inner tabs. Activates the view that shows a place. */
final class ViewTabs extends TabPane {
  private final List<ViewTab> viewTabs;
  private final ReadOnlyObjectWrapper<@Nullable ViewTab> inFront = new ReadOnlyObjectWrapper<>();

  /**
   * Tabs for views.
   *
   * @param controls makes the tabs' menus
   * @param selected receives the selection of the user and its view
   */
  ViewTabs(List<DocumentView> views, BiConsumer<Place, Object> selected, ActionControls controls) {
    getStyleClass().addAll("view-tabs", "dense");
    setAccessibleText("Views of the file");
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    viewTabs = views.stream().map(view -> new ViewTab(view, selected)).toList();
    getTabs().setAll(viewTabs);
    for (ViewTab tab : viewTabs) {
      ContextMenu menu = controls.contextMenu(ActionId.PIN_VIEW, ActionId.SAVE_PICTURE);
      menu.setOnShowing(event -> getSelectionModel().select(tab));
      tab.setContextMenu(menu);
    }
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            (before, tab) -> {
              boolean moves =
                  before != null && WorkbenchLayout.Panes.haveFocusIn(before.getContent());
              comeInFront(tab);
              if (moves && tab instanceof ViewTab view) {
                // Once the tab has changed; else the focus would fall on whatever comes next.
                Platform.runLater(view::enter);
              }
            });
    comeInFront(getSelectionModel().getSelectedItem());
  }

  private void comeInFront(@Nullable Tab tab) {
    inFront.set(tab instanceof ViewTab view ? view : null);
    if (tab instanceof ViewTab view) {
      view.comeInFront();
    }
  }

  /** The active view; null if there are none. */
  ReadOnlyObjectProperty<@Nullable ViewTab> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** The views, in the order of their tabs. */
  Stream<DocumentView> views() {
    return viewTabs.stream().map(ViewTab::view);
  }

  /** Activates the view of that id, where there is one. */
  boolean select(String id) {
    for (ViewTab tab : viewTabs) {
      if (tab.view().id().equals(id)) {
        getSelectionModel().select(tab);
        return true;
      }
    }
    for (ViewTab tab : viewTabs) {
      if (tab.view().parts().stream().anyMatch(part -> part.id().equals(id))) {
        getSelectionModel().select(tab);
        tab.view().showPart(id);
        return true;
      }
    }
    return false;
  }

  /**
   * Shows the place in the views. If the move requests it, a view becomes active that shows the
   * place, or the nearest around it.
   */
  void show(Move move) {
    Place place = move.place();
    for (ViewTab tab : viewTabs) {
      if (!Objects.equals(tab.view(), move.source())) {
        tab.follow(place);
      }
    }
    ViewTab front = inFront.get();
    ViewTab better = move.bringsViewInFront() ? better(move, front) : null;
    if (better != null && better != front) {
      getSelectionModel().select(better);
    } else if (front != null) {
      front.catchUp();
    }
  }

  private @Nullable ViewTab better(Move move, @Nullable ViewTab front) {
    for (ViewTab tab : viewTabs) {
      if (tab.view().id().equals(move.view())) {
        return tab;
      }
    }
    if (move.kind() == Move.Kind.OPEN) {
      ViewTab inside = find(move.place(), Closeness.INSIDE);
      if (inside != null) {
        return inside;
      }
    }
    List<Place> way = move.place().path().reversed();
    for (Place step : way.subList(0, way.size() - 1)) {
      ViewTab found = listing(step, front);
      if (found != null) {
        return found;
      }
    }
    // A map shows any bytes, so it comes last, but before what is about the file as a whole.
    for (Place step : way) {
      ViewTab found = find(step, Closeness.ON_MAP);
      if (found != null) {
        return found;
      }
    }
    ViewTab whole = listing(way.getLast(), front);
    return whole == null ? front : whole;
  }

  /** The active view where it shows the place, else one that lists it or shows what is in it. */
  private @Nullable ViewTab listing(Place place, @Nullable ViewTab front) {
    if (front != null && front.view().shows(place)) {
      return front;
    }
    ViewTab row = find(place, Closeness.AS_ROW);
    return row != null ? row : find(place, Closeness.INSIDE);
  }

  private @Nullable ViewTab find(Place place, Closeness wanted) {
    for (ViewTab tab : viewTabs) {
      if (!tab.pinned() && tab.view().shows(place) && tab.view().closeness(place) == wanted) {
        return tab;
      }
    }
    return null;
  }

  /** Ends all views but the one that stays, which others will show. */
  void dispose(@Nullable DocumentView staying) {
    for (ViewTab tab : viewTabs) {
      tab.selections.unsubscribe();
      if (tab.view().equals(staying)) {
        tab.setContent(null);
      } else {
        tab.view().dispose();
      }
    }
  }

  /** One inner tab: makes its view's node late, and remembers where the view has to be. */
  static final class ViewTab extends Tab {
    private final DocumentView view;
    private final javafx.beans.property.BooleanProperty pinned =
        new javafx.beans.property.SimpleBooleanProperty(this, "pinned");
    private final Subscription selections;
    private @Nullable Place awaited;

    ViewTab(DocumentView view, BiConsumer<Place, Object> selected) {
      super(view.title());
      this.view = view;
      setId("view-" + view.id());
      setClosable(false);
      selections =
          view.selection()
              .subscribe(
                  place -> {
                    if (place != null) {
                      selected.accept(place, view);
                    }
                  });
      pinned.subscribe(on -> setGraphic(on ? KpackIcon.PIN.node() : null));
    }

    DocumentView view() {
      return view;
    }

    boolean pinned() {
      return pinned.get();
    }

    /** Whether the view stays where it is. */
    javafx.beans.property.BooleanProperty pinnedProperty() {
      return pinned;
    }

    /** Gives the focus to the view; its node has been made. */
    void enter() {
      WorkbenchLayout.Panes.enter(getContent());
    }

    void follow(Place place) {
      if (!pinned.get()) {
        awaited = place;
      }
    }

    void comeInFront() {
      if (getContent() == null) {
        setContent(view.node());
      }
      catchUp();
    }

    /** Shows the awaited place, or the nearest thing around it that the view can show. */
    void catchUp() {
      Place place = awaited;
      awaited = null;
      if (place == null) {
        return;
      }
      for (Place step : place.path().reversed()) {
        if (view.shows(step)) {
          view.show(step);
          return;
        }
      }
      if (place.parent() != null) {
        view.deselect();
      }
    }
  }
}
