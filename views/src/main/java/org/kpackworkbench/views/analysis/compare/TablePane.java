package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import java.util.Objects;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Cell;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.spi.ViewContext;

/** A comparison of tables: what came of it, the filter, the rows, and one row in full. */
final class TablePane extends BorderPane implements LevelPane {
  private static final String ALL_KINDS = "All kinds";
  private static final double DETAILS_SHARE = 0.28;

  /** What a pane asks of the page around it. */
  interface Way {
    /** Opens what lies below a row. */
    void open(int row);

    /** Sets two rows beside one another. */
    void align(Pair pair);

    /** Takes that back. */
    void undoAlignment();

    /** Reads the files again. */
    void reload();
  }

  private final CompareModel model;
  private final CompareLevel level;
  private final ViewContext context;
  private final Way way;
  private final CompareTable table;
  private final SummaryBar summary;
  private final RowDetails details;
  private final VBox top = new VBox();
  private final FilterBox filter =
      new FilterBox(
          CompareColumns.FILTER_PROMPT,
          "Fields: name, arch, index, kind, change, differsin, size, delta");
  private final CheckBox onlyDifferences = new CheckBox("Only differences");
  private final SplitPane split = new SplitPane();
  private final SimpleObjectProperty<@Nullable Row> selected = new SimpleObjectProperty<>();
  private final ReadOnlyObjectWrapper<@Nullable Place> place = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final SimpleObjectProperty<@Nullable Integer> marked = new SimpleObjectProperty<>();
  private final SimpleBooleanProperty canAlign = new SimpleBooleanProperty();
  private Subscription content = Subscription.EMPTY;
  private Subscription subscriptions = Subscription.EMPTY;

