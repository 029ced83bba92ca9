package org.kpackworkbench.views.format.kpack;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.kpack.ArchiveTableModel.RowQuery;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The contents of an archive: a tree or list of its rows with sums, and what is known about one.
 */
public final class ArchiveTableView extends BuiltView {
  private static final double LEAST_FOR_TWO = 680;
  private static final double LEAST_FOR_BAR = 640;
  private static final double DETAILS_SHARE = 0.3;

  private final OpenedFile file;
  private final ArchiveContent content;
  private final ViewContext context;
  private final ArchiveTableModel model;
  private final BorderPane root = new BorderPane();
  private final VBox top = new VBox();
  private final Hyperlink hidden =
      Controls.named(Controls.collapsing(new Hyperlink()), "hidden-row");
  private final FilterBox filter =
      Controls.wide(
          new FilterBox(
              "arch:gfx90a size>1M name:gemm",
              "Fields: " + String.join(", ", new TreeSet<>(RowQuery.FIELDS))));
  private @Nullable RowsTable<Line> table;
  private @Nullable EntryPane details;
  private @Nullable Place awaited;
  private @Nullable Place hiddenPlace;
  private @Nullable Line chosen;
  private Grouping chosenIn = Grouping.BY_BINARY;
  private boolean settling;
  private Subscription subscriptions = Subscription.EMPTY;

  ArchiveTableView(OpenedFile file, ArchiveContent content, ViewContext context) {
    super("contents", "Contents");
    this.file = file;
    this.content = content;
    this.context = context;
    this.model = new ArchiveTableModel(content, context.background());
  }

  @Override
  public boolean shows(Place place) {
    return ArchivePlaces.isIn(content.archive(), place);
  }

  @Override
  public void show(Place place) {
    awaited = place;
    if (model.shownProperty().get() != null) {
      showAwaited();
    }
  }

  @Override
  public void deselect() {
    awaited = null;
    RowsTable<Line> made = table;
    if (made != null) {
      choose(null);
      select(null);
      settle(made.getSelectionModel()::clearSelection);
      describe();
    }
  }

  @Override
  public ObservableValue<String> statusText() {
    return model.statusProperty();
  }

  @Override
  public void dispose() {
    subscriptions.unsubscribe();
    content.stop();
  }

  @Override
  protected Node build() {
    RowsTable<Line> made = Controls.styled(new RowsTable<>(model.rows(), context), "archive-table");
    made.setPlaceholder(Tables.placeholder("Reading the table of contents…"));
    made.onOpen(
        line -> {
          openSelected();
          return true;
        });
    table = made;
    EntryPane pane = new EntryPane(context, this::openSelected);
    details = pane;
    ToggleButton detailsSwitch =
        Controls.named(
            Controls.whole(new ToggleButton("Details", KpackIcon.INFO.node(IconSize.SMALL))),
            "show-details",
            "small");
    detailsSwitch.setSelected(true);
    GroupingSwitch grouping = new GroupingSwitch(model);
    hidden.setVisible(false);
    hidden.setOnAction(
        event -> {
          awaited = hiddenPlace;
          filter.clear();
        });
    HBox line = Controls.styled(new HBox(), "archive-bar");
    arrangeBar(line, grouping, detailsSwitch);
    KeySplitPane split = new KeySplitPane(made, pane);
    split.setDividerPositions(1 - DETAILS_SHARE);
    // Details beside the table where both have room, else below it.
    split.stackBelow(root.widthProperty(), LEAST_FOR_TWO);
    root.widthProperty().subscribe(width -> arrangeBar(line, grouping, detailsSwitch));
    SplitPane.setResizableWithParent(pane, false);
    detailsSwitch
        .selectedProperty()
        .subscribe(
            on -> {
              split.getItems().setAll(on ? List.of(made, pane) : List.of(made));
              split.setDividerPositions(1 - DETAILS_SHARE);
            });
    root.setTop(top);
    root.setCenter(split);
    root.getStylesheets().add(Controls.sheet(ArchiveViews.class, "archive.css"));
    handlers(made, grouping).attachTo(root);
    made.setContextMenu(menu());
    file.as(CodeObjectSource.class)
        .ifPresent(source -> context.export().draggable(made, source, this::draggable));
    filter.queryProperty().subscribe(model::filter);
    subscriptions =
        Subscription.combine(
            model.problemProperty().subscribe(filter::problem),
            content.failureProperty().subscribe(this::failed),
            model.shownProperty().subscribe(this::arrived));
    made.getSelectionModel()
        .getSelectedIndices()
        .addListener((ListChangeListener<Integer>) change -> selected());
    // The list of indexes changes before the one that was selected last.
    made.getSelectionModel().selectedIndexProperty().subscribe(index -> selected());
    content.load();
    return root;
  }

