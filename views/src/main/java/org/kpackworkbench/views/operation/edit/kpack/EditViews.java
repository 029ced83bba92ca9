package org.kpackworkbench.views.operation.edit.kpack;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.edit.ManifestRowEdits;
import org.kpackworkbench.model.operation.edit.ManifestRowEdits.Outdated;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.operation.edit.ChangeColumn;
import org.kpackworkbench.views.operation.edit.EditPlace;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.EditedKind;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.operation.edit.SessionView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views in which archives are edited. */
public record EditViews(Journals journals) implements DocumentViewFactory {
  private static final EditedKind<ArchiveEdit, EditedArchive, ArchiveShot> KIND =
      new EditedKind<>(
          DocumentKind.ARCHIVE, ArchiveEdit.class, EditedArchive::open, ArchiveShot::of);

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    ArchiveDocument document = file.as(ArchiveDocument.class).orElse(null);
    return document != null
            && document.place() instanceof Place.File
            && document.archive().problems().isEmpty()
        ? List.of(
            new ArchiveEditView(
                file,
                new EditSession<>(file.path(), KIND, journals, context.background()),
                context))
        : List.of();
  }

  /** The rows of an archive as they will be saved, and the history of edits. */
  private static final class ArchiveEditView
      extends SessionView<ArchiveEdit, EditedArchive, ArchiveShot> {

    private final ViewContext context;
    private final RowsModel<EditedRow> rows;
    private final RowsPane<EditedRow> pane;
    private final ArchiveEditActions actions;
    private final ManifestOffer manifests;

    ArchiveEditView(
        OpenedFile file,
        EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session,
        ViewContext context) {
      super(session, context);
      this.context = context;
      this.rows = new RowsModel<>(new EditedRowsSpec(), context.background());
      this.pane = new RowsPane<>(rows, context);
      this.actions = new ArchiveEditActions(file, session, pane.table(), context, this::ask);
      this.manifests = new ManifestOffer(context, this::announce);
    }

    @Override
    public void readAgain(OpenedFile file) {
      actions.file(file);
      manifests.look(file.path());
    }

    @Override
    protected Node edited() {
      root().getStylesheets().add(Controls.sheet(EditViews.class, "edit.css"));
      top().setAll(actions.toolBar(new ActionControls(context.actions())));
      actions.install(root(), editHandlers(), pane.filter()::focusField);
      return pane;
    }

    @Override
    protected void show(@Nullable ArchiveShot shot) {
      if (shot != null) {
        rows.show(
            new RowSource.Rows<>(shot.rows().count(), shot.rows()::row, shot.rows()::id, true));
        int count = shot.rows().count();
        status().set(CountText.grouped(count, "row"));
      }
    }

    /** Shows a form above the rows, instead of the one before. */
    private void ask(EditForm form) {
      top().removeIf(EditForm.class::isInstance);
      top().add(1, form);
      form.onClose(
          () -> {
            top().remove(form);
            pane.table().requestFocus();
          });
      form.first().requestFocus();
    }

    @Override
    protected String words(Throwable failure) {
      return EditForm.words(failure);
    }

    @Override
    protected void refused(Throwable why) {
      root().setTop(null);
      root().setCenter(new ErrorView("This archive cannot be edited", why));
    }

    @Override
    protected void ended() {
      manifests.end();
      rows.stop();
      pane.dispose();
    }
  }

  private static final class EditedRowsSpec implements RowsSpec<EditedRow> {
    private static final List<RowColumn<EditedRow>> COLUMNS =
        List.of(
            ChangeColumn.of(EditedRow::change).named("edit-change"),
            RowColumn.<EditedRow>text("Binary", row -> row.key().binary())
                .alsoNamed("name")
                .named("edit-binary"),
            RowColumn.<EditedRow>count("Index", row -> row.key().index())
                .named("edit-index-column"),
            RowColumn.<EditedRow>text("Target", row -> row.ref().target())
                .alsoNamed("arch")
                .named("edit-target"),
            RowColumn.<EditedRow>size("Size", EditedRow::originalSizeBytes).named("edit-size"),
            RowColumn.<EditedRow>text("Type", EditedRow::type).words().named("edit-type"));

    @Override
    public TableWords words() {
      return TableWords.of(
              "edit-rows",
              "Rows as they will be saved",
              "The archive has no rows. Add code objects: drop files here, or press Alt+A.")
          .prompt("arch:gfx90a size>1M name:gemm")
          .help("Fields: arch, binary, change, index, name, size, target, type");
    }

    @Override
    public boolean edited() {
      return true;
    }

    @Override
    public List<RowColumn<EditedRow>> columns() {
      return COLUMNS;
    }
  }

  /**
   * Offers to update the manifests beside an archive that was saved, where they say something else
   * of it. The update is an edit of the manifest, which is not saved by that. UI thread.
   */
  private static final class ManifestOffer {
    private static final System.Logger LOG = System.getLogger(ManifestOffer.class.getName());

    private final ViewContext context;
    private final BiConsumer<@Nullable Node, @Nullable Node> announce;
    private final Background.Latest looking;
    private @Nullable Node bar;

    /**
     * An offer that shows nothing yet.
     *
     * @param announce shows a bar, or none, instead of another one
     */
    ManifestOffer(ViewContext context, BiConsumer<@Nullable Node, @Nullable Node> announce) {
      this.context = context;
      this.announce = announce;
      this.looking = context.background().latest();
    }

    /** Reads the manifests beside an archive, in their current state on disk. */
    void look(Path archive) {
      looking.run(
          () -> ManifestRowEdits.outdated(archive, Progress.NONE),
          found -> show(archive, found),
          why -> LOG.log(Level.WARNING, "could not read the manifests beside " + archive, why));
    }

    /** Stops looking, because the offer is not shown any more. */
    void end() {
      looking.forget();
    }

    private void show(Path archive, List<Outdated> found) {
      Node before = bar;
      bar = found.isEmpty() ? null : bar(archive, found);
      announce.accept(bar, before);
    }

    private MessageBar bar(Path archive, List<Outdated> found) {
      Map<Path, List<Outdated>> manifests = new LinkedHashMap<>();
      found.forEach(
          row -> manifests.computeIfAbsent(row.manifest(), file -> new ArrayList<>()).add(row));
      List<Button> buttons = new ArrayList<>();
      manifests.forEach((file, rows) -> buttons.add(update(archive, file, rows, found)));
      Button later = Controls.button("manifest-later", "Later", () -> show(archive, List.of()));
      buttons.add(later);
      String names =
          manifests.keySet().stream()
              .map(file -> String.valueOf(file.getFileName()))
              .collect(Collectors.joining(", "));
      return new MessageBar(
          MessageBar.Severity.INFO,
          "What %s of %s is not true any more."
              .formatted(
                  manifests.size() == 1 ? names + " says" : names + " say", archive.getFileName()),
          buttons.toArray(Button[]::new));
    }

    private Button update(Path archive, Path file, List<Outdated> rows, List<Outdated> all) {
      Button button = Controls.named(new Button("Update " + file.getFileName()), "manifest-update");
      button.setOnAction(
          event -> {
            show(archive, all.stream().filter(row -> !row.manifest().equals(file)).toList());
            rows.forEach(row -> context.edits().request(file, row.edit()));
            context.navigator().open(EditPlace.of(file, rows.getFirst().target()));
          });
      return button;
    }
  }
}
