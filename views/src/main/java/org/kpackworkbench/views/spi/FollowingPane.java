package org.kpackworkbench.views.spi;

import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * A pane beside the views that follows wherever they go: bytes, inspector, findings. There is one
 * of each in the window. UI thread only.
 */
public interface FollowingPane {

  /** The pane's title, such as {@code Bytes}. */
  String title();

  /** The title where it changes, such as one that counts; else always the {@link #title}. */
  default ObservableValue<String> heading() {
    return new ReadOnlyStringWrapper(title());
  }

  /** Returns the node of the pane; always the same node. */
  Node node();

  /** Another file became active; null if none is open. */
  void open(@Nullable OpenedFile file);

  /**
   * The current place changed, in the file last {@link #open opened}. Where {@link Place#container}
   * is not null, its bytes are those of {@link OpenedFile#inner}.
   */
  void show(Place place);

  /**
   * Returns the user's selection in the pane. Selected bytes are a {@link Place.Bytes} directly
   * below the file (or below the container); the window finds their owner.
   */
  ObservableValue<? extends @Nullable Place> selection();

  /**
   * How high it is at most in the dock, in pixels at the present text size: for what lists little.
   */
  default ObservableValue<Double> mostHeight() {
    return new ReadOnlyObjectWrapper<>(Double.MAX_VALUE);
  }

  /**
   * Looks for a text in what it shows.
   *
   * @return whether it can; where not, nothing happens
   */
  default boolean find(String text) {
    return false;
  }

  /**
   * Sets what tells which files are open, for what works on all of them.
   *
   * @param open gives the files that are read, in the order of their tabs; on the UI thread
   */
  default void among(Supplier<List<OpenedFile>> open) {}

  /**
   * Sets how the pane shows itself if it may be hidden behind others.
   *
   * @param bringIt activates it
   */
  default void broughtBy(Runnable bringIt) {}
}
