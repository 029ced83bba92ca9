package org.kpackworkbench.views.format.text;

import java.util.List;
import java.util.Objects;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.geometry.Orientation;
import javafx.scene.control.IndexRange;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.BorderPane;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.text.TabKey;
import org.kpackworkbench.views.spi.ViewContext;

/** A text with the numbers of its lines, and what is wrong with it below. UI thread only. */
final class TextPane extends BorderPane {
  private final TextArea area = new TextArea();
  private final LineNumbers numbers = new LineNumbers(area);
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper(this, "status", "");
  private final TextModel model;
  private LineIndex lines;

  TextPane(TextModel model, ViewContext context) {
    this.model = model;
    String text = model.content().text();
    lines = LineIndex.of(text);
    getStylesheets()
        .add(Objects.requireNonNull(TextPane.class.getResource("text.css")).toExternalForm());
    area.setId("text");
    area.getStyleClass().addAll("text-pane", "edge-to-edge");
    area.setAccessibleText("Text of the file");
    area.setText(text);
    area.setEditable(model.content().locked().isEmpty());
    area.positionCaret(0);
    if (area.isEditable()) {
      area.setAccessibleHelp("Ctrl+Tab leaves the text");
    } else {
      TabKey.leaves(area);
    }
    numbers.lines(lines);
    area.textProperty().subscribe((before, now) -> changed(now));
    area.caretPositionProperty().subscribe(at -> describe());
    BorderPane editor = new BorderPane(numbers.over());
    editor.setLeft(numbers);
    if (!model.content().locked().isEmpty()) {
      editor.setTop(new MessageBar(MessageBar.Severity.INFO, model.content().locked()));
    }
    setCenter(editor);
    if (model.kind().checked()) {
      ProblemTable table = new ProblemTable(model.kind(), this::goTo);
      SplitPane split = new SplitPane(editor, table);
      split.setOrientation(Orientation.VERTICAL);
      split.setDividerPositions(0.75);
      setCenter(split);
      model.problemsProperty().subscribe(table::show);
      model.problemsProperty().subscribe(numbers::problems);
      model.problemsProperty().subscribe(found -> describe());
    }
    new ActionHandlers()
        .on(ActionId.UNDO, area.undoableProperty(), area::undo)
        .on(ActionId.REDO, area.redoableProperty(), area::redo)
        .on(
            ActionId.COPY,
            Bindings.createBooleanBinding(
                () -> area.getSelection().getLength() > 0, area.selectionProperty()),
            area::copy)
        .attachTo(this);
  }

  /** Where the caret is, and how much is wrong. */
  ReadOnlyStringProperty statusProperty() {
    return status.getReadOnlyProperty();
  }

  private void changed(String text) {
    lines = LineIndex.of(text);
    numbers.lines(lines);
    model.changed(text);
    describe();
  }

  private void describe() {
    int at = area.getCaretPosition();
    int line = lines.lineOf(at);
    String where = "line %d, column %d".formatted(line + 1, at - lines.start(line) + 1);
    List<TextProblem> problems = model.problemsProperty().get();
    status.set(problems.isEmpty() ? where : where + ", " + ProblemTable.counted(problems));
  }

  /** Puts the caret where a problem is, and selects the rest of that line. */
  private void goTo(TextProblem problem) {
    IndexRange range = lines.from(problem.line() - 1, problem.column() - 1);
    area.requestFocus();
    area.selectRange(range.getEnd(), range.getStart());
    numbers.reveal(problem.line() - 1);
  }
}
