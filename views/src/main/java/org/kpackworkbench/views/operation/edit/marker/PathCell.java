package org.kpackworkbench.views.operation.edit.marker;

import java.util.function.BiConsumer;
import javafx.scene.control.ListCell;
import javafx.scene.control.OverrunStyle;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.table.CellEditor;
import org.kpackworkbench.views.kit.text.VisibleText;

/** A search path that can be changed: Enter, or leaving it, takes what was typed, Esc does not. */
final class PathCell extends ListCell<String> {
  private final CellEditor editor;
  private final BiConsumer<Integer, String> typing;
  private final BiConsumer<Integer, String> commit;

  /**
   * @param typing is told a path's number and what stands in the field by now
   * @param commit is given them once they are to be taken
   */
  PathCell(BiConsumer<Integer, String> typing, BiConsumer<Integer, String> commit) {
    this.typing = typing;
    this.commit = commit;
    setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    editor = new CellEditor(this, "path-editor", "Search path", this::take);
    editor
        .field()
        .textProperty()
        .subscribe(
            text -> {
              if (isEditing()) {
                typing.accept(getIndex(), text);
              }
            });
  }

  private void take() {
    int index = getIndex();
    String before = getItem();
    String typed = editor.leave().strip();
    if (!typed.equals(before)) {
      commit.accept(index, typed);
    }
    getListView().requestFocus();
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
    int index = getIndex();
    super.cancelEdit();
    setGraphic(null);
    show(getItem());
    if (!editor.isLeaving() && getItem() != null) {
      typing.accept(index, getItem());
    }
  }

  @Override
  protected void updateItem(@Nullable String path, boolean empty) {
    super.updateItem(path, empty);
    if (empty || !isEditing()) {
      setGraphic(null);
      show(empty ? null : path);
    }
  }

  private void show(@Nullable String path) {
    setText(path == null ? null : VisibleText.of(path));
  }
}
