package org.kpackworkbench.views.kit.overview;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** The first view of a file. */
public final class OverviewView implements DocumentView {
  private final Place place;
  private final Callable<Overview> source;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private @Nullable Supplier<Node> above;
  private boolean built;

  /**
   * A view of one file or member.
   *
   * @param place where it is
   * @param source finds out what to say; runs in the background
   */
  public OverviewView(Place place, Callable<Overview> source, ViewContext context) {
    this.place = place;
    this.source = source;
    this.context = context;
  }

  /** Puts something above what it says; made when the view is first shown. */
  public OverviewView above(Supplier<Node> node) {
    above = node;
    return this;
  }

  @Override
  public String id() {
    return "overview";
  }

  @Override
  public String title() {
    return "Overview";
  }

  @Override
  public Node node() {
    if (!built) {
      built = true;
      if (above != null) {
        root.getStylesheets().add(OverviewPane.styleSheet());
        Node made = above.get();
        made.getStyleClass().add("overview-above");
        root.setTop(made);
      }
      root.setCenter(Tables.placeholder("Reading…"));
      context
          .background()
          .run(
              source,
              overview -> root.setCenter(new OverviewPane(overview, place, context)),
              failure -> root.setCenter(new ErrorView("The file could not be read", failure)));
    }
    return root;
  }

  @Override
  public boolean shows(Place wanted) {
    return wanted.equals(place);
  }

  @Override
  public void show(Place wanted) {}

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return new ReadOnlyObjectWrapper<@Nullable Place>().getReadOnlyProperty();
  }
}
