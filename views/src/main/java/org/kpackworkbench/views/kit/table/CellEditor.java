package org.kpackworkbench.views.kit.table;

import javafx.scene.control.Cell;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;

/**
 * The field in which a cell's text is changed: Enter, or leaving it, takes what was typed, Esc does
 * not. UI thread only.
 */
public final class CellEditor {
  private final Cell<String> cell;
  private final TextField field = new TextField();
  private boolean leaving;

  /**
   * @param id of the field
   * @param name what a screen reader calls it
   * @param take called when the text of the field is to be accepted
   */
  public CellEditor(Cell<String> cell, String id, String name, Runnable take) {
    this.cell = cell;
    field.setId(id);
    field.setAccessibleText(name);
    field.setOnAction(event -> take.run());
    field
        .focusedProperty()
        .subscribe(
            focused -> {
              if (!focused && cell.isEditing()) {
                take.run();
              }
            });
    field.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            cell.cancelEdit();
            event.consume();
          }
        });
  }

  /** The field itself. */
  public TextField field() {
    return field;
  }

  /** Shows the field in the cell, with its text selected. */
  public void show() {
    field.setText(cell.getItem());
    cell.setText(null);
    cell.setGraphic(field);
    field.requestFocus();
    field.selectAll();
  }

  /** Whether the field is just closing, so that no edit may begin. */
  public boolean isLeaving() {
    return leaving;
  }

  /** Closes the field; returns what was typed. */
  public String leave() {
    String typed = field.getText();
    leaving = true;
    cell.cancelEdit();
    leaving = false;
    return typed;
  }
}
