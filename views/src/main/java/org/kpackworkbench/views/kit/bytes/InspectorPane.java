package org.kpackworkbench.views.kit.bytes;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.inspector.Inspector;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;

/** The inspector; it follows the caret of the bytes, so places do not concern it. */
final class InspectorPane implements FollowingPane {
  private final Inspector inspector;
  private final ReadOnlyObjectWrapper<@Nullable Place> none = new ReadOnlyObjectWrapper<>();

  InspectorPane(Inspector inspector) {
    this.inspector = inspector;
  }

  @Override
  public String title() {
    return "Inspector";
  }

  @Override
  public Node node() {
    return inspector;
  }

  @Override
  public void open(@Nullable OpenedFile file) {}

  @Override
  public void show(Place place) {}

  @Override
  public ObservableValue<? extends @Nullable Place> selection() {
    return none.getReadOnlyProperty();
  }
}
