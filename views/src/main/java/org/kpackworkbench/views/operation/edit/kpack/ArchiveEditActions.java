package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.Separator;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.views.format.kpack.CopiedRows;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.FileDropTarget;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.extract.Exporter;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Actions on the rows of an archive: from the tool bar, menus, keys and drops. */
final class ArchiveEditActions {
  private final EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session;
  private final RowsTable<EditedRow> table;
  private final ViewContext context;
  private final Consumer<EditForm> ask;
  private final ArchiveEdits edits;
  private final Exporter exporter;
  private final UnsavedRows unsaved;
  private OpenedFile file;

  ArchiveEditActions(
      OpenedFile file,
      EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session,
      RowsTable<EditedRow> table,
      ViewContext context,
      Consumer<EditForm> ask) {
    this.file = file;
    this.session = session;
    this.table = table;
    this.context = context;
    this.ask = ask;
    this.edits = new ArchiveEdits(session, context.dialogs());
    this.exporter = new Exporter(context);
    this.unsaved = new UnsavedRows(session, context.background());
  }

  /** The file was read again. */
  void file(OpenedFile again) {
    file = again;
  }

  /** Buttons for what is done most. */
  Node toolBar(ActionControls controls) {
    FlowPane bar = Controls.styled(new FlowPane(), "edit-tools");
    for (List<ActionId> group :
        List.of(
            List.of(ActionId.ADD, ActionId.REPLACE, ActionId.PASTE),
            List.of(ActionId.RENAME, ActionId.MOVE_TARGET, ActionId.METADATA, ActionId.DELETE),
            List.of(ActionId.EXTRACT, ActionId.MERGE_ARCHIVE, ActionId.SPLIT_ARCHIVE),
            List.of(ActionId.PROPERTIES))) {
      if (!bar.getChildren().isEmpty()) {
        bar.getChildren().add(new Separator(Orientation.VERTICAL));
      }
      group.forEach(id -> bar.getChildren().add(controls.wordButton(id)));
    }
    return bar;
  }