  /** The filter beside the buttons, or above them where it would get too narrow to read. */
  private void arrangeBar(HBox line, Node... buttons) {
    boolean narrow = root.getWidth() > 0 && root.getWidth() < LEAST_FOR_BAR;
    if (top.getChildren().isEmpty() || narrow != top.getChildren().contains(filter)) {
      line.getChildren().clear();
      top.getChildren().removeAll(filter, line, hidden);
      line.getChildren().addAll(buttons);
      if (narrow) {
        top.getChildren().addAll(0, List.of(filter, line, hidden));
      } else {
        line.getChildren().addFirst(filter);
        top.getChildren().addAll(0, List.of(line, hidden));
      }
    }
  }

  private ActionHandlers handlers(RowsTable<Line> made, GroupingSwitch grouping) {
    ObservableValue<Boolean> some =
        made.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    ActionHandlers handlers =
        new ActionHandlers()
            .on(ActionId.FIND, filter::focusField)
            .on(ActionId.VIEW_FLAT, () -> grouping.choose(Grouping.FLAT))
            .on(ActionId.VIEW_TREE, grouping::tree)
            .choice(
                ActionId.GROUP_BY_BINARY,
                grouping.chosen(Grouping.BY_BINARY),
                () -> grouping.choose(Grouping.BY_BINARY))
            .choice(
                ActionId.GROUP_BY_TARGET,
                grouping.chosen(Grouping.BY_TARGET),
                () -> grouping.choose(Grouping.BY_TARGET));
    new ArchiveCopy(file.path(), model, this::selectedIndexes, context).install(handlers);
    CodeObjectExport exporter = context.export();
    handlers
        .on(ActionId.EXTRACT, some, () -> exporter.extract(file, selectedCodeObjects()))
        .on(ActionId.EXTRACT_ALL, () -> extractAll(exporter))
        .on(ActionId.OPEN_SELECTED, leads(made), this::openSelected);
    return made.treeActions(made.tree(), handlers);
  }

  /** Whether the selected row is a code object, and not a group. */
  private static ObservableValue<Boolean> leads(RowsTable<Line> made) {
    return made.selectedProperty().map(line -> line instanceof Line.Row).orElse(false);
  }

  private void failed(@Nullable Throwable failure) {
    top.getChildren().removeIf(node -> node instanceof MessageBar);
    if (failure != null) {
      top.getChildren()
          .add(
              new MessageBar(
                  MessageBar.Severity.ERROR,
                  "Not everything could be read. " + failure.getMessage()));
    }
  }

  /** Other rows, or the same in another order: the chosen one stays chosen where it is shown. */
  private void arrived(@Nullable Arrangement shown) {
    RowsTable<Line> made = table;
    if (shown == null || made == null) {
      return;
    }
    filter.count(shown.total().rows(), shown.source().count());
    made.setPlaceholder(shown.source().count() == 0 ? nothingInIt() : nothingMatches());
    if (awaited != null) {
      showAwaited();
    } else {
      restore(made);
    }
  }

  private Node nothingInIt() {
    return Tables.placeholder(model.rows().spec().words().empty());
  }

  private Node nothingMatches() {
    Button clear = new Button("Clear the filter");
    clear.setOnAction(event -> filter.clear());
    VBox box = new VBox(Tables.placeholder("No row matches the filter."), clear);
    box.getStyleClass().add("empty-state");
    return box;
  }

  private void restore(RowsTable<Line> made) {
    Line line = chosen;
    int index =
        switch (line) {
          case null -> -1;
          case Line.Row row -> model.groups().reveal(row.row());
          case Line.Group group ->
              chosenIn == model.grouping()
                  ? model.groups().revealGroup(group.key())
                  : model.groups().reveal(group.row());
        };
    boolean other = line instanceof Line.Group && chosenIn != model.grouping();
    settle(
        () -> {
          if (index >= 0) {
            made.pickPosition(index);
          } else {
            made.getSelectionModel().clearSelection();
            made.scrollTo(0);
          }
        });
    if (index >= 0 && other) {
      // Another order has no such group: its first row represents it.
      take(index);
    } else {
      describe();
    }
  }

  private void showAwaited() {
    Place place = awaited;
    RowsTable<Line> made = table;
    Arrangement shown = model.shownProperty().get();
    awaited = null;
    hidden.setVisible(false);
    if (place == null || made == null || shown == null) {
      return;
    }
    ArchiveRows rows = shown.source();
    int index =
        switch (ArchivePlaces.find(rows, place)) {
          case ArchivePlaces.Found.Row(int row) -> {
            int at = model.groups().reveal(row);
            if (at < 0) {
              hiddenPlace = place;
              hidden.setText(
                  "The filter hides %s @ %s. Clear the filter"
                      .formatted(rows.keyText(row), rows.targetText(row)));
              hidden.setVisible(true);
            }
            yield at;
          }
          case ArchivePlaces.Found.Group(int row, boolean withIndex) ->
              model.grouping() == Grouping.BY_BINARY
                  ? model
                      .groups()
                      .revealGroup(
                          withIndex && !rows.free()
                              ? new GroupId(GroupId.Kind.INDEX, rows.index(row), rows.binary(row))
                              : new GroupId(GroupId.Kind.BINARY, rows.binary(row), GroupId.ALL))
                  : model.groups().reveal(row);
          case ArchivePlaces.Found.Folder(int row, String path) -> folder(rows, row, path);
          case ArchivePlaces.Found.Nothing nothing -> -1;
        };
    if (index < 0) {
      if (place.parent() != null) {
        deselect();
      }
      return;
    }
    boolean same = made.getSelectionModel().getSelectedIndices().contains(index);
    settle(
        () -> {
          if (same) {
            Reveal.row(made, index);
          } else {
            made.pickPosition(index);
          }
        });
    take(index);
  }

