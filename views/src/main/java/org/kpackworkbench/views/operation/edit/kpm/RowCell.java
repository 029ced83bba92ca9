package org.kpackworkbench.views.operation.edit.kpm;

import java.util.function.BiConsumer;
import java.util.function.Function;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.kit.table.CellEditor;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;

/** A cell whose text can be changed: Enter, or leaving it, takes what was typed, Esc does not. */
final class RowCell extends TableCell<ManifestRow, String> {
  private final RowField field;
  private final Function<String, String> shown;
  private final BiConsumer<ManifestRow, String> commit;
  private final CellEditor editor;

  /**
   * @param shown how a value looks while nobody edits it
   * @param commit is given a row and what was typed
   */
  RowCell(RowField field, Function<String, String> shown, BiConsumer<ManifestRow, String> commit) {
    this.field = field;
    this.shown = shown;
    this.commit = commit;
    switch (field) {
      case SIZE, KERNELS -> getStyleClass().add("number-cell");
      case SHA256 -> getStyleClass().add("mono-cell");
      case TARGET, FILE -> {}
    }
    setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    CellTips.install(this, () -> getItem() == null ? "" : VisibleText.of(getItem()));
    editor = new CellEditor(this, "cell-editor", field.title(), this::take);
    editor.field().setPromptText(field.prompt());
  }

  private void take() {
    ManifestRow row = getTableRow().getItem();
    String typed = editor.leave();
    if (row != null && !typed.strip().equals(field.text(ManifestEdit.Row.of(row)))) {
      commit.accept(row, typed);
    }
    getTableView().requestFocus();
  }

  @Override
  public void startEdit() {
    if (isEmpty() || editor.isLeaving()) {
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
    setText(text == null ? null : VisibleText.of(shown.apply(text)));
    setAccessibleText(text);
  }
}
