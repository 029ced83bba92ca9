package org.kpackworkbench.views.kit.table;

import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.kit.text.FieldProblem;

/**
 * A field for a small query above a table, with what is wrong with it and how many rows it leaves.
 *
 * <p>{@link #queryProperty} changes a moment after the last key, so that filtering 100,000 rows
 * does not run for each letter; Enter does not wait.
 */
public final class FilterBox extends VBox {
  private static final Duration WAIT = Duration.millis(150);
  private static final double LEAST_FIELD_WIDTH = 100;

  private final ClearableField field =
      Controls.wide(new ClearableField("filter", "Filter the rows", "Clear the filter"));
  private final FieldProblem problem = new FieldProblem("filter-problem");
  private final Label count = Controls.named(Controls.whole(new Label()), "filter-count", "muted");
  private final ReadOnlyStringWrapper query = new ReadOnlyStringWrapper("");
  private final PauseTransition pause = new PauseTransition(WAIT);

  /**
   * An empty field.
   *
   * @param prompt what can be typed
   * @param help what else can be typed, for the tooltip; may be empty
   */
  public FilterBox(String prompt, String help) {
    HBox line = Controls.styled(new HBox(field, count), "filter-box");
    FieldHint.show(field, FieldHint.ofExamples(prompt));
    field.setTooltip(new Tooltip("Filter: " + prompt + (help.isEmpty() ? "" : "\n" + help)));
    field.setMinWidth(LEAST_FIELD_WIDTH);
    problem.getStyleClass().add("filter-problem-line");
    problem.marks(field);
    // Below the field: beside it there may be no room to say what is wrong.
    getChildren().addAll(line, problem);
    pause.setOnFinished(event -> apply());
    field.textProperty().subscribe((before, now) -> pause.playFromStart());
    field.setOnAction(event -> apply());
  }

  /** Returns the query that filters the rows; empty for all. */
  public ReadOnlyStringProperty queryProperty() {
    return query.getReadOnlyProperty();
  }

  /** Shows the problem with the query, or nothing where {@code text} is empty. */
  public void problem(String text) {
    problem.setText(text.isEmpty() ? "" : "⚠ " + text);
    problem.setTooltip(text.isEmpty() ? null : new Tooltip(text));
  }

  /** Shows how many rows are left of how many. */
  public void count(long shown, long all) {
    String rows = CountText.grouped(all, "row");
    count.setText(shown == all ? rows : CountText.grouped(shown) + " of " + rows);
  }

  /** Types a query for the user. */
  public void query(String text) {
    field.setText(text);
    apply();
  }

  /** Shows all rows again. */
  public void clear() {
    field.clear();
    apply();
  }

  /** Puts the keyboard into the field: what the Find action does in a view with a filter. */
  public void focusField() {
    field.requestFocus();
    field.selectAll();
  }

  private void apply() {
    pause.stop();
    query.set(field.getText().strip());
  }
}