  /** The line of a folder of names; where no line is a folder, that of a row in it. */
  private int folder(ArchiveRows rows, int row, String path) {
    GroupId folder = rows.folder(row, path);
    return folder == null || model.grouping() != Grouping.BY_BINARY
        ? model.groups().reveal(row)
        : model.groups().revealGroup(folder);
  }

  /** Changes the selection for other reasons than that the user did. */
  private void settle(Runnable change) {
    settling = true;
    try {
      change.run();
    } finally {
      settling = false;
    }
  }

  private void selected() {
    RowsTable<Line> made = table;
    if (settling || made == null || made.settling()) {
      return;
    }
    hidden.setVisible(false);
    take(made.getSelectionModel().getSelectedIndex());
  }

  /** The line at a position is the chosen one; none where there is none. */
  private void take(int index) {
    Line line = model.groups().line(index);
    choose(line);
    select(line == null ? null : ArchivePlaces.of(model.arrangement(), line));
    describe();
  }

  private void choose(@Nullable Line line) {
    chosen = line;
    chosenIn = model.grouping();
  }

  private void describe() {
    model.select(selectedIndexes());
    EntryPane pane = details;
    Arrangement shown = model.shownProperty().get();
    if (pane != null && shown != null) {
      pane.show(chosen, shown);
    }
  }

  private int[] selectedIndexes() {
    RowsTable<Line> made = table;
    return made == null
        ? new int[0]
        : made.getSelectionModel().getSelectedIndices().stream()
            .mapToInt(Integer::intValue)
            .filter(index -> model.groups().line(index) != null)
            .toArray();
  }

  private void openSelected() {
    if (chosen instanceof Line.Row(int row, _)) {
      Arrangement shown = model.shownProperty().get();
      if (shown != null) {
        context.navigator().go(CodeObjectPlaces.inside(shown.source().place(row)));
      }
    }
  }

  /** The selected code objects, where they can be read and are not too many to be dragged. */
  private List<Place.CodeObject> draggable() {
    if (model.shownProperty().get() == null || content.archive().refusal() != null) {
      return List.of();
    }
    ArchiveRows rows = model.arrangement().source();
    int[] selected = model.groups().rowsOf(selectedIndexes()).get();
    return selected.length > CodeObjectExport.MOST_DRAGGED
        ? List.of()
        : Arrays.stream(selected)
            .filter(row -> rows.problem(row) == null)
            .mapToObj(rows::place)
            .toList();
  }

  /** The code objects of the selected rows and groups. */
  List<Place.CodeObject> selectedCodeObjects() {
    ArchiveRows rows = model.arrangement().source();
    return Arrays.stream(model.groups().rowsOf(selectedIndexes()).get())
        .mapToObj(rows::place)
        .toList();
  }

  /** All that the table shows: without a filter the whole archive. */
  private void extractAll(CodeObjectExport exporter) {
    if (!model.filtered()) {
      exporter.extractAll(file);
      return;
    }
    Arrangement shown = model.arrangement();
    exporter.extractShown(
        file, Arrays.stream(shown.rows()).mapToObj(shown.source()::place).toList());
  }

  /** The context menu; it leaves out actions without a handler. */
  private ContextMenu menu() {
    return new ActionControls(context.actions())
        .contextMenu(
            ActionId.OPEN_SELECTED,
            ActionId.COPY,
            ActionId.COPY_CELL,
            ActionId.COPY_HEX,
            ActionId.COPY_OFFSET,
            ActionId.COPY_KEY,
            ActionId.COPY_TARGET,
            ActionId.COPY_SIZE,
            ActionId.COPY_ORDINAL,
            ActionId.COPY_ROWS,
            ActionId.COPY_JSON,
            ActionId.COPY_PATH,
            ActionId.COPY_HASH,
            ActionId.COPY_COMMAND,
            ActionId.FIND,
            ActionId.VIEW_FLAT,
            ActionId.VIEW_TREE,
            ActionId.GROUP_BY_BINARY,
            ActionId.GROUP_BY_TARGET,
            ActionId.EXPAND_SUBTREE,
            ActionId.EXPAND_ALL,
            ActionId.TO_PARENT,
            ActionId.EXTRACT,
            ActionId.EXTRACT_ALL,
            ActionId.COMPARE_WITH,
            ActionId.SELECT_FOR_COMPARE,
            ActionId.COMPARE_WITH_SELECTED);
  }
}
