package org.kpackworkbench.views.window.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import javafx.event.Event;
import javafx.scene.control.TreeItem;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/** An item of the workspace tree that reads its children when it is first opened. */
final class WorkspaceItem extends TreeItem<WorkspaceRow> {

  /** Fetches the rows below an item. */
  interface Loader {
    void load(WorkspaceItem item, BiConsumer<List<WorkspaceRow>, @Nullable Throwable> done);
  }

  private enum Children {
    UNKNOWN,
    LOADING,
    LOADED
  }

  private final FileSession session;
  private final Loader loader;
  private final List<Runnable> waiting = new ArrayList<>();
  private Children children = Children.UNKNOWN;

  WorkspaceItem(WorkspaceRow row, FileSession session, Loader loader) {
    super(row);
    this.session = session;
    this.loader = loader;
    expandedProperty()
        .subscribe(
            open -> {
              if (open) {
                whenLoaded(() -> {});
              }
            });
  }

  FileSession session() {
    return session;
  }

  @Override
  public boolean isLeaf() {
    if (children == Children.LOADED) {
      return getChildren().isEmpty();
    }
    return switch (getValue()) {
      case WorkspaceRow.File file -> file.session().state() != FileSession.State.OPEN;
      case WorkspaceRow.Inside inside -> !inside.node().hasChildren();
      case WorkspaceRow.Failed failed -> true;
    };
  }

  /** Runs something once the children are there. */
  void whenLoaded(Runnable then) {
    if (children == Children.LOADED || isLeaf()) {
      then.run();
      return;
    }
    waiting.add(then);
    if (children == Children.UNKNOWN) {
      children = Children.LOADING;
      loader.load(this, this::loaded);
    }
  }

  /** The child of a place; null if there is none. */
  @Nullable WorkspaceItem child(Place place) {
    for (TreeItem<WorkspaceRow> child : getChildren()) {
      if (child instanceof WorkspaceItem item && item.getValue().place().equals(place)) {
        return item;
      }
    }
    return null;
  }

  /**
   * Forgets the rows below, which are no longer true: fetched again on demand, at once if it is
   * open.
   */
  void forgetChildren() {
    children = Children.UNKNOWN;
    getChildren().clear();
    // Notifies the tree that the text and arrow of the row may have changed.
    WorkspaceRow row = getValue();
    Event.fireEvent(this, new TreeModificationEvent<>(valueChangedEvent(), this, row));
    if (isExpanded()) {
      whenLoaded(() -> {});
    }
  }

  private void loaded(List<WorkspaceRow> rows, @Nullable Throwable failure) {
    if (children != Children.LOADING) {
      return;
    }
    children = Children.LOADED;
    List<TreeItem<WorkspaceRow>> items = new ArrayList<>();
    for (WorkspaceRow row : rows) {
      items.add(new WorkspaceItem(row, session, loader));
    }
    if (failure != null) {
      items.add(
          new WorkspaceItem(new WorkspaceRow.Failed(getValue().place(), failure), session, loader));
    }
    getChildren().setAll(items);
    List<Runnable> ready = List.copyOf(waiting);
    waiting.clear();
    ready.forEach(Runnable::run);
  }
}