  TablePane(
      CompareLevel level,
      CompareModel model,
      ContentsRun contents,
      List<String> names,
      ViewContext context,
      Way way) {
    this.level = level;
    this.model = model;
    this.context = context;
    this.way = way;
    table = new CompareTable(model, names, context, way::open);
    summary = new SummaryBar(model);
    details = new RowDetails(names);
    getStyleClass().add("compare-level");
    top.getStyleClass().add("compare-top");
    top.getChildren().add(summary);
    ProblemBars.addTo(top, model.comparison(), names, context);
    top.getChildren().addAll(new ContentsBar(contents, way::reload), filterLine());
    split.setOrientation(Orientation.VERTICAL);
    split.getItems().setAll(table, details);
    split.setDividerPositions(1 - DETAILS_SHARE);
    SplitPane.setResizableWithParent(details, false);
    setTop(top);
    setCenter(split);
    listen();
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.SHOW_LEFT,
                ActionId.SHOW_RIGHT,
                ActionId.MARK_COUNTERPART,
                ActionId.ALIGN_WITH_MARKED,
                ActionId.COPY,
                ActionId.COPY_KEY,
                ActionId.COPY_COMMAND,
                ActionId.EXPORT_COMPARISON));
  }

  private HBox filterLine() {
    CompareWish wish = model.wishProperty().get();
    onlyDifferences.setId("compare-only-differences");
    onlyDifferences.setMinWidth(Region.USE_PREF_SIZE);
    onlyDifferences.setSelected(wish.onlyDifferences());
    onlyDifferences.setTooltip(new Tooltip("Show only rows that are known to differ"));
    filter.query(wish.query());
    HBox.setHgrow(filter, Priority.ALWAYS);
    HBox line = new HBox(filter);
    line.getStyleClass().add("compare-filter");
    List<String> groups = model.comparison().groups();
    if (groups.size() > 1) {
      line.getChildren().add(kinds(groups, wish.group()));
    }
    line.getChildren()
        .addAll(
            onlyDifferences,
            stepButton("↑", ActionId.PREVIOUS_DIFFERENCE, -1),
            stepButton("↓", ActionId.NEXT_DIFFERENCE, 1));
    return line;
  }

  private Button stepButton(String sign, ActionId action, int by) {
    Button button = new Button(sign);
    button.setId(by > 0 ? "compare-next" : "compare-previous");
    button.getStyleClass().addAll("flat", "tool-button");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setTooltip(new Tooltip(ActionControls.tooltip(action)));
    button.setAccessibleText(action.text());
    button.setOnAction(event -> step(by));
    return button;
  }

  private ChoiceBox<String> kinds(List<String> groups, @Nullable String chosen) {
    ChoiceBox<String> kinds = new ChoiceBox<>();
    kinds.setId("compare-kind");
    kinds.setAccessibleText("Only rows of one kind");
    kinds.getItems().add(ALL_KINDS);
    kinds.getItems().addAll(groups);
    kinds.setValue(chosen == null ? ALL_KINDS : chosen);
    kinds
        .valueProperty()
        .subscribe(
            (before, now) ->
                model.wish(model.wishProperty().get().group(ALL_KINDS.equals(now) ? null : now)));
    return kinds;
  }

  private void listen() {
    filter
        .queryProperty()
        .subscribe((before, now) -> model.wish(model.wishProperty().get().query(now)));
    onlyDifferences
        .selectedProperty()
        .subscribe((before, now) -> model.wish(model.wishProperty().get().differences(now)));
    subscriptions =
        Subscription.combine(
            model.problemProperty().subscribe(filter::problem),
            model.shownProperty().subscribe(shown -> shown()),
            model.countsProperty().subscribe(counts -> counted()),
            model.failureProperty().subscribe(this::failed));
    table
        .getSelectionModel()
        .getSelectedIndices()
        .addListener((ListChangeListener<Integer>) change -> selectionChanged());
    table.getSelectionModel().selectedItemProperty().subscribe(line -> selectionChanged());
    selected.subscribe(this::describe);
    marked.subscribe(row -> selectionChanged());
  }

  private void shown() {
    CompareModel.Shown now = model.shownProperty().get();
    filter.count(now == null ? 0 : now.order().length, model.comparison().rowCount());
    setCenter(split);
  }

  private void counted() {
    CompareCounts counts = model.countsProperty().get();
    int all = counts.of().values().stream().mapToInt(Integer::intValue).sum();
    status.set("%,d of %,d rows differ".formatted(counts.differences(), all).replace(',', ' '));
    summary.refresh();
    ProblemBars.refresh(top, model.comparison());
  }

  private void failed(@Nullable Throwable failure) {
    if (failure != null) {
      setCenter(new ErrorView("The rows could not be read", failure));
    }
  }

  private void selectionChanged() {
    content.unsubscribe();
    content = Subscription.EMPTY;
    org.kpackworkbench.views.kit.rows.Row<Row> line = table.getSelectionModel().getSelectedItem();
    canAlign.set(pair() != null);
    if (line == null) {
      selected.set(null);
      return;
    }
    content = line.contentProperty().subscribe(selected::set);
  }

  private void describe(@Nullable Row row) {
    details.show(row);
    Place first = null;
    if (row != null) {
      first =
          row.cells().stream().map(Cell::place).filter(Objects::nonNull).findFirst().orElse(null);
    }
    place.set(first);
    canAlign.set(pair() != null);
  }

  /** The marked row and the selected one, whichever way round they can stand side by side. */
  private @Nullable Pair pair() {
    Integer mark = marked.get();
    int row = table.selectedRow();
    if (mark == null || row < 0 || mark == row) {
      return null;
    }
    Pair one = new Pair(mark, row);
    Pair other = new Pair(row, mark);
    return level.canAlign(one) ? one : level.canAlign(other) ? other : null;
  }

  @Override
  public void install(ActionHandlers page) {
    ObservableValue<Boolean> some = selected.map(row -> true).orElse(false);
    RowsToClipboard copy = new RowsToClipboard(model.comparison(), context);
    Runnable copyRows = () -> copy.rows(table.selectedRows(), table.titles(), table.texts());
    page.on(ActionId.FIND, filter::focusField)
        .on(ActionId.COPY, some, copyRows)
        .on(ActionId.COPY_ROWS, some, copyRows)
        .on(ActionId.COPY_KEY, some, () -> copy.names(table.selectedRows()))
        .on(ActionId.NEXT_DIFFERENCE, () -> step(1))
        .on(ActionId.PREVIOUS_DIFFERENCE, () -> step(-1))
        .toggle(ActionId.ONLY_DIFFERENCES, onlyDifferences.selectedProperty())
        .on(
            ActionId.MARK_COUNTERPART,
            selected.map(row -> row.cells().size() == 2 && !isOnBoth(row)).orElse(false),
            this::mark)
        .on(ActionId.ALIGN_WITH_MARKED, canAlign, this::align);
    if (!level.pairs().isEmpty()) {
      page.named(
          ActionId.UNDO, new ReadOnlyStringWrapper("Undo Alignment of Rows"), way::undoAlignment);
    }
  }

  private static boolean isOnBoth(Row row) {
    return row.cells().stream().allMatch(Cell::present);
  }

  private void mark() {
    marked.set(table.selectedRow());
    Row row = selected.get();
    status.set(
        row == null
            ? ""
            : "Marked %s: select what it belongs to, and align".formatted(CompareWords.name(row)));
  }

  private void align() {
    Pair pair = pair();
    if (pair != null) {
      way.align(pair);
    }
  }

  private void step(int by) {
    if (!table.step(by)) {
      status.set(by > 0 ? "No further difference below" : "No further difference above");
    }
  }

  @Override
  public Node node() {
    return this;
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<@Nullable Place> place() {
    return place.getReadOnlyProperty();
  }

  @Override
  public @Nullable Cell selected(int side) {
    Row row = selected.get();
    return row == null || side >= row.cells().size() ? null : row.cells().get(side);
  }

  @Override
  public void focus() {
    table.requestFocus();
  }

  @Override
  public void dispose() {
    content.unsubscribe();
    subscriptions.unsubscribe();
  }

  /** Selects the row of that name, and opens what lies below it; false where there is none. */
  boolean openNamed(String name) {
    for (org.kpackworkbench.views.kit.rows.Row<Row> line : table.getItems()) {
      Row row = line.content();
      if (row != null && row.key().equals(name)) {
        table.pick(line.index());
        if (row.opens()) {
          way.open(line.index());
        }
        return true;
      }
    }
    return false;
  }
}
