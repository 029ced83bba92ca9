package org.kpackworkbench.views.kit.view;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A view of a document that is built when it is first shown, with its selection and the text at the
 * right end of the status bar. UI thread only.
 */
public abstract class BuiltView implements DocumentView {
  private final String id;
  private final String title;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private @Nullable Node node;

  /**
   * A view that is not built yet.
   *
   * @param id its stable name, such as {@code sections}
   * @param title the tab's title
   */
  protected BuiltView(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Makes what it looks like; called once. */
  protected abstract Node build();

  /** Starts what needs the node; called once, when it is built. */
  protected void built() {}

  /** Reports what the user selected. */
  protected final void select(@Nullable Place place) {
    selection.set(place);
  }

  /** The text at the right end of the status bar, to be set or bound. */
  protected final StringProperty status() {
    return status;
  }

  /**
   * Reads in the background what a pane is to show. Until then the pane says that it is read, and
   * afterwards what went wrong, unless that was a cancellation.
   *
   * @param failed what is said above an error, such as {@code The file could not be read}
   */
  protected static <T> void read(
      ViewContext context,
      BorderPane pane,
      Callable<T> task,
      Consumer<? super T> then,
      String failed) {
    pane.setCenter(Tables.placeholder("Reading…"));
    context.background().run(task, then, failure -> failed(pane, failed, failure));
  }

  /** Shows in a pane why there is nothing else to show; a cancellation changes nothing. */
  protected static void failed(BorderPane pane, String title, Throwable failure) {
    if (!(failure instanceof CancellationException)) {
      pane.setCenter(new ErrorView(title, failure));
    }
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final String title() {
    return title;
  }

  @Override
  public final Node node() {
    Node made = node;
    if (made == null) {
      made = build();
      node = made;
      built();
    }
    return made;
  }

  /** Goes nowhere: for a view that shows one thing. */
  @Override
  public void show(Place place) {}

  @Override
  public final ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }
}
