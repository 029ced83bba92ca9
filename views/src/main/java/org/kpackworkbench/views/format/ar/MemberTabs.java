package org.kpackworkbench.views.format.ar;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.DocumentView;

/** The views of one member as tabs inside the view of the member. */
final class MemberTabs extends TabPane {
  private final List<DocumentView> views;
  private final ObservableValue<String> status;
  private @Nullable Place awaited;

  MemberTabs(List<DocumentView> views, Consumer<Place> onSelection) {
    this.views = views;
    getStyleClass().addAll("view-tabs", "dense");
    setAccessibleText("Views of the member");
    setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
    for (DocumentView view : views) {
      Tab tab = new Tab(view.title());
      tab.setId("member-view-" + view.id());
      tab.setUserData(view);
      getTabs().add(tab);
      view.selection()
          .subscribe(
              place -> {
                if (place != null) {
                  onSelection.accept(place);
                }
              });
    }
    status =
        getSelectionModel()
            .selectedItemProperty()
            .flatMap(tab -> view(tab).statusText())
            .orElse("");
    getSelectionModel().selectedItemProperty().subscribe(this::inFront);
  }

  /** Sums of the view in front. */
  ObservableValue<String> statusText() {
    return status == null ? new ReadOnlyStringWrapper("") : status;
  }

  /** Brings a view in front that shows the place, or what is around it. */
  void show(Place place) {
    awaited = place;
    Tab front = getSelectionModel().getSelectedItem();
    for (Place step : place.path().reversed()) {
      if (front != null && view(front).shows(step)) {
        view(front).show(step);
        return;
      }
      for (Tab tab : getTabs()) {
        if (view(tab).shows(step)) {
          getSelectionModel().select(tab);
          return;
        }
      }
    }
  }

  void dispose() {
    views.forEach(DocumentView::dispose);
  }

  private void inFront(@Nullable Tab tab) {
    if (tab == null) {
      return;
    }
    DocumentView view = view(tab);
    if (tab.getContent() == null) {
      tab.setContent(view.node());
    }
    Place place = awaited;
    if (place != null) {
      place.path().reversed().stream().filter(view::shows).findFirst().ifPresent(view::show);
    }
  }

  private static DocumentView view(Tab tab) {
    return (DocumentView) tab.getUserData();
  }
}
