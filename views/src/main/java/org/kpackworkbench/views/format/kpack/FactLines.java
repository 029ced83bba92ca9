package org.kpackworkbench.views.format.kpack;

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
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Names and values side by side in a narrow pane, or below each other where values had no room;
 * those that have a place are links to it.
 */
final class FactLines extends GridPane {
  /** Values beside names have so much room at least. */
  private static final double LEAST_VALUE_EMS = 8;

  private final List<Label> names = new ArrayList<>();
  private final List<Node> values = new ArrayList<>();
  private final ColumnConstraints nameColumn = new ColumnConstraints();
  private final ColumnConstraints valueColumn = new ColumnConstraints();
  private boolean stacked;

  FactLines(List<Fact> facts, ViewContext context) {
    getStyleClass().add("fact-lines");
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
      return Controls.text(fact.warning() ? "⚠ " + fact.value() : fact.value());
    }
    return link(fact.value(), place, context);
  }

  /** A link to a place. */
  static Hyperlink link(String text, Place place, ViewContext context) {
    Hyperlink link = Controls.wrapped(new Hyperlink(text));
    link.setMinHeight(Region.USE_PREF_SIZE);
    link.getStyleClass().add("fact-link");
    link.setOnAction(event -> context.navigator().go(place));
    return link;
  }

  /** Lines about a problem in a file: what, where, expected, found, what to do. */
  static final class ProblemLines extends VBox {
    ProblemLines(FormatException problem) {
      ErrorText text = ErrorText.of(problem);
      getStyleClass().add("problem-lines");
      Label what = line(text.what());
      what.setGraphic(KpackIcon.WARNING.node(IconSize.SMALL));
      what.getStyleClass().add("problem-what");
      getChildren().add(what);
      for (ErrorText.Row row : text.rows()) {
        // The file is the one that is shown.
        if (!row.name().equals("File")) {
          getChildren().add(line(row.name() + ": " + row.value()));
        }
      }
      setAccessibleText(text.what());
    }

    private static Label line(String text) {
      return Controls.text(text);
    }
  }
}
