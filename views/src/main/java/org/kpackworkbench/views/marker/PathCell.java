package org.kpackworkbench.views.marker;

import java.util.function.BiConsumer;
import javafx.scene.control.ListCell;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.common.VisibleText;

/** A search path that can be changed: Enter, or leaving it, takes what was typed, Esc does not. */
final class PathCell extends ListCell<String> {
  private final TextField editor = new TextField();
  private final BiConsumer<Integer, String> typing;
  private final BiConsumer<Integer, String> commit;
  private boolean leaving;

  /**
   * @param typing is told a path's number and what stands in the field by now
   * @param commit is given them once they are to be taken
   */
  PathCell(BiConsumer<Integer, String> typing, BiConsumer<Integer, String> commit) {
    this.typing = typing;
    this.commit = commit;
    setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    editor.setId("path-editor");
    editor.setAccessibleText("Search path");
    editor.setOnAction(event -> take());
    editor
        .textProperty()
        .subscribe(
            text -> {
              if (isEditing()) {
                typing.accept(getIndex(), text);
              }
            });
    editor
        .focusedProperty()
        .subscribe(
            focused -> {
              if (!focused && isEditing()) {
                take();
              }
            });
    editor.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            cancelEdit();
            event.consume();
          }
        });
  }

  private void take() {
    int index = getIndex();
    String before = getItem();
    String typed = editor.getText().strip();
    leaving = true;
    cancelEdit();
    leaving = false;
    if (!typed.equals(before)) {
      commit.accept(index, typed);
    }
    getListView().requestFocus();
  }

  @Override
  public void startEdit() {
    if (isEmpty() || leaving) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      editor.setText(getItem());
      setText(null);
      setGraphic(editor);
      editor.requestFocus();
      editor.selectAll();
    }
  }

  @Override
  public void cancelEdit() {
    int index = getIndex();
    super.cancelEdit();
    setGraphic(null);
    show(getItem());
    if (!leaving && getItem() != null) {
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
