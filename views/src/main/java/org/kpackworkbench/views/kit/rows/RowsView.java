package org.kpackworkbench.views.kit.rows;

import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** A view that is one table. */
public final class RowsView<R> implements DocumentView {
  private final RowsSpec<R> spec;
  private final ViewContext context;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private @Nullable Supplier<Node> above;
  private Runnable whenLoaded = () -> {};
  private @Nullable OpenedFile extracted;
  private @Nullable RowsPane<R> pane;
  private @Nullable Place awaited;

  /** A view of what the spec says. */
  public RowsView(RowsSpec<R> spec, ViewContext context) {
    this.spec = spec;
    this.context = context;
  }

  /** Puts something above the table; made when the view is first shown. */
  public RowsView<R> above(Supplier<Node> node) {
    above = node;
    return this;
  }

  /** Lets the code objects that rows are be taken out of a file: Extract, and dragging. */
  public RowsView<R> extractsFrom(OpenedFile file) {
    extracted = file;
    return this;
  }

  /** Runs something each time that the rows were read. */
  public RowsView<R> onLoaded(Runnable action) {
    whenLoaded = action;
    return this;
  }

  /** Reads the rows again. */
  public void reload() {
    if (pane != null) {
      pane.load();
    }
  }

  @Override
  public String id() {
    return spec.id();
  }

  @Override
  public String title() {
    return spec.title();
  }

  @Override
  public Node node() {
    RowsPane<R> made = pane;
    if (made == null) {
      made = new RowsPane<>(spec, context, selection::set, status::set, whenLoaded);
      pane = made;
      if (above != null) {
        made.above(above.get());
      }
      if (extracted != null) {
        made.extractFrom(extracted);
      }
      made.load();
      if (awaited != null) {
        made.show(awaited);
        awaited = null;
      }
    }
    return made;
  }

  @Override
  public boolean shows(Place place) {
    return spec.shows(place);
  }

  @Override
  public void show(Place place) {
    // Selecting the same row again means to go there again.
    selection.set(null);
    if (pane == null) {
      awaited = place;
    } else {
      pane.show(place);
    }
  }

  @Override
  public void deselect() {
    awaited = null;
    selection.set(null);
    if (pane != null) {
      pane.deselect();
    }
  }

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  @Override
  public void dispose() {
    if (pane != null) {
      pane.dispose();
    }
  }
}
