package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.text.VisibleText;

/** All that is known of one row: each value on each side, what grew, and what is wrong. */
final class RowDetails extends ScrollPane {
  private static final int MOST_FIELDS = 200;
  private static final double LEAST_SIDE = 60;

  private final List<String> names;
  private final VBox box = Controls.styled(new VBox(), "compare-details");

  RowDetails(List<String> names) {
    this.names = names;
    Controls.named(this, "compare-details", "edge-to-edge", "compare-details-scroll");
    // Arrows scroll it.
    setFocusTraversable(true);
    setFitToWidth(true);
    setContent(box);
    show(null);
  }

  void show(@Nullable Row row) {
    box.getChildren().clear();
    if (row == null) {
      hint(
          "Select a row to see each of its values. Enter or a double click opens the level"
              + " below it, down to the bytes.");
      return;
    }
    if (DifferenceRows.isRun(row)) {
      hint(row.key() + ". Enter, Right or the arrow before them shows them.");
      return;
    }
    Label name =
        Controls.tip(
            Controls.wrapped(
                Controls.label(VisibleText.of(DifferenceWords.name(row)), "text-bold")),
            row.key());
    Label change = new Label(row.change().sign() + "  " + row.change().words());
    change.setId("compare-details-change");
    change.getStyleClass().addAll("change-word", "change-" + row.change().id());
    box.getChildren().addAll(name, change);
    if (!row.note().isEmpty()) {
      box.getChildren().add(Controls.wrapped(new Label(VisibleText.of(row.note()))));
    }
    box.getChildren().add(values(row));
    for (int side = 0; side < row.cells().size(); side++) {
      FormatException problem = row.cells().get(side).problem();
      if (problem != null) {
        Label wrong = new Label("⚠ " + name(side) + ": " + ErrorText.of(problem).inOneLine());
        wrong.setWrapText(true);
        wrong.getStyleClass().add("problem-sign");
        box.getChildren().add(wrong);
      }
    }
    setAccessibleText(row.key() + ", " + row.change().words());
    setVvalue(0);
  }

  private void hint(String words) {
    box.getChildren().add(Controls.wrapped(Controls.label(words, "muted")));
    setAccessibleText(words);
  }

  private String name(int side) {
    return side < names.size() ? names.get(side) : "Side " + (side + 1);
  }

  private GridPane values(Row row) {
    GridPane grid = Controls.styled(new GridPane(), "compare-values");
    int sides = row.cells().size();
    grid.getColumnConstraints().add(new ColumnConstraints());
    for (int side = 0; side < sides; side++) {
      ColumnConstraints column = new ColumnConstraints();
      // Sides are equally wide, whatever is in them.
      column.setHgrow(Priority.ALWAYS);
      column.setMinWidth(LEAST_SIDE);
      column.setPrefWidth(LEAST_SIDE);
      grid.getColumnConstraints().add(column);
    }
    List<Line> lines = lines(row);
    boolean grew = lines.stream().anyMatch(line -> !line.growth().isEmpty());
    grid.add(muted(""), 0, 0);
    for (int side = 0; side < sides; side++) {
      grid.add(head(name(side)), side + 1, 0);
    }
    grid.add(muted(grew ? "growth" : ""), sides + 1, 0);
    for (int at = 0; at < lines.size(); at++) {
      Line line = lines.get(at);
      grid.add(muted(line.name()), 0, at + 1);
      for (int side = 0; side < sides; side++) {
        Label value = value(line.values().get(side), line.differs().test(side));
        grid.add(value, side + 1, at + 1);
      }
      grid.add(value(line.growth(), false), sides + 1, at + 1);
    }
    return grid;
  }

  private record Line(String name, List<String> values, IntPredicate differs, String growth) {}

  private static List<Line> lines(Row row) {
    List<Line> lines = new ArrayList<>();
    if (row.cells().stream().anyMatch(cell -> cell.sizeBytes() >= 0)) {
      lines.add(size(row));
    }
    // What differs is in view without scrolling.
    Comparator<Field> differsFirst =
        Comparator.comparing(field -> field.role() == Role.PLACE || field.change() == Change.SAME);
    row.fields().stream()
        .sorted(differsFirst)
        .limit(MOST_FIELDS)
        .filter(field -> !isSize(field, row))
        .forEach(field -> lines.add(field(field, row)));
    // Of what has no values it is said where it is.
    return lines.isEmpty()
        ? List.of(line("", row, cell -> cell.present() ? "there" : DifferenceWords.ABSENT, ""))
        : lines;
  }

  private static Line line(String name, Row row, Function<Cell, String> value, String growth) {
    return new Line(name, row.cells().stream().map(value).toList(), side -> false, growth);
  }

  private static boolean isSize(Field field, Row row) {
    return field.name().equals("size")
        && row.cells().stream().anyMatch(cell -> cell.sizeBytes() >= 0);
  }

  private static Line size(Row row) {
    Delta delta = row.delta(row.cells().size() - 1);
    return line(
        "size",
        row,
        cell -> cell.sizeBytes() < 0 ? DifferenceWords.ABSENT : SizeText.exact(cell.sizeBytes()),
        row.cells().size() == 2 ? DifferenceWords.growth(delta) : "");
  }

  private static Line field(Field field, Row row) {
    List<String> values = new ArrayList<>();
    for (int side = 0; side < field.values().size(); side++) {
      String none = row.cells().get(side).present() ? "none" : DifferenceWords.ABSENT;
      values.add(Objects.requireNonNullElse(field.values().get(side), none));
    }
    IntPredicate differs =
        side ->
            side > 0
                && row.cells().get(side).present()
                && row.cells().getFirst().present()
                && field.role() != Role.PLACE
                && field.change(side) != Change.SAME;
    Delta delta = values.size() == 2 ? field.delta(1) : null;
    long amount = delta == null ? 0 : delta.amount();
    return new Line(
        field.name(), values, differs, amount == 0 ? "" : DifferenceWords.amount(amount));
  }

  private static Label muted(String text) {
    return Controls.whole(Controls.label(VisibleText.of(text), "muted"));
  }

  /** The name of a side: of a file, as long as it may be. */
  private static Label head(String name) {
    Label label = muted(name);
    label.setMinWidth(0);
    label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    label.setTooltip(new Tooltip(label.getText()));
    return label;
  }

  private static Label value(String text, boolean differs) {
    Label label = Controls.wrapped(new Label(VisibleText.of(text)));
    if (differs) {
      label.setText("≠ " + label.getText());
      label.getStyleClass().add("text-bold");
    }
    return label;
  }
}
