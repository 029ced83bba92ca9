package org.kpackworkbench.views.kit.rows;

import java.util.function.Supplier;
import javafx.scene.control.TableCell;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.CellCut;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;

/**
 * A cell whose text can be changed in a field: Enter, or leaving it, takes what was typed, Esc does
 * not.
 */
final class EditCell<R> extends TableCell<LoadedRow<R>, String> {
  private final Supplier<RowColumn.Edit<R>> edit;
  private final TextField field = Controls.named(new TextField(), "cell-editor");
  private final CellCut cut;
  private boolean leaving;

  EditCell(RowColumn<R> column, Supplier<RowColumn.Edit<R>> edit, CellLook look) {
    this.edit = edit;
    getStyleClass().add(look.styleClass());
    cut =
        new CellCut(
            this,
            at ->
                getTableColumn().getCellData(at) instanceof String text
                    ? VisibleText.of(edit.get().shown().apply(text))
                    : null);
    CellTips.install(this, () -> getItem() == null ? "" : VisibleText.of(getItem()));
    field.setAccessibleText(column.title());
    field.setPromptText(edit.get().prompt());
    field.setOnAction(event -> take());
    field
        .focusedProperty()
        .subscribe(
            focused -> {
              if (!focused && isEditing()) {
                take();
              }
            });
    field.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            cancelEdit();
            event.consume();
          }
        });
    field.textProperty().subscribe(text -> typing(text));
  }

  private @Nullable R row() {
    LoadedRow<R> line = getTableRow() == null ? null : getTableRow().getItem();
    return line == null ? null : line.content();
  }

  private boolean may() {
    R row = row();
    return row != null && edit.get().may().test(row);
  }

  private void typing(@Nullable String text) {
    R row = row();
    if (isEditing() && row != null && text != null) {
      edit.get().typing().accept(row, text);
    }
  }

  private void take() {
    R row = row();
    String before = getItem();
    String typed = field.getText();
    leaving = true;
    cancelEdit();
    leaving = false;
    if (row != null && !typed.strip().equals(before)) {
      edit.get().take().accept(row, typed);
    }
    getTableView().requestFocus();
  }

  @Override
  public void startEdit() {
    if (isEmpty() || leaving || !may()) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      field.setText(getItem());
      setText(null);
      setGraphic(field);
      field.requestFocus();
      field.selectAll();
    }
  }

  @Override
  public void cancelEdit() {
    if (!leaving) {
      typing(getItem());
    }
    super.cancelEdit();
    setGraphic(null);
    show(getItem());
  }

  @Override
  protected void updateItem(@Nullable String text, boolean empty) {
    super.updateItem(text, empty);
    if (empty || !isEditing()) {
      setGraphic(null);
      show(empty ? null : text);
    }
  }

  private void show(@Nullable String text) {
    cut.show(text == null ? null : VisibleText.of(edit.get().shown().apply(text)));
    setAccessibleText(text);
  }
}
