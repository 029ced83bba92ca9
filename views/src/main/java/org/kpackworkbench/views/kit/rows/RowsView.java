package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** A view that is one table. */
public final class RowsView<R> implements DocumentView {
  private final RowsSpec<R> spec;
  private final RowsModel<R> model;
  private final ViewContext context;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final List<Consumer<RowsPane<R>>> around = new ArrayList<>();
  private Runnable whenLoaded = () -> {};
  private @Nullable OpenedFile extracted;
  private @Nullable RowsPane<R> pane;
  private @Nullable Place awaited;

  /** A view of what the spec says. */
  public RowsView(RowsSpec<R> spec, ViewContext context) {
    this.spec = spec;
    this.model = new RowsModel<>(spec, context.background());
    this.context = context;
  }

  /** Puts something above the table; made when the view is first shown. */
  public RowsView<R> above(Supplier<Node> node) {
    return around(made -> made.above(node.get()));
  }

  /** Adds to the pane what is the view's own; done when it is first shown. */
  public RowsView<R> around(Consumer<RowsPane<R>> add) {
    around.add(add);
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
      made = new RowsPane<>(model, context);
      made.onSelection(selection::set);
      made.onStatus(status::set);
      made.onLoaded(whenLoaded);
      pane = made;
      RowsPane<R> all = made;
      around.forEach(add -> add.accept(all));
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
  public Closeness closeness(Place place) {
    return spec.closeness(place);
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
    model.stop();
    if (pane != null) {
      pane.dispose();
    }
  }
}
