package org.kpackworkbench.views.kit.bytes;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.bytes.ShownBytes.Shown;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;

/** The bytes of whatever the window shows. */
final class FollowingBytes implements FollowingPane {
  private final HexPane hex;
  private final ShownBytes source;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private boolean quiet;

  FollowingBytes(HexPane hex, ShownBytes source) {
    this.hex = hex;
    this.source = source;
    HexModel model = hex.model();
    model.selectionProperty().subscribe(range -> selected());
    model.caretProperty().subscribe(caret -> selected());
  }

  @Override
  public String title() {
    return "Bytes";
  }

  @Override
  public Node node() {
    return hex;
  }

  @Override
  public void open(@Nullable OpenedFile file) {
    quietly(() -> source.open(file));
  }

  @Override
  public void show(Place place) {
    source.follow(
        place,
        () -> {
          ByteRange range = place.range();
          if (range != null) {
            quietly(() -> reveal(range));
          }
        });
  }

  private void reveal(ByteRange range) {
    HexModel model = hex.model();
    if (!range.equals(model.selectionProperty().get())) {
      model.select(range);
    }
  }

  /** Selects bytes as the user does. */
  void select(ByteRange range) {
    hex.model().select(range);
  }

  /** Changes what is shown without telling it as the user's doing. */
  void quietly(Runnable change) {
    boolean before = quiet;
    quiet = true;
    try {
      change.run();
    } finally {
      quiet = before;
    }
  }

  private void selected() {
    Shown shown = source.shownProperty().get();
    if (quiet || shown == null) {
      return;
    }
    HexModel model = hex.model();
    ByteRange range = model.selectionProperty().get();
    if (range == null || range.isEmpty()) {
      range = new ByteRange(Math.max(0, model.caretProperty().get()), 1);
    }
    selection.set(new Place.Bytes(shown.root(), range));
  }

  @Override
  public boolean find(String text) {
    hex.find(text);
    return true;
  }

  @Override
  public ObservableValue<? extends @Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }
}
