package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.EditedKind;
import org.kpackworkbench.views.operation.edit.HistoryPane;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.operation.edit.SessionView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views in which archives are edited. */
public final class EditViews implements DocumentViewFactory {
  private final Journals journals;

  /** Views that write down their edits there. */
  public EditViews(Journals journals) {
    this.journals = journals;
  }

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ArchiveDocument.class)
        .filter(
            document ->
                document.place() instanceof Place.File && document.archive().problems().isEmpty())
        .isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return List.of(
        new ArchiveEditView(
            file,
            new EditSession<>(file.path(), ArchiveKind.INSTANCE, journals, context.background()),
            context));
  }

  /** How archives are opened for editing, and what is shown of them. */
  private enum ArchiveKind implements EditedKind<ArchiveEdit, EditedArchive, ArchiveShot> {
    INSTANCE;

    @Override
    public DocumentKind kind() {
      return DocumentKind.ARCHIVE;
    }

    @Override
    public Class<ArchiveEdit> edits() {
      return ArchiveEdit.class;
    }

    @Override
    public EditedArchive open(Path path) throws IOException {
      return EditedArchive.open(path);
    }

    @Override
    public ArchiveShot look(EditedArchive archive) throws IOException {
      return new ArchiveShot(
          archive.rows(),
          archive.groupName(),
          archive.family(),
          archive.architectures(),
          archive.scheme(),
          archive.level());
    }
  }

  /** The rows of an archive as they will be saved, and the history of edits. */
  private static final class ArchiveEditView
      extends SessionView<ArchiveEdit, EditedArchive, ArchiveShot> {
    private static final double HISTORY_SHARE = 0.27;
    private static final double LEAST_FOR_TWO = 760;

    private final ViewContext context;
    private final BorderPane root = new BorderPane();
    private final VBox top = new VBox();
    private final FilterBox filter =
        new FilterBox(
            "arch:gfx90a size>1M name:gemm", "Fields: " + String.join(", ", EditQuery.FIELDS));
    private final EditTable table;
    private final ArchiveEditActions actions;
    private Subscription subscriptions = Subscription.EMPTY;

    ArchiveEditView(
        OpenedFile file,
        EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session,
        ViewContext context) {
      super(session, context);
      this.context = context;
      this.table = new EditTable(context.background(), this::failed);
      this.actions = new ArchiveEditActions(file, session, table, context, this::ask);
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
    public void readAgain(OpenedFile file) {
      actions.file(file);
    }

    @Override
    protected Node build() {
      HistoryPane history = new HistoryPane(session());
      SplitPane split = new SplitPane(table, history);
      split.setDividerPositions(1 - HISTORY_SHARE);
      SplitPane.setResizableWithParent(history, false);
      root.widthProperty()
          .subscribe(
              width ->
                  split.setOrientation(
                      width.doubleValue() > 0 && width.doubleValue() < LEAST_FOR_TWO
                          ? Orientation.VERTICAL
                          : Orientation.HORIZONTAL));
      root.setId("edit");
      EditStyle.addTo(root);
      filter.getStyleClass().add("edit-filter");
      top.getChildren().setAll(actions.toolBar(new ActionControls(context.actions())), filter);
      root.setTop(top);
      root.setCenter(split);
      actions.install(root, editHandlers(), filter::focusField);
      table.onArranged(this::arranged);
      subscriptions =
          Subscription.combine(
              filter.queryProperty().subscribe(this::filter),
              session().shownProperty().subscribe(this::show),
              session().failureProperty().subscribe(this::failed),
              session().refusalProperty().subscribe(this::refused),
              history::end);
      return root;
    }

    private void filter(String text) {
      try {
        EditQuery query = EditQuery.parse(text);
        filter.problem("");
        table.filter(query.query().isEmpty() ? null : query);
      } catch (QueryException wrong) {
        filter.problem(String.valueOf(wrong.getMessage()));
      }
    }

    private void show(@Nullable ArchiveShot shot) {
      if (shot != null) {
        table.show(shot.rows());
        int rows = shot.rows().count();
        status(rows == 1 ? "1 row" : "%,d rows".formatted(rows).replace(',', ' '));
      }
    }

    private void arranged() {
      ArchiveShot shot = session().shownProperty().get();
      int all = shot == null ? 0 : shot.rows().count();
      filter.count(table.getItems().size(), all);
      table.setPlaceholder(
          Tables.placeholder(
              all == 0
                  ? "The archive has no rows. Add code objects: drop files here, or press Alt+A."
                  : "No row matches the filter."));
    }

    /** Shows a form above the rows, instead of the one before. */
    private void ask(EditForm form) {
      top.getChildren().removeIf(EditForm.class::isInstance);
      top.getChildren().add(1, form);
      form.onClose(
          () -> {
            top.getChildren().remove(form);
            table.requestFocus();
          });
      form.first().requestFocus();
    }

    private void failed(@Nullable Throwable failure) {
      top.getChildren().removeIf(MessageBar.class::isInstance);
      if (failure != null) {
        top.getChildren()
            .addFirst(new MessageBar(MessageBar.Severity.ERROR, EditForm.words(failure)));
      }
    }

    private void refused(@Nullable Throwable why) {
      if (why != null) {
        root.setTop(null);
        root.setCenter(new ErrorView("This archive cannot be edited", why));
      }
    }

    @Override
    protected void ended() {
      subscriptions.unsubscribe();
      table.stop();
    }
  }
}
