package org.kpackworkbench.views.kit.overview;

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

/** Facts as names and values side by side; those that have a place are links to it. */
public final class FactsGrid extends GridPane {
  public FactsGrid(List<Fact> facts, ViewContext context) {
    getStyleClass().add("overview-facts");
    getStylesheets().add(Controls.sheet(OverviewPane.class, "overview.css"));
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    getColumnConstraints().addAll(names, values);
    int row = 0;
    for (Fact fact : facts) {
      Label name = Controls.whole(Controls.label(fact.name(), "muted"));
      // A value of several lines begins beside its name.
      setValignment(name, VPos.TOP);
      addRow(row++, name, value(fact, context));
    }
  }

  private static Node value(Fact fact, ViewContext context) {
    @Nullable Place leadsTo = fact.place();
    if (leadsTo != null) {
      Hyperlink link = Controls.wrapped(new Hyperlink(fact.value()));
      link.getStyleClass().add("fact-link");
      link.setOnAction(event -> context.navigator().go(leadsTo));
      return link;
    }
    Label value = Controls.wrapped(new Label(fact.warning() ? "⚠ " + fact.value() : fact.value()));
    if (fact.warning()) {
      value.getStyleClass().add("fact-warning");
    }
    return value;
  }
}
