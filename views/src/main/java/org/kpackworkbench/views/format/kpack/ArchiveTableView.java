package org.kpackworkbench.views.format.kpack;

import java.util.Arrays;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The contents of an archive: a tree or list of its rows with sums, and what is known about one.
 */
public final class ArchiveTableView extends RowsView<Line> {
  private static final double LEAST_FOR_TWO = 680;
  private static final double DETAILS_SHARE = 0.3;

  /** In a narrower view, the table has the width until there is something to say beside it. */
  private static final double LEAST_FOR_NO_DETAILS = 1400;

  private final OpenedFile file;
  private final ArchiveContent content;
  private final ViewContext context;
  private final ArchiveTableModel model;
  private Subscription failures = Subscription.EMPTY;

  ArchiveTableView(
      OpenedFile file, ArchiveContent content, ViewContext context, ArchiveTableModel model) {
    super("contents", "Contents", model.rows(), context);
    this.file = file;
    this.content = content;
    this.context = context;
    this.model = model;
  }

  @Override
  protected void load(RowsPane<Line> pane) {
    content.load();
  }

  @Override
  public ObservableValue<String> statusText() {
    return model.statusProperty();
  }

  @Override
  public void dispose() {
    super.dispose();
    failures.unsubscribe();
    content.stop();
  }

  @Override
  protected void built(RowsPane<Line> pane) {
    RowsTable<Line> table = Controls.styled(pane.table(), "archive-table");
    EntryPane details = new EntryPane(context, () -> open(table.selectedProperty().get()));
    ToggleButton detailsSwitch =
        Controls.named(
            Controls.whole(new ToggleButton("Details", KpackIcon.INFO.node(IconSize.SMALL))),
            "show-details",
            "small");
    detailsSwitch.setSelected(true);
    GroupingSwitch grouping = new GroupingSwitch(model.grouping(), now -> group(pane, now));
    pane.tools("archive-bar", grouping, detailsSwitch);
    KeySplitPane split = new KeySplitPane(table, details);
    split.setDividerPositions(1 - DETAILS_SHARE);
    // Details beside the table where both have room, else below it.
    split.stackBelow(pane.widthProperty(), LEAST_FOR_TWO);
    SplitPane.setResizableWithParent(details, false);
    Runnable divide =
        () -> {
          // What comes below a row would move it between the clicks of a double click.
          boolean room = pane.getWidth() < LEAST_FOR_TWO || pane.getWidth() >= LEAST_FOR_NO_DETAILS;
          boolean any = room || table.selectedProperty().get() != null;
          detailsSwitch.setDisable(!any);
          boolean wanted = any && detailsSwitch.isSelected();
          if (wanted != split.getItems().contains(details)) {
            split.getItems().setAll(wanted ? List.of(table, details) : List.of(table));
            split.setDividerPositions(1 - DETAILS_SHARE);
          }
        };
    detailsSwitch.selectedProperty().subscribe(on -> divide.run());
    table.selectedProperty().subscribe(line -> divide.run());
    pane.widthProperty().subscribe(width -> divide.run());
    pane.content(split);
    pane.getStylesheets().add(Controls.sheet(ArchiveViews.class, "archive.css"));
    install(pane.handlers(), table, grouping);
    file.as(CodeObjectSource.class)
        .ifPresent(source -> context.export().draggable(table, source, () -> draggable(table)));
    VBox problems = new VBox();
    pane.above(problems);
    failures = content.failureProperty().subscribe(failure -> failed(problems, failure));
    table.selectedProperty().subscribe(line -> describe(details, line));
    table
        .getSelectionModel()
        .getSelectedIndices()
        .addListener((ListChangeListener<Integer>) change -> model.select(positions(table)));
  }

  private void install(ActionHandlers handlers, RowsTable<Line> table, GroupingSwitch grouping) {
    ObservableValue<Boolean> some =
        table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    CodeObjectExport exporter = context.export();
    handlers
        .on(ActionId.VIEW_FLAT, () -> grouping.choose(Grouping.FLAT))
        .on(ActionId.VIEW_TREE, grouping::tree)
        .choice(
            ActionId.GROUP_BY_BINARY,
            grouping.chosen(Grouping.BY_BINARY),
            () -> grouping.choose(Grouping.BY_BINARY))
        .choice(
            ActionId.GROUP_BY_TARGET,
            grouping.chosen(Grouping.BY_TARGET),
            () -> grouping.choose(Grouping.BY_TARGET))
        .on(ActionId.EXTRACT, some, () -> exporter.extract(file, places(selected(table))))
        .on(ActionId.EXTRACT_ALL, () -> extractAll(exporter));
    new ArchiveCopy(file.path(), model, () -> positions(table), context).install(handlers);
    table.treeActions(table.tree(), handlers);
  }

  /** Another order has no such group as the selected one: its first row represents it. */
  private void group(RowsPane<Line> pane, Grouping now) {
    Line line = pane.table().selectedProperty().get();
    boolean other = now != model.grouping();
    model.group(now);
    if (other && line instanceof Line.Group group) {
      pane.show(model.source().place(group.row()));
    }
  }

  private static void failed(VBox problems, @Nullable Throwable failure) {
    problems.getChildren().clear();
    if (failure != null) {
      String words = "Not everything could be read. " + failure.getMessage();
      problems.getChildren().add(new MessageBar(MessageBar.Severity.ERROR, words));
    }
  }

  private void describe(EntryPane details, @Nullable Line line) {
    details.show(line, model.source(), model.grouping());
    if (line != null && ArchivePlaces.of(model.source(), model.grouping(), line) == null) {
      select(null);
    }
  }

  private int[] positions(RowsTable<Line> table) {
    return table.getSelectionModel().getSelectedIndices().stream()
        .mapToInt(Integer::intValue)
        .filter(position -> position < model.rows().shown())
        .toArray();
  }

  private void open(@Nullable Line line) {
    if (line instanceof Line.Row(int row, _)) {
      context.navigator().go(CodeObjectPlaces.inside(model.source().place(row)));
    }
  }

  /** The rows that are selected, or in selected groups. */
  private int[] selected(RowsTable<Line> table) {
    return model.groups().rowsOf(positions(table)).get();
  }

  private List<Place.CodeObject> places(int[] some) {
    return Arrays.stream(some).mapToObj(model.source()::place).toList();
  }

  /** The selected code objects, where they can be read and are not too many to be dragged. */
  private List<Place.CodeObject> draggable(RowsTable<Line> table) {
    int[] some = content.archive().refusal() == null ? selected(table) : new int[0];
    return some.length > CodeObjectExport.MOST_DRAGGED
        ? List.of()
        : places(Arrays.stream(some).filter(row -> model.source().problem(row) == null).toArray());
  }

  /** All that the table shows: without a filter the whole archive. */
  private void extractAll(CodeObjectExport exporter) {
    if (model.rows().query().isEmpty()) {
      exporter.extractAll(file);
    } else {
      exporter.extractShown(file, places(model.groups().rows().toArray()));
    }
  }
}