  /** Handles the actions in a view. */
  void install(Node root, ActionHandlers handlers, Runnable find) {
    ObservableValue<Boolean> some =
        table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    ObservableValue<Boolean> ready = session.shownProperty().map(shot -> true).orElse(false);
    handlers
        .on(ActionId.ADD, ready, this::add)
        .on(ActionId.REPLACE, some, this::replace)
        .on(ActionId.RENAME, some, () -> first(row -> ask.accept(new RenameForm(row, edits))))
        .on(ActionId.MOVE_TARGET, some, this::move)
        .on(ActionId.METADATA, some, () -> first(this::metadata))
        .on(ActionId.DELETE, some, this::delete)
        .on(ActionId.COPY, some, this::copy)
        .on(ActionId.PASTE, ready, this::paste)
        .on(ActionId.EXTRACT, some, this::extract)
        .on(ActionId.MERGE_ARCHIVE, ready, this::merge)
        .on(ActionId.SPLIT_ARCHIVE, ready, this::split)
        .on(ActionId.PROPERTIES, ready, this::properties)
        .on(ActionId.FIND, find)
        .attachTo(root);
    // The table has handlers of its own for copying text.
    handlers.attachTo(table);
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.UNDO,
                ActionId.REDO,
                ActionId.ADD,
                ActionId.REPLACE,
                ActionId.RENAME,
                ActionId.MOVE_TARGET,
                ActionId.METADATA,
                ActionId.DELETE,
                ActionId.COPY,
                ActionId.COPY_CELL,
                ActionId.PASTE,
                ActionId.FIND,
                ActionId.OPEN_SELECTED,
                ActionId.COMPARE_WITH,
                ActionId.SELECT_FOR_COMPARE,
                ActionId.COMPARE_WITH_SELECTED,
                ActionId.EXTRACT,
                ActionId.MERGE_ARCHIVE,
                ActionId.SPLIT_ARCHIVE,
                ActionId.PROPERTIES));
    new FileDropTarget(this::addFiles).install(root);
    // A table takes the key for the editing of cells, and does nothing then.
    table.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.F2 && context.actions().run(ActionId.RENAME)) {
            event.consume();
          }
        });
  }

  private @Nullable ArchiveShot shot() {
    return session.shownProperty().get();
  }

  private void first(Consumer<EditedRow> action) {
    EditedRow row = table.selectedProperty().get();
    if (row != null) {
      action.accept(row);
    }
  }

  private void add() {
    addFiles(context.dialogs().chooseFiles("Add Code Objects"));
  }

  /** Asks under which names files are added. */
  void addFiles(List<Path> files) {
    ArchiveShot shot = shot();
    if (shot != null && !files.isEmpty()) {
      ask.accept(new AddForm(files, shot.rows(), edits, context));
    }
  }

  private void replace() {
    EditedRow row = table.selectedProperty().get();
    List<Path> files = row == null ? List.of() : context.dialogs().chooseFiles("Replace By");
    if (row == null || files.isEmpty()) {
      return;
    }
    Path by = files.getFirst();
    edits.make(() -> List.of(new ArchiveEdit.Replace(row.ref(), FileStamp.of(by))), why -> {});
  }

  private void move() {
    ArchiveShot shot = shot();
    List<RowRef> rows = table.selected().stream().map(EditedRow::ref).toList();
    if (shot != null && !rows.isEmpty()) {
      ask.accept(new MoveForm(rows, shot.architectures(), edits));
    }
  }

  private void delete() {
    List<RowRef> rows = table.selected().stream().map(EditedRow::ref).toList();
    if (!rows.isEmpty()) {
      edits.make(new ArchiveEdit.Delete(rows));
    }
  }

  private void metadata(EditedRow row) {
    MetadataForm form = new MetadataForm(row, edits);
    ask.accept(form);
    List<Map<String, MsgValue>> found = new ArrayList<>();
    session.change(
        archive -> {
          for (int i = 0; i < archive.rowCount(); i++) {
            if (archive.rows().id(i) == row.id()) {
              found.add(archive.metadata(i));
              return;
            }
          }
        },
        why -> {
          if (!found.isEmpty()) {
            form.show(found.getFirst());
          }
        });
  }

  private void properties() {
    ArchiveShot shot = shot();
    if (shot != null) {
      ask.accept(new PropertiesForm(shot, edits));
    }
  }

  private static boolean inFile(List<EditedRow> rows) {
    return rows.stream().allMatch(row -> row.change() == EditedRow.Change.NONE);
  }

  private void copy() {
    List<EditedRow> rows = table.selected();
    List<Integer> indices = table.selectedRows();
    if (inFile(rows)) {
      copy(session.path(), rows.stream().map(row -> copied(row.ref())).toList(), indices);
      return;
    }
    unsaved.write(
        rows,
        file -> {
          // What is copied may be pasted, and saved there, until the program ends.
          unsaved.keep(file);
          copy(
              file,
              rows.stream()
                  .map(row -> new CopiedRows.Row(row.ref().key(), row.ref().target(), 0))
                  .toList(),
              indices);
        },
        why -> {
          // As text what is shown can be copied anyway.
          table.copy(indices, RowCopy::toClipboard);
          context.dialogs().showError("The rows could not be copied as code objects", why);
        });
  }

  private void copy(Path archive, List<CopiedRows.Row> rows, List<Integer> indices) {
    table.copy(indices, new CopiedRows(archive, rows)::toClipboard);
  }

  private static CopiedRows.Row copied(RowRef ref) {
    return new CopiedRows.Row(ref.key(), ref.target(), ref.nth());
  }

  private void paste() {
    CopiedRows rows = CopiedRows.ofClipboard();
    ArchiveShot shot = shot();
    if (rows != null && shot != null) {
      paste(rows, shot);
      return;
    }
    List<Path> files = FileDropTarget.ofClipboard();
    if (files.isEmpty()) {
      context
          .dialogs()
          .showError(
              "Nothing to paste",
              new IOException(
                  "The clipboard holds no code objects. Copy rows of an archive, or files."));
    } else {
      addFiles(files);
    }
  }

  /** Adds rows of another archive; asks only if their names are taken. */
  private void paste(CopiedRows rows, ArchiveShot shot) {
    boolean taken = false;
    List<RowRef> refs =
        rows.rows().stream().map(row -> new RowRef(row.key(), row.target(), row.nth())).toList();
    java.util.Set<RowRef> wanted = new java.util.HashSet<>(refs);
    for (int i = 0; i < shot.rows().count() && !taken; i++) {
      taken = wanted.contains(shot.rows().row(i).ref());
    }
    if (taken) {
      ask.accept(new MergeForm(rows.archive(), refs, shot.rows(), edits, context));
    } else {
      edits.make(
          () -> List.of(new ArchiveEdit.AddRows(FileStamp.of(rows.archive()), refs, Clash.REFUSE)),
          why -> {});
    }
  }

  private void extract() {
    List<EditedRow> rows = table.selected();
    if (inFile(rows)) {
      exporter.extract(file, rows.stream().map(this::place).toList());
      return;
    }
    unsaved.write(
        rows,
        part -> exporter.extractAll(part, () -> unsaved.remove(part)),
        why -> context.dialogs().showError("The rows could not be extracted", why));
  }

  private Place.CodeObject place(EditedRow row) {
    return new Place.CodeObject(
        file.place(), row.key().binary(), row.key().index(), row.ref().target(), null, true);
  }

  private void merge() {
    ArchiveShot shot = shot();
    List<Path> files = context.dialogs().chooseFiles("Merge With");
    if (shot != null && !files.isEmpty()) {
      ask.accept(new MergeForm(files.getFirst(), List.of(), shot.rows(), edits, context));
    }
  }

  private void split() {
    ArchiveShot shot = shot();
    if (shot != null) {
      context
          .dialogs()
          .chooseFolderNear(session.path(), "Split Into")
          .ifPresent(folder -> ask.accept(new SplitForm(folder, shot, session, context)));
    }
  }

  /** Files that become code objects: the target that each states, and the key that it gets. */
  private static final class AddForm extends EditForm {
    private static final int LINES_SHOWN = 7;
    private static final double HEADING_EMS = 2.9;
    private static final double LINE_EMS = 1.95;
    private static final String KEY = "add-key";

    private final ArchiveEdits edits;
    private final List<AddItem> items = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final RowsTable<AddItem> table;
    private final RadioButton replace = new RadioButton("Replace existing rows");
    private final RadioButton skip = new RadioButton("Skip those files");
    private final HBox choice;

    AddForm(List<Path> files, EditedRows rows, ArchiveEdits edits, ViewContext context) {
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
      table =
          RowsTable.alone(
              RowsSpec.of("add-files", "Files to be added", "Reading…", columns()), context);
      table.editedByKey(KEY);
      double height = HEADING_EMS + LINE_EMS * Math.clamp(files.size(), 1, LINES_SHOWN);
      table.setStyle(String.format(Locale.ROOT, "-fx-pref-height: %.1fem;", height));
      table.setMinHeight(USE_PREF_SIZE);
      ToggleGroup group = new ToggleGroup();
      replace.setToggleGroup(group);
      skip.setToggleGroup(group);
      replace.setId("add-replace");
      skip.setId("add-skip");
      replace.setSelected(true);
      choice = new HBox(new Label("If a row of that name exists:"), replace, skip);
      choice.getStyleClass().add("edit-form-choices");
      choice.managedProperty().bind(choice.visibleProperty());
      choice.setVisible(false);
      Label how = Controls.label("F2 or a double click on a key or target changes it.", "muted");
      first(table);
      wide(table);
      wide(how);
      wide(choice);
      possible(false);
      group.selectedToggleProperty().subscribe((before, now) -> check());
      context
          .background()
          .run(
              () -> FoundFile.of(files, rows, context.work().names()),
              this::show,
              why -> problem(words(why)));
    }

    private List<RowColumn<AddItem>> columns() {
      return List.of(
          RowColumn.<AddItem>text("File", item -> String.valueOf(item.file().path().getFileName()))
              .named("add-file"),
          RowColumn.<AddItem>text(
                  "States", item -> item.usable() ? item.file().target() : "no code object")
              .named("add-states"),
          edited(RowColumn.<AddItem>text("Key", AddItem::key).named(KEY), AddItem::withKey),
          edited(
              RowColumn.<AddItem>text("Target", AddItem::target).named("add-target"),
              AddItem::withTarget),
          RowColumn.<AddItem>text("State", AddItem::state).named("add-state").wishing(12));
    }

    private RowColumn<AddItem> edited(
        RowColumn<AddItem> column, BiFunction<AddItem, String, AddItem> with) {
      return column.edited(
          new RowColumn.Edit<>(
              Function.identity(),
              (item, typed) -> {
                items.replaceAll(
                    each -> each.number() == item.number() ? with.apply(each, typed) : each);
                check();
              },
              "",
              AddItem::usable,
              (item, typed) -> {}));
    }

    private void show(List<FoundFile> found) {
      found.forEach(file -> items.add(AddItem.of(items.size(), file)));
      check();
    }

    private void check() {
      Set<String> own = new HashSet<>();
      List<AddItem> now = new ArrayList<>();
      boolean clash = false;
      boolean wrong = false;
      int usable = 0;
      String first = "";
      for (AddItem item : items) {
        String state;
        if (!item.usable()) {
          state = "skipped";
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
          first = item.name() + " occurs twice in this list: give one of them another key.";
        } else if (taken.contains(item.name())) {
          clash = true;
          state = skip.isSelected() ? "exists: skipped" : "exists: replaced";
          usable += skip.isSelected() ? 0 : 1;
        } else {
          state = item.target().equals(item.file().target()) ? "new" : "new, states another target";
          usable++;
        }
        now.add(item.withState(state));
      }
      items.clear();
      items.addAll(now);
      table.show(List.copyOf(now));
      choice.setVisible(clash);
      problem(first);
      possible(!wrong && usable > 0);
    }

    @Override
    boolean editing() {
      return table.getEditingCell() != null;
    }

    @Override
    void done() {
      Clash clash = skip.isSelected() ? Clash.KEEP : Clash.REPLACE;
      List<AddedFile> files = items.stream().filter(AddItem::usable).map(AddItem::added).toList();
      edits.make(this, () -> List.of(new ArchiveEdit.AddFiles(files, clash)));
    }
  }
}
