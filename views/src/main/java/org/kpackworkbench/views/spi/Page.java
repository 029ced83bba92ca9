package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;

/**
 * A tab that is not one file: a comparison, a pasted log, a process. UI thread only.
 *
 * <p>{@link Pages} opens it. It is among the tabs of files, is closed like them, and back and
 * forward lead to it. While it is active no file is: bytes and inspector are not shown, and actions
 * on the current file are not offered. What can be done with it (reading it again, copying,
 * exporting), and its way back where it has steps of its own, it handles itself: it attaches {@link
 * org.kpackworkbench.views.kit.action.ActionHandlers} to its node. To lead to a place in a file it
 * calls {@code context.navigator().go(place)}.
 */
public interface Page {

  /**
   * The key that distinguishes it from other pages, such as {@code compare}; tests and styles use
   * it.
   */
  String id();

  /** The tab's title; short, may change. */
  ObservableValue<String> title();

  /** More words than the title has, such as paths; empty for none. */
  default ObservableValue<String> tooltip() {
    return new ReadOnlyStringWrapper("");
  }

  /** Returns the icon before the title. */
  KpackIcon icon();

  /** Returns the node of the page; always the same node. */
  Node node();

  /**
   * Whether tables of it have two sides of everything: where the window has no room for all their
   * columns, the panes beside the page give way.
   */
  default boolean isWide() {
    return false;
  }

  /** Sums and the like for the right end of the status bar. */
  default ObservableValue<String> statusText() {
    return new ReadOnlyStringWrapper("");
  }

  /**
   * Where in a file it is what the user selected in the page: the breadcrumb shows the way there,
   * and each step of it leads there. Null for nowhere.
   */
  default ObservableValue<? extends @Nullable Place> place() {
    return new ReadOnlyObjectWrapper<@Nullable Place>(null);
  }

  /**
   * Called from time to time, and when the user comes back to the window: time to look, in the
   * background, whether what it shows has changed outside.
   */
  default void lookAgain() {}

  /**
   * Returns what opens the page again after the next start of the program; empty if nothing does.
   */
  default Optional<Again> again() {
    return Optional.empty();
  }

  /**
   * Enough to open a page again. Immutable.
   *
   * @param kind as {@link Pages#reopening} knows it, such as {@code compare}
   * @param paths the files and folders that it is about
   * @param inside where the user was in it, as its page writes it; empty for where it begins
   */
  record Again(String kind, List<Path> paths, List<String> inside) {
    public Again {
      paths = List.copyOf(paths);
      inside = List.copyOf(inside);
    }

    /** The page, wherever the user is in it: what is compared to find it among others. */
    public Again page() {
      return new Again(kind, paths, List.of());
    }
  }

  /** The tab was closed: stop what runs, close what is open. */
  default void dispose() {}
}
