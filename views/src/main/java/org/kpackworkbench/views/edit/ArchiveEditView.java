package org.kpackworkbench.views.edit;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.edit.ArchiveEdit;
import org.kpackworkbench.model.edit.EditedArchive;
import org.kpackworkbench.model.edit.EditedRow;
import org.kpackworkbench.model.edit.RowRef;
import org.kpackworkbench.model.text.SizeText;
import org.kpackworkbench.views.action.ActionHandlers;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.dialog.ErrorText;
import org.kpackworkbench.views.dialog.MessageBar;
import org.kpackworkbench.views.editing.EditSession;
import org.kpackworkbench.views.editing.HistoryPane;
import org.kpackworkbench.views.editing.SessionView;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.table.Tables;

/** The rows of an archive as they will be saved, and the history of edits. */
final class ArchiveEditView extends SessionView<ArchiveEdit, EditedArchive, ArchiveShot> {
  private static final double HISTORY_SHARE = 0.3;

  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private final VBox top = new VBox();
  private final TableView<EditedRow> table = new TableView<>();
  private final TextField key = new TextField();
  private final TextField target = new TextField();
  private Subscription subscriptions = Subscription.EMPTY;

  ArchiveEditView(
      EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session, ViewContext context) {
    super(session, context);
    this.context = context;
  }

  @Override
  public String id() {
    return "edit";
  }

  @Override
  public String title() {
    return "Edit";
  }

  @Override
  protected Node build() {
    HistoryPane history = new HistoryPane(session());
    Tables.dress(table, "edit-rows", "Rows as they will be saved", "There are no rows.");
    column("change", "Change", row -> changeWords(row.change()));
    column("binary", "Binary", row -> row.key().binary());
    column("index", "Index", row -> Integer.toString(row.key().index()));
    column("target", "Target", row -> row.ref().target());
    column("size", "Size", row -> SizeText.of(row.originalSizeBytes()));
    SplitPane split = new SplitPane(table, history);
    split.setDividerPositions(1 - HISTORY_SHARE);
    root.setId("edit");
    root.setTop(top);
    root.setCenter(split);
    top.getChildren().setAll(form());
    handlers().attachTo(root);
    subscriptions =
        Subscription.combine(
            session().shownProperty().subscribe(this::show),
            session().failureProperty().subscribe(this::failed),
            session().refusalProperty().subscribe(this::failed),
            history::end);
    table.getSelectionModel().selectedItemProperty().subscribe(this::selected);
    // A table takes the key for the editing of cells, and does nothing then.
    table.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.F2 && context.actions().run(ActionId.RENAME)) {
            event.consume();
          }
        });
    return root;
  }

  private void column(String id, String title, Function<EditedRow, String> text) {
    TableColumn<EditedRow, String> column = new TableColumn<>(title);
    column.setId("edit-" + id);
    column.setSortable(false);
    column.setCellValueFactory(
        row -> new ReadOnlyStringWrapper(text.apply(row.getValue())).getReadOnlyProperty());
    table.getColumns().add(column);
  }

  private static String changeWords(EditedRow.Change change) {
    return switch (change) {
      case NONE -> "";
      case CHANGED -> "changed";
      case ADDED -> "added";
    };
  }

  private HBox form() {
    key.setId("edit-key");
    key.setPromptText("lib/libfoo.so#0");
    key.setAccessibleText("Key of the selected rows");
    HBox.setHgrow(key, Priority.ALWAYS);
    target.setId("edit-target");
    target.setPromptText("gfx90a:xnack+");
    target.setAccessibleText("Target of the selected rows");
    Button rename = new Button("Rename");
    rename.setId("edit-rename");
    rename.disableProperty().bind(none());
    rename.setOnAction(event -> rename());
    key.setOnAction(event -> rename());
    Button move = new Button("Move");
    move.setId("edit-move");
    move.disableProperty().bind(none());
    move.setOnAction(event -> move());
    target.setOnAction(event -> move());
    HBox form = new HBox(6, new Label("Key"), key, rename, new Label("Target"), target, move);
    form.setAlignment(Pos.CENTER_LEFT);
    form.setPadding(new Insets(4));
    return form;
  }

  private ObservableValue<Boolean> none() {
    return Bindings.isEmpty(table.getSelectionModel().getSelectedItems());
  }

  private ActionHandlers handlers() {
    ObservableValue<Boolean> some =
        table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    return editHandlers()
        .on(
            ActionId.RENAME,
            some,
            () -> {
              key.requestFocus();
              key.selectAll();
            })
        .on(ActionId.DELETE, some, () -> session().apply(new ArchiveEdit.Delete(refs())))
        .on(ActionId.ADD, this::add);
  }

  private List<RowRef> refs() {
    return table.getSelectionModel().getSelectedItems().stream().map(EditedRow::ref).toList();
  }

  private void rename() {
    EditedRow row = table.getSelectionModel().getSelectedItem();
    if (row != null) {
      session().apply(new ArchiveEdit.RenameKey(row.ref().key(), key.getText().strip()));
    }
  }

  private void move() {
    List<RowRef> rows = refs();
    if (!rows.isEmpty()) {
      session().apply(new ArchiveEdit.Retarget(rows, target.getText().strip()));
    }
  }

  private void add() {
    List<Path> files = context.dialogs().chooseFiles("Add Code Objects");
    EditedRow row = table.getSelectionModel().getSelectedItem();
    String below = row == null ? "" : row.ref().key();
    if (!files.isEmpty()) {
      session().change(archive -> archive.apply(CodeObjectFiles.edit(files, below)));
    }
  }

  private void show(@Nullable ArchiveShot shot) {
    if (shot == null) {
      return;
    }
    int before = table.getSelectionModel().getSelectedIndex();
    table.getItems().setAll(shot.rows());
    if (before >= 0 && !shot.rows().isEmpty()) {
      table.getSelectionModel().clearAndSelect(Math.min(before, shot.rows().size() - 1));
    }
    status("%d rows".formatted(shot.rows().size()));
  }

  private void selected(@Nullable EditedRow row) {
    key.setText(row == null ? "" : row.ref().key());
    target.setText(row == null ? "" : row.ref().target());
  }

  private void failed(@Nullable Throwable failure) {
    top.getChildren().removeIf(MessageBar.class::isInstance);
    if (failure != null) {
      top.getChildren()
          .addFirst(new MessageBar(MessageBar.Severity.ERROR, ErrorText.of(failure).inOneLine()));
    }
  }

  @Override
  protected void ended() {
    subscriptions.unsubscribe();
  }
}
