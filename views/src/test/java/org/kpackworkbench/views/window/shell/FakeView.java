package org.kpackworkbench.views.window.shell;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.DocumentView;

/** A view that lists places, and records the places to show. */
final class FakeView implements DocumentView {
  final String id;
  final ListView<Place> list = new ListView<>();
  final SimpleObjectProperty<Place> selection = new SimpleObjectProperty<>();
  Closeness closeness = Closeness.AS_ROW;
  final SimpleStringProperty status = new SimpleStringProperty("");
  final List<Place> shown = new ArrayList<>();
  boolean nodeMade;
  boolean disposed;

  FakeView(String id, List<? extends Place> places) {
    this.id = id;
    list.setId("list-" + id);
    list.getItems().setAll(places);
    list.getSelectionModel().selectedItemProperty().subscribe(selection::set);
    list.setCellFactory(
        view ->
            new javafx.scene.control.ListCell<>() {
              @Override
              protected void updateItem(Place place, boolean empty) {
                super.updateItem(place, empty);
                setText(empty || place == null ? null : place.label());
              }
            });
    status.set(places.size() + " " + id);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String title() {
    return Character.toUpperCase(id.charAt(0)) + id.substring(1);
  }

  @Override
  public Node node() {
    nodeMade = true;
    return list;
  }

  @Override
  public Closeness closeness(Place place) {
    return closeness;
  }

  @Override
  public boolean shows(Place place) {
    return list.getItems().contains(place);
  }

  @Override
  public void show(Place place) {
    shown.add(place);
    list.getSelectionModel().select(place);
  }

  @Override
  public ObservableValue<Place> selection() {
    return selection;
  }

  @Override
  public ObservableValue<String> statusText() {
    return status;
  }

  @Override
  public void dispose() {
    disposed = true;
  }
}
