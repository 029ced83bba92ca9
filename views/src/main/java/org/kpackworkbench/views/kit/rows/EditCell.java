package org.kpackworkbench.views.kit.rows;

import java.util.function.Supplier;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellCut;
import org.kpackworkbench.views.kit.table.CellEditor;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;

/** A cell whose text can be changed. */
final class EditCell<R> extends TableCell<LoadedRow<R>, String> {
  private final Supplier<RowColumn.Edit<R>> edit;
  private final CellEditor editor;
  private final CellCut cut;

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
    editor = new CellEditor(this, "cell-editor", column.title(), this::take);
    editor.field().setPromptText(edit.get().prompt());
  }

  private boolean may() {
    LoadedRow<R> line = getTableRow().getItem();
    R row = line == null ? null : line.content();
    return row != null && edit.get().may().test(row);
  }

  private void take() {
    LoadedRow<R> line = getTableRow().getItem();
    R row = line == null ? null : line.content();
    String before = getItem();
    String typed = editor.leave();
    if (row != null && !typed.strip().equals(before)) {
      edit.get().take().accept(row, typed);
    }
    getTableView().requestFocus();
  }

  @Override
  public void startEdit() {
    if (isEmpty() || editor.isLeaving() || !may()) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      editor.show();
    }
  }

  @Override
  public void cancelEdit() {
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
