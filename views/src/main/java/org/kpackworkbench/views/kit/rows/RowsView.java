package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** A view that is one table. */
public class RowsView<R> extends BuiltView {
  private final RowsSpec<R> spec;
  private final RowsModel<R> model;
  private final ViewContext context;
  private final List<Consumer<RowsPane<R>>> around = new ArrayList<>();
  private Runnable whenLoaded = () -> {};
  private @Nullable OpenedFile extracted;
  private boolean detail;
  private @Nullable RowsPane<R> pane;
  private @Nullable Place awaited;

  /** A view of what the spec says. */
  public RowsView(RowsSpec<R> spec, ViewContext context) {
    this(spec.words().title(), spec, context);
  }

  /** A view of what the spec says, with another title. */
  protected RowsView(String title, RowsSpec<R> spec, ViewContext context) {
    this(spec.words().id(), title, new RowsModel<>(spec, context.background()), context);
  }

  /** A view of a model's rows. */
  protected RowsView(String id, String title, RowsModel<R> model, ViewContext context) {
    super(id, title);
    this.spec = model.spec();
    this.model = model;
    this.context = context;
  }

  /** Puts something above the table; made when the view is first shown. */
  public final RowsView<R> above(Supplier<Node> node) {
    return around(made -> made.above(node.get()));
  }

  /** Adds to the pane what is the view's own; done when it is first shown. */
  public final RowsView<R> around(Consumer<RowsPane<R>> add) {
    around.add(add);
    return this;
  }

  /** Lets the code objects that rows are be taken out of a file: Extract, and dragging. */
  public final RowsView<R> extractsFrom(OpenedFile file) {
    extracted = file;
    return this;
  }

  /** Puts its tab behind those that most users need. */
  public final RowsView<R> detail() {
    detail = true;
    return this;
  }

  @Override
  public final boolean isDetail() {
    return detail;
  }

  /** Runs something each time that the rows were read. */
  public final RowsView<R> onLoaded(Runnable action) {
    whenLoaded = action;
    return this;
  }

  /** Reads the rows again. */
  public final void reload() {
    if (pane != null) {
      load(pane);
    }
  }

  /** Starts to read the rows. */
  protected void load(RowsPane<R> made) {
    made.load();
  }

  /** Adds to the pane what a kind of view always has. */
  protected void built(RowsPane<R> made) {}

  /** Returns the model of the rows. */
  protected final RowsModel<R> model() {
    return model;
  }

  @Override
  protected final Node build() {
    RowsPane<R> made = new RowsPane<>(model, context);
    made.onSelection(this::select);
    made.onStatus(status()::set);
    made.onLoaded(whenLoaded);
    pane = made;
    built(made);
    around.forEach(add -> add.accept(made));
    if (extracted != null) {
      made.extractFrom(extracted);
    }
    load(made);
    if (awaited != null) {
      made.show(awaited);
      awaited = null;
    }
    return made;
  }

  @Override
  public final boolean shows(Place place) {
    return spec.shows(place);
  }

  @Override
  public final Closeness closeness(Place place) {
    return spec.closeness(place);
  }

  @Override
  public final void show(Place place) {
    // Selecting the same row again means to go there again.
    select(null);
    if (pane == null) {
      awaited = place;
    } else {
      pane.show(place);
    }
  }

  @Override
  public final void deselect() {
    awaited = null;
    select(null);
    if (pane != null) {
      pane.deselect();
    }
  }

  @Override
  public void dispose() {
    model.stop();
    if (pane != null) {
      pane.dispose();
    }
  }
}
