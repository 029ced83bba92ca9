package org.kpackworkbench.views.spi;

import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * A pane that is made when it is first shown, or used: most windows close without it, and each one
 * would open later for it. UI thread only.
 *
 * @param <P> the pane that is made
 */
public final class LatePane<P extends FollowingPane> implements FollowingPane {
  private final String title;
  private final Supplier<P> maker;
  private final StackPane node = new StackPane();
  private final ReadOnlyObjectWrapper<@Nullable P> made = new ReadOnlyObjectWrapper<>();
  private @Nullable OpenedFile file;
  private @Nullable Place place;
  private Supplier<List<OpenedFile>> open = List::of;
  private Runnable bring = () -> {};

  /**
   * A pane that is not made yet.
   *
   * @param title its title
   * @param maker makes it, once
   */
  public LatePane(String title, Supplier<P> maker) {
    this.title = title;
    this.maker = maker;
    node.sceneProperty()
        .subscribe(
            scene -> {
              if (scene != null) {
                get();
              }
            });
  }

  /** The pane itself, which now is made if it was not. */
  public P get() {
    P there = made.get();
    if (there == null) {
      there = maker.get();
      made.set(there);
      there.among(open);
      there.broughtBy(bring);
      there.open(file);
      if (place != null) {
        there.show(place);
      }
      node.getChildren().add(there.node());
    }
    return there;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public ObservableValue<String> heading() {
    return made.flatMap(FollowingPane::heading).orElse(title);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void open(@Nullable OpenedFile active) {
    file = active;
    place = null;
    P there = made.get();
    if (there != null) {
      there.open(active);
    }
  }

  @Override
  public void show(Place current) {
    place = current;
    P there = made.get();
    if (there != null) {
      there.show(current);
    }
  }

  @Override
  public ObservableValue<? extends @Nullable Place> selection() {
    return made.flatMap(FollowingPane::selection);
  }

  @Override
  public ObservableValue<Double> mostHeight() {
    return made.flatMap(FollowingPane::mostHeight).orElse(Double.MAX_VALUE);
  }

  @Override
  public boolean find(String text) {
    return get().find(text);
  }

  @Override
  public void among(Supplier<List<OpenedFile>> files) {
    open = files;
  }

  @Override
  public void broughtBy(Runnable bringIt) {
    bring = bringIt;
  }
}
