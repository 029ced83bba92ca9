package org.kpackworkbench.views.format.text;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;

/** What is wrong with a text, line by line; a click goes to the line. UI thread only. */
final class ProblemTable extends TableView<TextProblem> {

  ProblemTable(TextKind kind, Consumer<TextProblem> goTo) {
    getColumns().add(severity());
    getColumns().add(Columns.count("Line", TextProblem::line));
    getColumns().add(Columns.count("Column", TextProblem::column));
    getColumns().add(Columns.text("What is wrong", TextProblem::message));
    getColumns().add(Columns.text("What to do", TextProblem::advice));
    getColumns().add(Columns.text("Where", TextProblem::where));
    Tables.dress(
        this,
        "text-problems",
        "Problems",
        "Nothing is wrong with this %s.".formatted(kind.words()));
    setMinHeight(60);
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            follow(goTo);
          }
        });
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            follow(goTo);
          }
        });
  }

  private void follow(Consumer<TextProblem> goTo) {
    TextProblem problem = getSelectionModel().getSelectedItem();
    if (problem != null) {
      goTo.accept(problem);
    }
  }

  void show(List<TextProblem> problems) {
    if (!problems.equals(getItems())) {
      getItems().setAll(problems);
    }
  }

  /** How many there are of each severity. */
  static String counted(List<TextProblem> problems) {
    long errors = count(problems, Severity.ERROR);
    long warnings = count(problems, Severity.WARNING);
    long notes = count(problems, Severity.INFO);
    return "%s, %s, %s"
        .formatted(words(errors, "error"), words(warnings, "warning"), words(notes, "note"));
  }

  private static long count(List<TextProblem> problems, Severity severity) {
    return problems.stream().filter(problem -> problem.severity() == severity).count();
  }

  private static String words(long count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }

  private static TableColumn<TextProblem, String> severity() {
    TableColumn<TextProblem, String> column = Columns.text("Severity", TextProblem::word);
    column.setCellFactory(
        made ->
            new TableCell<>() {
              @Override
              protected void updateItem(@Nullable String word, boolean empty) {
                super.updateItem(word, empty);
                TextProblem problem = empty ? null : getTableRow().getItem();
                setText(empty ? null : word);
                setGraphic(problem == null ? null : problem.icon().node());
              }
            });
    return column;
  }
}
