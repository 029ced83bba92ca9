package org.kpackworkbench.views.operation.edit.kpack;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.text.FieldProblem;

/**
 * Form for an edit, in a card above the rows: fields, what is wrong with them, and a button that
 * makes the edit. The rows can be examined meanwhile. UI thread.
 */
abstract class EditForm extends VBox {
  private final GridPane fields = Controls.styled(new GridPane(), "edit-form-fields");
  private final FieldProblem problem = new FieldProblem("edit-form-problem");
  private final Button go;
  private final BooleanProperty possible = new SimpleBooleanProperty(true);
  private final BooleanProperty busy = new SimpleBooleanProperty();
  private Node first = this;
  private Runnable onClose = () -> {};
  private int lines;

  /**
   * @param id names it for tests, such as {@code rename}
   * @param title what it is about
   * @param yes what the button says
   */
  EditForm(String id, String title, String yes) {
    setId("edit-form-" + id);
    getStyleClass().add("edit-form");
    Label heading = Controls.wrapped(Controls.label(title, "edit-form-title"));
    go = new Button(yes);
    go.setId("edit-form-yes");
    go.getStyleClass().add("accent");
    go.disableProperty().bind(possible.not().or(busy));
    go.setOnAction(event -> done());
    Button cancel = Controls.button("edit-form-cancel", "Cancel", () -> close());
    HBox buttons = Controls.styled(new HBox(go, cancel), "edit-form-buttons");
    ColumnConstraints filling = new ColumnConstraints();
    filling.setHgrow(Priority.ALWAYS);
    fields.getColumnConstraints().setAll(new ColumnConstraints(), filling);
    getChildren().addAll(heading, fields, problem, buttons);
    addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE && !editing()) {
            event.consume();
            close();
          }
        });
  }

  /** Makes the edit as it was filled in. */
  abstract void done();

  /** Sets where the keyboard goes first. */
  final void first(Node field) {
    first = field;
  }

  /** Where the keyboard goes first. */
  final Node first() {
    return first;
  }

  /** Whether Escape is about something in the form, such as a cell that is edited. */
  boolean editing() {
    return false;
  }

  /** Adds a line with a name before it; an empty one for none. */
  final void line(String name, Node field) {
    Label label = Controls.whole(new Label(name));
    label.setLabelFor(field);
    fields.add(label, 0, lines);
    fields.add(field, 1, lines);
    lines++;
  }

  /** Adds something over the whole width. */
  final void wide(Node node) {
    fields.add(node, 0, lines, 2, 1);
    lines++;
  }

  /** Makes the edit if the button would: what Enter in a field does. */
  final void enter() {
    if (!go.isDisabled()) {
      done();
    }
  }

  /** Whether the edit can be made as it is filled in. */
  final void possible(boolean now) {
    possible.set(now);
  }

  /** Something is under way: the button waits. */
  final void busy(boolean now) {
    busy.set(now);
  }

  /** Shows the problem, or nothing if the text is empty. */
  final void problem(String text) {
    problem.setText(text.isEmpty() ? "" : "⚠ " + text);
  }

  /** Shows why the edit could not be made, and what to do about it; closes where it could. */
  final void ended(@Nullable Throwable why) {
    busy(false);
    if (why == null) {
      close();
    } else {
      problem(words(why));
    }
  }

  static String words(Throwable why) {
    ErrorText text = ErrorText.of(why);
    List<String> parts = new ArrayList<>();
    parts.add(text.inOneLine());
    for (ErrorText.Row row : text.rows()) {
      if (row.name().equals("What to do")) {
        parts.add(row.value());
      }
    }
    return String.join(" ", parts);
  }

  /** Sets the action that runs when the form is closed, one way or the other. */
  final void onClose(Runnable action) {
    onClose = action;
  }

  final void close() {
    onClose.run();
  }
}
