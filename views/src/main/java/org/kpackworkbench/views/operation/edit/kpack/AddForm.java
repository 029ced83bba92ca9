package org.kpackworkbench.views.operation.edit.kpack;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.operation.edit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.Clash;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.ViewContext;

/** Files that become code objects: the target that each states, and the key that it gets. */
final class AddForm extends EditForm {
  private static final int LINES_SHOWN = 7;
  private static final double LINE_HEIGHT = 34;

  private final ArchiveEdits edits;
  private final ObservableList<AddItem> items = FXCollections.observableArrayList();
  private final Set<String> taken = new HashSet<>();
  private final TableView<AddItem> table = new TableView<>(items);
  private final RadioButton replace = new RadioButton("Replace what is there");
  private final RadioButton skip = new RadioButton("Skip those files");
  private final HBox choice;

  /**
   * @param binary the binary that the files are for; empty: each file's own name
   */
  AddForm(
      List<Path> files, String binary, EditedRows rows, ArchiveEdits edits, ViewContext context) {
    super(
        "add",
        files.size() == 1
            ? "Add " + files.getFirst().getFileName()
            : "Add %d code objects".formatted(files.size()),
        "Add");
    this.edits = edits;
    for (int i = 0; i < rows.count(); i++) {
      taken.add(rows.row(i).ref().words());
    }
    table
        .getColumns()
        .add(Columns.text("File", item -> item.file().path().getFileName().toString()));
    table
        .getColumns()
        .add(
            Columns.text(
                "States", item -> item.usable() ? item.file().target() : "no code object"));
    table.getColumns().add(FieldCell.column("Key", AddItem::key, 260));
    table.getColumns().add(FieldCell.column("Target", AddItem::target, 150));
    table.getColumns().add(FieldCell.words("", AddItem::state, 230));
    Tables.dress(table, "add-files", "Files to be added", "Reading…");
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_ALL_COLUMNS);
    table.setFixedCellSize(LINE_HEIGHT);
    table.setPrefHeight(LINE_HEIGHT * (1.2 + Math.clamp(files.size(), 1, LINES_SHOWN)));
    ToggleGroup group = new ToggleGroup();
    replace.setToggleGroup(group);
    skip.setToggleGroup(group);
    replace.setId("add-replace");
    skip.setId("add-skip");
    replace.setSelected(true);
    choice = new HBox(new Label("Where there is a row of that name:"), replace, skip);
    choice.getStyleClass().add("edit-form-choices");
    choice.managedProperty().bind(choice.visibleProperty());
    choice.setVisible(false);
    wide(table);
    wide(choice);
    possible(false);
    group.selectedToggleProperty().subscribe((before, now) -> check());
    context
        .background()
        .run(() -> FoundFile.of(files, binary, rows), this::show, why -> problem(words(why)));
  }

  private void show(List<FoundFile> found) {
    for (FoundFile file : found) {
      AddItem item = new AddItem(file);
      item.key().subscribe((before, now) -> check());
      item.target().subscribe((before, now) -> check());
      items.add(item);
    }
    check();
  }

  private void check() {
    Set<String> own = new HashSet<>();
    boolean clash = false;
    boolean wrong = false;
    int usable = 0;
    String first = "";
    for (AddItem item : items) {
      String state;
      if (!item.usable()) {
        state = "passed over";
        first =
            first.isEmpty()
                ? item.file().path().getFileName() + ": " + item.file().problem()
                : first;
      } else if (!item.wrong().isEmpty()) {
        state = "⚠ " + item.wrong();
        wrong = true;
        first = item.wrong();
      } else if (!own.add(item.name())) {
        state = "⚠ twice in this list";
        wrong = true;
        first = item.name() + " stands twice in this list: give one of them another key.";
      } else if (taken.contains(item.name())) {
        clash = true;
        state = skip.isSelected() ? "is there: skipped" : "is there: replaced";
        usable += skip.isSelected() ? 0 : 1;
      } else {
        state = item.target().get().equals(item.file().target()) ? "new" : "new, states another";
        usable++;
      }
      item.state().set(state);
    }
    choice.setVisible(clash);
    problem(first);
    possible(!wrong && usable > 0);
  }

  @Override
  Node first() {
    return table;
  }

  @Override
  void done() {
    Clash clash = skip.isSelected() ? Clash.KEEP : Clash.REPLACE;
    List<AddedFile> files = items.stream().filter(AddItem::usable).map(AddItem::added).toList();
    edits.make(this, () -> List.of(new ArchiveEdit.AddFiles(files, clash)));
  }
}
