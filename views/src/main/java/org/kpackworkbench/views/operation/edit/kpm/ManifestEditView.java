package org.kpackworkbench.views.operation.edit.kpm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.DialectChange;
import org.kpackworkbench.model.operation.edit.DiskUpdate;
import org.kpackworkbench.model.operation.edit.EditedManifest;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.FieldProblem;
import org.kpackworkbench.views.operation.edit.EditPlace;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.SessionView;
import org.kpackworkbench.views.spi.ViewContext;

/** The rows and fields of a manifest as they will be saved, and the history of edits. */
final class ManifestEditView extends SessionView<ManifestEdit, EditedManifest, ManifestShot> {
  private static final String FIRST_EDITED = "manifest-" + RowField.FILE.id();

  private final ViewContext context;
  private final ManifestRowsSpec spec;
  private final RowsModel<ManifestRow> model;
  private final RowsTable<ManifestRow> table;
  private final ManifestFields fields;
  private String awaited = "";

  ManifestEditView(
      EditSession<ManifestEdit, EditedManifest, ManifestShot> session, ViewContext context) {
    super(session, context);
    this.context = context;
    this.fields = new ManifestFields(session::apply, this::changeDialect);
    this.spec = new ManifestRowsSpec(this::shot, this::typed);
    this.model = new RowsModel<>(spec, context.background());
    this.table = new RowsTable<>(model, context);
  }

  @Override
  public void show(Place place) {
    String target = EditPlace.target(place);
    if (target != null) {
      awaited = target;
      selectAwaited();
    }
  }

  /** Selects the requested row, once it exists and nothing is running. */
  private void selectAwaited() {
    ManifestShot now = shot();
    if (awaited.isEmpty() || now == null || session().busyProperty().get()) {
      return;
    }
    for (int row = 0; row < now.rows().size(); row++) {
      if (now.rows().get(row).targetText().equals(awaited) && table.pick(row)) {
        awaited = "";
        return;
      }
    }
  }

