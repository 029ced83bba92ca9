package org.kpackworkbench.views.operation.edit.kpm;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.kit.table.CellEditor;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.text.VisibleText;

/** The columns of the table in which a manifest's rows are edited. */
final class ManifestTableColumns {
  private final Supplier<@Nullable ManifestShot> shot;

  /**
   * @param shot what is shown; null while there is nothing
   */
  ManifestTableColumns(Supplier<@Nullable ManifestShot> shot) {
    this.shot = shot;
  }

  /**
   * Makes them.
   *
   * @param commit is given a row, and what was typed into a field of it
   */
  List<TableColumn<ManifestRow, String>> columns(
      Function<RowField, BiConsumer<ManifestRow, String>> commit) {
    return List.of(
        change(),
        field(RowField.TARGET, Function.identity(), commit),
        field(RowField.FILE, Function.identity(), commit),
        field(RowField.SIZE, ManifestTableColumns::size, commit),
        field(RowField.KERNELS, ManifestTableColumns::orUnknown, commit),
        remarks(),
        field(RowField.SHA256, ManifestTableColumns::orUnknown, commit));
  }

  private static String size(String digits) {
    return digits.isEmpty() ? Columns.UNKNOWN : SizeText.of(Long.parseLong(digits));
  }

  private static String orUnknown(String text) {
    return text.isEmpty() ? Columns.UNKNOWN : text;
  }

  private static TableColumn<ManifestRow, String> field(
      RowField field,
      Function<String, String> shown,
      Function<RowField, BiConsumer<ManifestRow, String>> commit) {
    TableColumn<ManifestRow, String> column = new TableColumn<>(field.title());
    column.setId("manifest-" + field.id());
    column.setSortable(false);
    column.setReorderable(false);
    column.setCellValueFactory(
        row ->
            new ReadOnlyStringWrapper(field.text(ManifestEdit.Row.of(row.getValue())))
                .getReadOnlyProperty());
    column.setCellFactory(made -> new RowCell(field, shown, commit.apply(field)));
    if (field == RowField.SIZE || field == RowField.KERNELS) {
      column.getStyleClass().add("number-cell");
    }
    return column;
  }

  private TableColumn<ManifestRow, String> change() {
    TableColumn<ManifestRow, String> column = Columns.text("Change", row -> word(changeOf(row)));
    column.setId("manifest-change");
    column.setSortable(false);
    column.setEditable(false);
    column.setCellFactory(made -> new ChangeCell());
    return column;
  }

  private ManifestShot.Change changeOf(ManifestRow row) {
    ManifestShot now = shot.get();
    return now == null ? ManifestShot.Change.NONE : now.change(row);
  }

  private static String word(ManifestShot.Change change) {
    return switch (change) {
      case NONE -> "";
      case CHANGED -> "changed";
      case ADDED -> "added";
    };
  }

  private TableColumn<ManifestRow, String> remarks() {
    TableColumn<ManifestRow, String> column =
        Columns.text(
            "Remarks",
            row -> {
              ManifestShot now = shot.get();
              return now == null ? "" : now.remark(row);
            });
    column.setId("manifest-remarks");
    column.setSortable(false);
    column.setEditable(false);
    column.setCellFactory(made -> new RemarkCell());
    return column;
  }

  private final class ChangeCell extends TableCell<ManifestRow, String> {
    @Override
    protected void updateItem(@Nullable String word, boolean empty) {
      super.updateItem(word, empty);
      boolean none = empty || word == null || word.isEmpty();
      setText(none ? null : word);
      ManifestRow row = none ? null : getTableRow().getItem();
      KpackIcon icon =
          row != null && changeOf(row) == ManifestShot.Change.ADDED
              ? KpackIcon.ADD
              : KpackIcon.RENAME;
      setGraphic(row == null ? null : icon.node());
    }
  }

  private static final class RemarkCell extends TableCell<ManifestRow, String> {
    RemarkCell() {
      CellTips.install(this, () -> getItem() == null ? "" : getItem());
    }

    @Override
    protected void updateItem(@Nullable String remark, boolean empty) {
      super.updateItem(remark, empty);
      boolean none = empty || remark == null || remark.isEmpty();
      setText(none ? null : remark);
      setGraphic(none ? null : KpackIcon.WARNING.node());
    }
  }

  /** A cell whose text can be changed: Enter, or leaving it, takes what was typed, Esc does not. */
  private static final class RowCell extends TableCell<ManifestRow, String> {
    private final RowField field;
    private final Function<String, String> shown;
    private final BiConsumer<ManifestRow, String> commit;
    private final CellEditor editor;

    /**
     * @param shown how a value looks while it is not edited
     * @param commit is given a row and what was typed
     */
    RowCell(
        RowField field, Function<String, String> shown, BiConsumer<ManifestRow, String> commit) {
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
}
