package org.kpackworkbench.views.kit.overview;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.ViewContext;

/** The first view of a file. */
public final class OverviewView extends BuiltView {
  private final Place place;
  private final Callable<Overview> source;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private @Nullable Supplier<Node> above;

  /**
   * A view of one file or member.
   *
   * @param place where it is
   * @param source finds out what to say; runs in the background
   */
  public OverviewView(Place place, Callable<Overview> source, ViewContext context) {
    super("overview", "Overview");
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
  protected Node build() {
    if (above != null) {
      root.getStylesheets().add(Controls.sheet(OverviewPane.class, "overview.css"));
      Node made = above.get();
      made.getStyleClass().add("overview-above");
      root.setTop(made);
    }
    read(
        context,
        root,
        source,
        overview ->
            root.setCenter(new OverviewPane(overview, List.of(), List.of(), place, context)),
        "The file could not be read");
    return root;
  }

  @Override
  public boolean shows(Place wanted) {
    return wanted.equals(place);
  }
}
