package org.kpackworkbench.views.kit.overview;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Names and values side by side in a narrow pane, or below each other where values had no room;
 * those that have a place are links to it.
 */
public final class FactsGrid extends GridPane {
  /** Values beside names have so much room at least. */
  private static final double LEAST_VALUE_EMS = 8;

  private final List<Label> names = new ArrayList<>();
  private final List<Node> values = new ArrayList<>();
  private final ColumnConstraints nameColumn = new ColumnConstraints();
  private final ColumnConstraints valueColumn = new ColumnConstraints();
  private boolean stacked;

  /** A grid of facts. */
  public FactsGrid(List<Fact> facts, ViewContext context) {
    getStyleClass().add("overview-facts");
    getStylesheets().add(Controls.sheet(OverviewPane.class, "overview.css"));
    nameColumn.setMinWidth(Region.USE_PREF_SIZE);
    valueColumn.setHgrow(Priority.ALWAYS);
    valueColumn.setMinWidth(0);
    getColumnConstraints().addAll(nameColumn, valueColumn);
    for (Fact fact : facts) {
      Label name = Controls.label(fact.name(), "muted");
      setValignment(name, VPos.TOP);
      names.add(name);
      values.add(value(fact, context));
      addRow(names.size() - 1, name, values.getLast());
    }
  }

  @Override
  protected void layoutChildren() {
    double widest = names.stream().mapToDouble(name -> name.prefWidth(-1)).max().orElse(0);
    double em = names.isEmpty() ? 0 : names.getFirst().getFont().getSize();
    stack(getWidth() < widest + getHgap() + LEAST_VALUE_EMS * em);
    super.layoutChildren();
  }

  private void stack(boolean now) {
    if (now == stacked) {
      return;
    }
    stacked = now;
    getColumnConstraints().setAll(now ? List.of(valueColumn) : List.of(nameColumn, valueColumn));
    for (int i = 0; i < names.size(); i++) {
      setConstraints(names.get(i), 0, now ? 2 * i : i);
      setConstraints(values.get(i), now ? 0 : 1, now ? 2 * i + 1 : i);
    }
  }

  private static Node value(Fact fact, ViewContext context) {
    @Nullable Place place = fact.place();
    if (place == null) {
      Label value = Controls.text(fact.warning() ? "⚠ " + fact.value() : fact.value());
      if (fact.warning()) {
        value.getStyleClass().add("fact-warning");
      }
      return value;
    }
    return link(fact.value(), place, context);
  }

  /** A link to a place. */
  public static Hyperlink link(String text, Place place, ViewContext context) {
    Hyperlink link = Controls.wrapped(new Hyperlink(text));
    link.setMinHeight(Region.USE_PREF_SIZE);
    link.getStyleClass().add("fact-link");
    link.setOnAction(event -> context.navigator().go(place));
    return link;
  }
}