  @Override
  protected Node edited() {
    makeTools();
    top().setAll(fields, Controls.styled(buttons(), "editor-line"));
    editHandlers().on(ActionId.RENAME, some(), () -> table.edit(FIRST_EDITED)).attachTo(root());
    new ActionHandlers()
        .on(ActionId.COPY, () -> table.copy())
        .on(ActionId.RENAME, some(), () -> table.edit(FIRST_EDITED))
        .attachTo(table);
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.ADD,
                ActionId.NEW_ROW,
                ActionId.DUPLICATE,
                ActionId.RENAME,
                ActionId.DELETE,
                ActionId.MOVE_UP,
                ActionId.MOVE_DOWN,
                ActionId.UPDATE_FROM_DISK,
                ActionId.COPY,
                ActionId.COPY_CELL));
    table.editedByKey(FIRST_EDITED);
    return table;
  }

  private void makeTools() {
    ObservableValue<Boolean> open = session().shownProperty().map(Objects::nonNull).orElse(false);
    tool(ActionId.ADD, open, this::add);
    tool(ActionId.NEW_ROW, open, () -> newRow("New Row", null));
    tool(ActionId.DUPLICATE, one(), this::duplicate);
    tool(ActionId.DELETE, some(), () -> session().apply(new ManifestEdit.RemoveRows(targets())));
    tool(ActionId.MOVE_UP, one(), () -> move(-1));
    tool(ActionId.MOVE_DOWN, one(), () -> move(1));
    tool(ActionId.UPDATE_FROM_DISK, open, this::update);
  }

  private ObservableValue<Boolean> some() {
    return table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
  }

  private ObservableValue<Boolean> one() {
    return Bindings.size(table.getSelectionModel().getSelectedItems()).isEqualTo(1);
  }

  private @Nullable ManifestShot shot() {
    return session().shownProperty().get();
  }

  private List<String> targets() {
    return table.selected().stream().map(ManifestRow::targetText).toList();
  }

  private BiConsumer<ManifestRow, String> typed(RowField field) {
    return (row, text) -> {
      ManifestDialect dialect = Objects.requireNonNull(shot()).manifest().dialect();
      if (!field.hasPlaceIn(dialect) && field.text(ManifestEdit.Row.of(row)).isEmpty()) {
        say(
            "%s: the dialect %s cannot store it; it states checksums."
                .formatted(field.title(), dialect.words()));
        return;
      }
      try {
        session()
            .apply(
                new ManifestEdit.SetRow(
                    row.targetText(), field.with(ManifestEdit.Row.of(row), text)));
      } catch (IllegalArgumentException unusable) {
        say(String.valueOf(unusable.getMessage()));
      }
    };
  }

  private void add() {
    List<Path> files = context.dialogs().chooseFiles("Add Archives");
    if (files.isEmpty()) {
      return;
    }
    session()
        .change(
            document -> {
              Path folder = document.stamp().path().getParent();
              for (Path file : files) {
                document.apply(new ManifestEdit.AddRow(measured(document, folder, file)));
              }
            });
  }

  private static ManifestEdit.Row measured(
      EditedManifest document, @Nullable Path folder, Path file) throws java.io.IOException {
    Path own = file.toAbsolutePath().getParent();
    if (folder == null || own == null || !Files.isSameFile(folder, own)) {
      throw FormatException.in(
              file.toString(), "manifest", "file", FormatException.Reason.UNSAFE_PATH)
          .expected("an archive in the manifest's own folder")
          .found("one in another folder")
          .advice("Copy it there first.")
          .build();
    }
    ManifestEdit.Row row = DiskUpdate.row(file, document.manifest().dialect(), Progress.NONE);
    if (row == null) {
      throw FormatException.in(
              file.toString(), "manifest", "row", FormatException.Reason.UNSUPPORTED)
          .mismatch("an archive that can be read and has one target", "another file");
    }
    return row;
  }

  private void newRow(String title, ManifestEdit.@Nullable Row like) {
    ManifestShot now = shot();
    if (now == null) {
      return;
    }
    Set<String> taken = new HashSet<>();
    now.rows().forEach(row -> taken.add(row.targetText()));
    RowForm form = new RowForm(like, now.manifest().dialect(), taken);
    context
        .dialogs()
        .ask(
            title,
            form,
            "Add",
            form.possible(),
            () -> session().apply(new ManifestEdit.AddRow(form.row())));
  }

  private void duplicate() {
    ManifestRow row = table.selectedProperty().get();
    if (row != null) {
      newRow("Duplicate Row", ManifestEdit.Row.of(row));
    }
  }

  private void move(int by) {
    ManifestShot now = shot();
    int from = table.getSelectionModel().getSelectedIndex();
    int to = from + by;
    if (now == null || from < 0 || to < 0 || to >= now.rows().size()) {
      return;
    }
    int before = by < 0 ? to : to + 1;
    session()
        .apply(
            new ManifestEdit.MoveRow(
                now.rows().get(from).targetText(),
                before < now.rows().size() ? now.rows().get(before).targetText() : null));
  }

  private void update() {
    ManifestShot now = shot();
    if (now == null) {
      return;
    }
    UpdatePane pane = new UpdatePane(session().path(), now.manifest(), now::after, context);
    context
        .dialogs()
        .ask(
            "Update from Disk",
            pane,
            "Apply",
            pane.possible(),
            () -> {
              ManifestEdit.UpdateFromDisk edit = pane.edit();
              if (edit != null) {
                session().apply(edit);
              }
            });
  }

  /** Changes the dialect; tells first what is lost, and does not ask where nothing is. */
  private void changeDialect(ManifestDialect dialect) {
    ManifestShot now = shot();
    if (now == null) {
      return;
    }
    DialectChange change = DialectChange.of(now.manifest(), dialect);
    ManifestEdit edit = new ManifestEdit.SetDialect(dialect);
    if (change.lost().isEmpty() && change.lacking().isEmpty()) {
      session().apply(edit);
      return;
    }
    Label words = Controls.named(Controls.wrapped(new Label(words(change))), "dialect-words");
    words.setMaxWidth(480);
    VBox box = new VBox(words);
    context
        .dialogs()
        .ask(
            "Change the Dialect",
            box,
            "Change",
            new javafx.beans.property.SimpleBooleanProperty(true),
            () -> session().apply(edit));
  }

  static String words(DialectChange change) {
    StringBuilder text = new StringBuilder();
    String dialect = "The dialect " + change.dialect().words();
    if (!change.lost().isEmpty()) {
      text.append(dialect)
          .append(" cannot store these, which will be lost:\n  • ")
          .append(String.join("\n  • ", change.lost()))
          .append('\n');
    }
    if (!change.lacking().isEmpty()) {
      text.append(dialect)
          .append(" states these, which are not known:\n  • ")
          .append(String.join("\n  • ", change.lacking()))
          .append("\nUpdate from Disk… finds out sizes, kernels and checksums.\n");
    }
    return text.append("The change can be undone.").toString();
  }

  @Override
  protected void show(@Nullable ManifestShot now) {
    fields.show(now == null ? null : now.manifest());
    if (now == null) {
      return;
    }
    model.show(spec.source(now.rows()));
    selectAwaited();
    long changed =
        now.rows().stream().filter(row -> now.change(row) != EditedRow.Change.NONE).count();
    status()
        .set(
            "%s%s"
                .formatted(
                    CountText.of(now.rows().size(), "row"),
                    changed == 0 ? "" : ", %d changed or added".formatted(changed)));
  }

  @Override
  protected void refused(Throwable why) {
    fields.setDisable(true);
    table.setPlaceholder(
        Tables.placeholder(
            "A manifest that cannot be read in full is not edited: something would be lost."));
  }

  /** Shows a sentence, and the fields as the manifest is. */
  @Override
  protected void say(String what) {
    super.say(what);
    ManifestShot now = shot();
    fields.show(now == null ? null : now.manifest());
  }

  @Override
  protected void ended() {
    model.stop();
  }

  /** A form for a row that is to be added; says what is wrong with it while it is filled in. */
  private static final class RowForm extends GridPane {
    private static final double WIDTH = 480;
    private static final ManifestEdit.Row EMPTY = new ManifestEdit.Row("", "", -1, -1, null);

    private final Set<String> taken;
    private final Map<RowField, TextField> fields = new EnumMap<>(RowField.class);
    private final FieldProblem problem = new FieldProblem("row-problem");
    private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
    private ManifestEdit.@Nullable Row row;

    /**
     * @param like the initial values; null: nothing
     * @param taken targets that have a row
     */
    RowForm(ManifestEdit.@Nullable Row like, ManifestDialect dialect, Set<String> taken) {
      this.taken = Set.copyOf(taken);
      Controls.named(this, "row-form", "editor-form");
      setPrefWidth(WIDTH);
      ColumnConstraints grows = new ColumnConstraints();
      grows.setHgrow(Priority.ALWAYS);
      getColumnConstraints().addAll(new ColumnConstraints(), grows);
      for (RowField field : RowField.values()) {
        if (field.hasPlaceIn(dialect)) {
          add(field, like == null ? "" : field.text(like));
        }
      }
      add(problem, 1, fields.size());
      check();
    }

    private void add(RowField field, String text) {
      TextField input = Controls.named(new TextField(text), "row-" + field.id());
      input.setPromptText(field.prompt());
      input.setAccessibleText(field.title());
      input.textProperty().subscribe((before, now) -> check());
      Label label = Controls.whole(new Label(field.title()));
      label.setLabelFor(input);
      addRow(fields.size(), label, input);
      fields.put(field, input);
    }

    /** Whether what was filled in can be a row. */
    ObservableValue<Boolean> possible() {
      return possible.getReadOnlyProperty();
    }

    /** The row, while it is {@link #possible}. */
    ManifestEdit.Row row() {
      return Objects.requireNonNull(row, "nothing that can be a row");
    }

    private void check() {
      ManifestEdit.Row made = EMPTY;
      String wrong = "";
      for (Map.Entry<RowField, TextField> field : fields.entrySet()) {
        try {
          made = field.getKey().with(made, field.getValue().getText());
        } catch (IllegalArgumentException unusable) {
          wrong = wrong.isEmpty() ? String.valueOf(unusable.getMessage()) : wrong;
        }
      }
      if (wrong.isEmpty() && taken.contains(made.target())) {
        wrong = "There is a row for %s already; each target has one.".formatted(made.target());
      }
      row = wrong.isEmpty() ? made : null;
      problem.setText(wrong);
      possible.set(wrong.isEmpty());
    }
  }
}
