package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
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
import org.kpackworkbench.views.analysis.compare.DifferenceWords.ChangeLook;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.text.VisibleText;

/** All that is known of one row: each value on each side, what grew, and what is wrong. */
final class RowDetails extends ScrollPane {
  private static final int MOST_FIELDS = 200;
  private static final double LEAST_SIDE = 60;

  private final List<String> names;
  private final VBox box = new VBox();

  RowDetails(List<String> names) {
    this.names = names;
    setId("compare-details");
    getStyleClass().addAll("edge-to-edge", "compare-details-scroll");
    // Arrows scroll it.
    setFocusTraversable(true);
    setFitToWidth(true);
    setContent(box);
    box.getStyleClass().add("compare-details");
    show(null);
  }

  void show(@Nullable Row row) {
    box.getChildren().clear();
    if (row == null) {
      Label hint =
          new Label(
              "Select a row to see each of its values. Enter or a double click opens the level"
                  + " below it, down to the bytes.");
      hint.getStyleClass().add("muted");
      hint.setWrapText(true);
      box.getChildren().add(hint);
      setAccessibleText(hint.getText());
      return;
    }
    if (DifferenceRows.isRun(row)) {
      Label hint = new Label(row.key() + ". Enter, Right or the arrow before them shows them.");
      hint.setWrapText(true);
      box.getChildren().add(hint);
      setAccessibleText(hint.getText());
      return;
    }
    ChangeLook look = ChangeLook.of(row.change());
    Label name = new Label(VisibleText.of(DifferenceWords.name(row)));
    name.setWrapText(true);
    name.getStyleClass().add("text-bold");
    name.setTooltip(new Tooltip(row.key()));
    Label change = new Label(look.sign() + "  " + row.change().words());
    change.setId("compare-details-change");
    change.getStyleClass().addAll("change-word", look.styleClass());
    box.getChildren().addAll(name, change);
    if (!row.note().isEmpty()) {
      Label note = new Label(VisibleText.of(row.note()));
      note.setWrapText(true);
      box.getChildren().add(note);
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

  private String name(int side) {
    return side < names.size() ? names.get(side) : "Side " + (side + 1);
  }

  private GridPane values(Row row) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("compare-values");
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
    List<Label> heads = new ArrayList<>();
    heads.add(muted(""));
    for (int side = 0; side < sides; side++) {
      heads.add(head(name(side)));
    }
    Label growth = muted("");
    heads.add(growth);
    grid.addRow(0, heads.toArray(Label[]::new));
    int line = 1;
    if (row.cells().stream().anyMatch(cell -> cell.sizeBytes() >= 0)) {
      grid.addRow(line++, size(row));
    }
    // What differs is in view without scrolling.
    Comparator<Field> differsFirst =
        Comparator.comparing(field -> field.role() == Role.PLACE || field.change() == Change.SAME);
    for (Field field : row.fields().stream().sorted(differsFirst).limit(MOST_FIELDS).toList()) {
      if (!isSize(field, row)) {
        grid.addRow(line++, field(field, row));
      }
    }
    if (line == 1) {
      grid.addRow(line, presence(row));
    }
    boolean grew =
        grid.getChildren().stream()
            .anyMatch(
                node ->
                    Objects.equals(GridPane.getColumnIndex(node), sides + 1)
                        && node instanceof Label label
                        && !label.getText().isEmpty());
    growth.setText(grew ? "growth" : "");
    return grid;
  }

  /** Of what has no values it is said where it is. */
  private static Label[] presence(Row row) {
    List<Label> line = new ArrayList<>();
    line.add(muted(""));
    for (Cell cell : row.cells()) {
      line.add(value(cell.present() ? "there" : DifferenceWords.ABSENT, false));
    }
    return line.toArray(Label[]::new);
  }

  private static boolean isSize(Field field, Row row) {
    return field.name().equals("size")
        && row.cells().stream().anyMatch(cell -> cell.sizeBytes() >= 0);
  }

  private static Label[] size(Row row) {
    List<Label> line = new ArrayList<>();
    line.add(muted("size"));
    for (Cell cell : row.cells()) {
      line.add(
          value(
              cell.sizeBytes() < 0 ? DifferenceWords.ABSENT : SizeText.exact(cell.sizeBytes()),
              false));
    }
    Delta delta = row.delta(row.cells().size() - 1);
    line.add(
        value(
            row.cells().size() == 2 && delta != null ? DifferenceWords.growth(delta) : "", false));
    return line.toArray(Label[]::new);
  }

  private static Label[] field(Field field, Row row) {
    List<Label> line = new ArrayList<>();
    line.add(muted(field.name()));
    for (int side = 0; side < field.values().size(); side++) {
      boolean there = row.cells().get(side).present();
      String value = field.values().get(side);
      boolean differs =
          side > 0
              && there
              && row.cells().getFirst().present()
              && field.role() != Role.PLACE
              && field.change(side) != Change.SAME;
      line.add(value(value == null ? (there ? "none" : DifferenceWords.ABSENT) : value, differs));
    }
    Delta delta = field.values().size() == 2 ? field.delta(1) : null;
    line.add(
        value(
            delta == null || delta.amount() == 0 ? "" : DifferenceWords.amount(delta.amount()),
            false));
    return line.toArray(Label[]::new);
  }

  private static Label muted(String text) {
    Label label = new Label(VisibleText.of(text));
    label.getStyleClass().add("muted");
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
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
    Label label = new Label(VisibleText.of(text));
    label.setWrapText(true);
    if (differs) {
      label.setText("≠ " + label.getText());
      label.getStyleClass().add("text-bold");
    }
    return label;
  }
}
