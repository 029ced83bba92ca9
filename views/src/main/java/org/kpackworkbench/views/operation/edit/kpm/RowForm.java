package org.kpackworkbench.views.operation.edit.kpm;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.operation.edit.ManifestEdit;

/** A form for a row that is to be added; says what is wrong with it while it is filled in. */
final class RowForm extends GridPane {
  private static final double WIDTH = 480;
  private static final ManifestEdit.Row EMPTY = new ManifestEdit.Row("", "", -1, -1, null);

  private final Set<String> taken;
  private final Map<RowField, TextField> fields = new EnumMap<>(RowField.class);
  private final Label problem = new Label();
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper(this, "possible");
  private ManifestEdit.@Nullable Row row;

  /**
   * @param like what stands there first; null: nothing
   * @param taken targets that have a row
   */
  RowForm(ManifestEdit.@Nullable Row like, ManifestDialect dialect, Set<String> taken) {
    this.taken = Set.copyOf(taken);
    setId("row-form");
    getStyleClass().add("editor-form");
    setPrefWidth(WIDTH);
    ColumnConstraints grows = new ColumnConstraints();
    grows.setHgrow(Priority.ALWAYS);
    getColumnConstraints().addAll(new ColumnConstraints(), grows);
    for (RowField field : RowField.values()) {
      if (field.hasPlaceIn(dialect)) {
        add(field, like == null ? "" : field.text(like));
      }
    }
    problem.setId("row-problem");
    problem.setWrapText(true);
    problem.getStyleClass().add("field-problem");
    add(problem, 1, fields.size());
    check();
  }

  private void add(RowField field, String text) {
    TextField input = new TextField(text);
    input.setId("row-" + field.id());
    input.setPromptText(field.prompt());
    input.setAccessibleText(field.title());
    input.textProperty().subscribe((before, now) -> check());
    Label label = new Label(field.title());
    label.setLabelFor(input);
    label.setMinWidth(USE_PREF_SIZE);
    addRow(fields.size(), label, input);
    fields.put(field, input);
  }

  /** Whether what was filled in can be a row. */
  ObservableValue<Boolean> possible() {
    return possible.getReadOnlyProperty();
  }

  /** The row, while it is {@link #possible}. */
  ManifestEdit.Row row() {
    return Objects.requireNonNull(row, "nothing that can be a row");
  }

  private void check() {
    ManifestEdit.Row made = EMPTY;
    String wrong = "";
    for (Map.Entry<RowField, TextField> field : fields.entrySet()) {
      try {
        made = field.getKey().with(made, field.getValue().getText());
      } catch (IllegalArgumentException unusable) {
        wrong = wrong.isEmpty() ? String.valueOf(unusable.getMessage()) : wrong;
      }
    }
    if (wrong.isEmpty() && taken.contains(made.target())) {
      wrong = "There is a row for %s already; each target has one.".formatted(made.target());
    }
    row = wrong.isEmpty() ? made : null;
    problem.setText(wrong);
    possible.set(wrong.isEmpty());
  }
}
