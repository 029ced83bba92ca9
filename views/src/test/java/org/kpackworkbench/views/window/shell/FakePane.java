package org.kpackworkbench.views.window.shell;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;

/** A pane that records its calls. */
final class FakePane implements FollowingPane {
  final String title;
  Label label;
  final List<Place> shown = new ArrayList<>();
  final SimpleObjectProperty<Place> selection = new SimpleObjectProperty<>();
  OpenedFile file;

  FakePane(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Node node() {
    if (label == null) {
      label = new Label();
      label.setId("fake-" + title.toLowerCase(java.util.Locale.ROOT));
      label.setMaxWidth(Double.MAX_VALUE);
    }
    return label;
  }

  @Override
  public void open(OpenedFile opened) {
    file = opened;
  }

  @Override
  public void show(Place place) {
    shown.add(place);
    ((Label) node()).setText(place.label());
  }

  @Override
  public ObservableValue<Place> selection() {
    return selection;
  }
}
