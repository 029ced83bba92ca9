package org.kpackworkbench.views.spi;

import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/**
 * One view of an open file: an inner tab. UI thread only.
 *
 * <p>The window calls {@link #node} when the view first becomes active, and calls {@link #show}
 * only while it is active (then with the newest place) and not pinned. A view that needs time loads
 * through {@link ViewContext#background} and shows itself empty until then. Its {@link
 * org.kpackworkbench.views.kit.action.ActionHandlers} it attaches to its node.
 */
public interface DocumentView {

  /** A stable name, such as {@code sections}; settings, {@code render} and tests use it. */
  String id();

  /** The tab's title, such as {@code Sections}. */
  String title();

  /** Whether its tab comes behind those that most users of such a file need. */
  default boolean isDetail() {
    return false;
  }

  /** Returns the node of the view; always the same node. */
  Node node();

  /** Whether it can show a place as itself, not just what is around it. Cheap. */
  boolean shows(Place place);

  /**
   * How it shows a place that it {@link #shows}: a link to a place prefers lists over maps, and
   * opening it prefers the view that shows what is inside.
   */
  default Closeness closeness(Place place) {
    return Closeness.AS_ROW;
  }

  /**
   * Scrolls to a place that it {@link #shows} and selects it there. May change {@link #selection};
   * that is not taken for the user's doing.
   */
  void show(Place place);

  /**
   * A part of it that can be selected by a name of its own, such as the descriptor of a kernel.
   *
   * @param id its name beside those of the file's views
   * @param title what it is
   */
  record Part(String id, String title) {}

  /** Returns the parts that have names of their own. */
  default List<Part> parts() {
    return List.of();
  }

  /** Shows one of its {@link #parts}, on the first thing that has one. */
  default void showPart(String partId) {}

  /** The window went to something that it cannot show: nothing in it is selected any more. */
  default void deselect() {}

  /**
   * Returns the user's selection in the view; null if there is none. Never changes for other
   * reasons.
   */
  ObservableValue<? extends @Nullable Place> selection();

  /** Sums and the like for the right end of the status bar. */
  default ObservableValue<String> statusText() {
    return new ReadOnlyStringWrapper("");
  }

  /** The file is being closed or read again: stop what runs. */
  default void dispose() {}
}
