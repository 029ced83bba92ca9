package org.kpackworkbench.views.spi;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.control.Controls;

/** A pane that lists places: its heading may count them, and few of them take less height. */
public abstract class ListPane implements FollowingPane {
  private final String title;

  /** The node of the pane. */
  protected final BorderPane node = Controls.styled(new BorderPane(), "findings-pane");

  /** Its title, perhaps with a count. */
  protected final ReadOnlyStringWrapper heading;

  /** The place that is selected in it; null for none. */
  protected final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();

  /** The height that what is listed needs. */
  protected final ReadOnlyObjectWrapper<Double> mostHeight =
      new ReadOnlyObjectWrapper<>(Double.MAX_VALUE);

  private Runnable bring = () -> {};

  /** An empty pane. */
  protected ListPane(String title) {
    this.title = title;
    this.heading = new ReadOnlyStringWrapper(title);
  }

  @Override
  public final String title() {
    return title;
  }

  @Override
  public final ObservableValue<String> heading() {
    return heading.getReadOnlyProperty();
  }

  @Override
  public final Node node() {
    return node;
  }

  @Override
  public final ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }

  @Override
  public final ObservableValue<Double> mostHeight() {
    return mostHeight.getReadOnlyProperty();
  }

  @Override
  public final void broughtBy(Runnable bringIt) {
    bring = bringIt;
  }

  /** Shows the pane if it is hidden behind others. */
  public final void bringInFront() {
    bring.run();
  }

  /** Takes no more height than tools, the headings of a table and some of its rows need. */
  protected final void fit(Region tools, TableView<?> table, int rows) {
    node.applyCss();
    Node headings = table.lookup(".column-header-background");
    mostHeight.set(
        Math.ceil(
            tools.prefHeight(-1)
                + (headings == null ? 0 : headings.prefHeight(-1))
                + rows * table.getFixedCellSize()
                + 2));
  }
}
