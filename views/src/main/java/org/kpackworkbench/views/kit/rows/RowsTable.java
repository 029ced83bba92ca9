package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.table.CellCopy;
import org.kpackworkbench.views.kit.table.ColumnFit;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.ManySelection;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.RowHeight;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The table itself: columns as the spec says, rows as the model has them. What is selected stays so
 * when rows are filtered, sorted or exchanged. UI thread only.
 */
public final class RowsTable<R> extends TableView<LoadedRow<R>> implements CellCopy.Source {

  /**
   * A cell of a table.
   *
   * @param index the number of its row in the source
   * @param column what it says of the row; null for the marks before rows
   */
  public record Cell<R>(int index, R row, @Nullable RowColumn<R> column) {
    /**
     * Returns the data from which the cell's column in the matrix is made; null if that is of
     * another kind.
     */
    public <T> @Nullable T matrixKey(Class<T> kind) {
      Object key = column == null ? null : column.matrixKey();
      return kind.isInstance(key) ? kind.cast(key) : null;
    }
  }

  /** No row is selected, which else would show where the focus is. */
  private static final PseudoClass BARE = PseudoClass.getPseudoClass("bare");

  private final Label probe = new Label();
  private final RowsColumns<R> columns;
  private final RowsModel<R> model;
  private final ViewContext context;
  private final ReadOnlyObjectWrapper<@Nullable R> selected = new ReadOnlyObjectWrapper<>();
  private Predicate<LoadedRow<R>> onOpen = row -> false;
  private Predicate<LoadedRow<R>> onOpenGroup = row -> false;
  private Consumer<Cell<R>> onCellClick = cell -> {};
  private Consumer<LoadedRow<R>> onPick = row -> {};
  private Subscription content = Subscription.EMPTY;
  private final KeptSelection<R> selection;
  private final TreeWalk<R> walk = new TreeWalk<>(this);
  private boolean settling;
  private boolean sortable;
  private boolean restoring;

  /** A table of what a model shows. */
  public RowsTable(RowsModel<R> model, ViewContext context) {
    this.model = model;
    this.context = context;
    setId(model.spec().words().id());
    getStyleClass().addAll("dense", "edge-to-edge", "data-table", "rows-table");
    setAccessibleText(model.spec().words().title());
    setPlaceholder(Tables.placeholder("Reading…"));
    selected.subscribe(row -> pseudoClassStateChanged(BARE, row == null));
    probe.setManaged(false);
    probe.setVisible(false);
    getChildren().add(probe);
    RowHeight.fix(fixedCellSizeProperty(), probe);
    columns =
        new RowsColumns<>(
            this,
            context,
            ColumnFit.of(this, probe.fontProperty(), context.remembered(), model.spec().kind()));
    LastColumn.mark(this);
    Following.of(this, context.ownerColors(), colors -> refresh());
    Following.of(
        this,
        context.found().placesProperty(),
        places -> {
          refresh();
          columns.fitAgain();
        });
    Following.list(this, context.bookmarks().list(), this::refresh);
    heightProperty().subscribe(this::resized);
    setItems(model.rows());
    if (model.spec().byCell()) {
      getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
      getSelectionModel().setCellSelectionEnabled(true);
    } else {
      ManySelection.install(this);
    }
    setRowFactory(table -> new MarkedRow<>(model, context, this::open));
    List<RowsModel.Sorting> sorting = model.sorting();
    setSortPolicy(
        table -> {
          if (sortable) {
            columns.sort(table.getSortOrder());
          }
          return true;
        });
    // A table forgets its order when it is given rows, or a way to sort them.
    sortable = true;
    columns.showOrder(sorting);
    addEventFilter(KeyEvent.KEY_PRESSED, walk::walk);
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          LoadedRow<R> row = getSelectionModel().getSelectedItem();
          if (event.getCode() == KeyCode.ENTER
              && !event.isAltDown()
              && row != null
              && onOpen.test(row)) {
            event.consume();
          }
        });
    getSelectionModel().selectedItemProperty().subscribe(this::picked);
    selection = new KeptSelection<>(this);
    model.beforeReplacing(selection::remember);
    model.arrangedProperty().subscribe(this::arrived);
    model
        .rows()
        .addListener(
            (InvalidationListener)
                changed -> {
                  if (!model.replacing() && model.source() instanceof TreeRows<?>) {
                    columns.fit(model.source());
                  }
                });
  }

  /** A table by itself, without a filter, whose rows can be copied; {@link #show} fills it. */
  public static <R> RowsTable<R> alone(RowsSpec<R> spec, ViewContext context) {
    return alone(spec, context, new ActionHandlers());
  }

  /** Creates a table by itself, with other actions on its rows, too. */
  public static <R> RowsTable<R> alone(
      RowsSpec<R> spec, ViewContext context, ActionHandlers handlers) {
    RowsTable<R> table = new RowsTable<>(new RowsModel<>(spec, context.background()), context);
    table.setPlaceholder(Tables.placeholder(spec.words().empty()));
    table.setContextMenu(new RowsMenu(context).menu());
    handlers.on(ActionId.COPY, table::copy).attachTo(table);
    return table;
  }

  /** Shows these rows in place of those that were there. */
  public void show(List<R> rows) {
    model.show(RowSource.of(rows));
  }

  /** Draws the column of a title with cells of its own. */
  @SuppressWarnings("unchecked")
  public void draw(String title, Supplier<TableCell<LoadedRow<R>, Object>> cell) {
    for (TableColumn<LoadedRow<R>, ?> column : getColumns()) {
      if (column.getText().equals(title)) {
        ((TableColumn<LoadedRow<R>, Object>) column).setCellFactory(of -> cell.get());
      }
    }
  }

  /**
   * The selected row is in view where a pane opens beside the table, and when a table whose row was
   * selected before it had a size gets one.
   */
  private void resized(Number before, Number now) {
    if (now.doubleValue() < before.doubleValue() || before.doubleValue() <= 0) {
      // Its rows are laid out first.
      Platform.runLater(
          () -> {
            int at = getSelectionModel().getSelectedIndex();
            if (at >= 0 && at < model.shown()) {
              Reveal.row(this, at);
            }
          });
    }
  }

  private void open(LoadedRow<R> row) {
    boolean unused = walk.toggle(row) || onOpen.test(row);
  }

  /**
   * Rows are edited by F2, too, which a table takes for cells of its own choice.
   *
   * @param column the name of the column whose cell is edited where another one has the focus
   */
  public void editedByKey(String column) {
    addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.F2 && getEditingCell() == null) {
            edit(column);
            event.consume();
          }
        });
  }

  /** Edits the cell that has the focus in the selected row, or else the first, or a column's. */
  public void edit(String column) {
    if (getSelectionModel().isEmpty()) {
      getSelectionModel().selectFirst();
    }
    int row = getSelectionModel().getSelectedIndex();
    TablePosition<?, ?> focused = getFocusModel().getFocusedCell();
    TableColumn<LoadedRow<R>, ?> edited =
        getVisibleLeafColumns().stream()
            .filter(each -> each.equals(focused.getTableColumn()) && each.isEditable())
            .findFirst()
            .orElseGet(
                () ->
                    getVisibleLeafColumns().stream()
                        .filter(each -> column.equals(each.getId()))
                        .findFirst()
                        .orElse(null));
    if (row >= 0 && edited != null) {
      Reveal.row(this, row);
      // Cells of columns that are not visible are not made.
      scrollToColumn(edited);
      layout();
      edit(row, edited);
    }
  }

  /** Adds what opens groups, for menus. */
  public ActionHandlers expandActions(RowsSpec.Tree<R> tree, ActionHandlers handlers) {
    return handlers
        .on(ActionId.EXPAND_SUBTREE, () -> tree.openSubtree(getSelectionModel().getSelectedIndex()))
        .on(ActionId.EXPAND_ALL, () -> walk.openAll(tree));
  }

  /** Adds what the keys of trees do, for menus. */
  public ActionHandlers treeActions(RowsSpec.Tree<R> tree, ActionHandlers handlers) {
    return expandActions(tree, handlers)
        .on(
            ActionId.TO_PARENT,
            () -> {
              boolean unused = walk.toParent(tree);
            });
  }

  /** Whether the selection changes for other reasons than that the user selects. */
  public boolean settling() {
    return settling || restoring || model.replacing();
  }

  /**
   * Sets the action of Enter and of a double click on a row; it returns true if the row leads
   * anywhere.
   */
  public void onOpen(Predicate<LoadedRow<R>> action) {
    onOpen = action;
  }

  /** Sets what Enter or a double click does on a group. It opens or closes where that is false. */
  public void onOpenGroup(Predicate<LoadedRow<R>> action) {
    onOpenGroup = action;
  }

  boolean opensGroup(LoadedRow<R> row) {
    return onOpenGroup.test(row);
  }

  /**
   * Sets the action of a click on a cell of a matrix, or on a text that is a {@link
   * RowColumn#LINK}.
   */
  public void onCellClick(Consumer<Cell<R>> action) {
    onCellClick = action;
  }

  /** A cell was clicked that leads somewhere. */
  void clicked(Cell<R> cell) {
    onCellClick.accept(cell);
  }

  /** Sets the action that runs when the user, and not the program, selects a row. */
  public void onPick(Consumer<LoadedRow<R>> action) {
    onPick = action;
  }

  /** Returns the model of the table. */
  public RowsModel<R> model() {
    return model;
  }

  /** The row that was selected last, once it has been read; null if none is. */
  public ReadOnlyObjectProperty<@Nullable R> selectedProperty() {
    return selected.getReadOnlyProperty();
  }

  /** The number in the source of the row that was selected last; -1 if none is. */
  public int selectedRow() {
    LoadedRow<R> line = getSelectionModel().getSelectedItem();
    return line == null ? -1 : line.index();
  }

  /** The numbers in the source of the selected rows, from top to bottom. */
  public List<Integer> selectedRows() {
    return getSelectionModel().getSelectedIndices().stream()
        .filter(position -> position >= 0)
        .sorted()
        .distinct()
        .map(position -> model.rows().index(position))
        .toList();
  }

  /** The selected rows that have been read, from top to bottom. */
  public List<R> selected() {
    List<R> rows = new ArrayList<>();
    for (int position : getSelectionModel().getSelectedIndices().stream().sorted().toList()) {
      R row = position < 0 ? null : model.row(position).content();
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** Selects the row of a number, and opens what it is in; false if the filter hides it. */
  public boolean pick(int index) {
    int position = model.reveal(index);
    if (position >= 0) {
      pickPosition(position);
    }
    return position >= 0;
  }

  /** Selects the row at a position, and shows it. */
  public void pickPosition(int position) {
    if (getSelectionModel().isCellSelectionEnabled()) {
      pickCell(position, getColumns().getFirst());
    } else {
      getSelectionModel().clearAndSelect(position);
      getFocusModel().focus(position);
      Reveal.row(this, position);
    }
  }

  /**
   * Selects a cell of a matrix; false if it is not visible.
   *
   * @param index the number of its row in the source
   * @param key what its column is made from
   */
  public boolean pickCell(int index, Object key) {
    return pickColumn(index, column -> key.equals(column.matrixKey()));
  }

  boolean pickColumn(int index, Predicate<RowColumn<R>> wanted) {
    int position = model.rows().positionOf(index);
    for (TableColumn<LoadedRow<R>, ?> each : getColumns()) {
      RowColumn<R> meaning = meaning(each);
      if (position >= 0 && meaning != null && wanted.test(meaning)) {
        pickCell(position, each);
        return true;
      }
    }
    return false;
  }

  private void pickCell(int position, TableColumn<LoadedRow<R>, ?> column) {
    getSelectionModel().clearAndSelect(position, column);
    getFocusModel().focus(position, column);
    Reveal.row(this, position);
  }

  /** Selects a row without telling that it was selected; none for -1. */
  public void settle(int position) {
    settling = true;
    try {
      if (position < 0) {
        getSelectionModel().clearSelection();
      } else {
        pickPosition(position);
      }
    } finally {
      settling = false;
    }
  }

  /** The groups in which its rows are, where they are in any. */
  public RowsSpec.Tree<R> tree() {
    return Objects.requireNonNull(model.tree());
  }

  /** Forgets which row was selected. */
  public void forget() {
    selection.keep(-1);
    settle(-1);
  }

  /** The row that is selected when it is shown next. */
  void keep(int index) {
    RowSource<R> source = model.source();
    selection.keep(source == null ? -1 : source.id(index));
  }

  /** The cell that has the focus; null if none has, or its row has not been read. */
  public @Nullable Cell<R> focusedCell() {
    return cell(getFocusModel().getFocusedCell());
  }

  /** The cell at a position. */
  @Nullable Cell<R> cell(@Nullable TablePosition<?, ?> position) {
    if (position == null || position.getRow() < 0 || position.getRow() >= model.shown()) {
      return null;
    }
    LoadedRow<R> line = model.row(position.getRow());
    R row = line.content();
    return row == null ? null : new Cell<>(line.index(), row, meaning(position.getTableColumn()));
  }

  /** The column that a table's column represents; null for the one with the marks. */
  @Nullable RowColumn<R> meaning(@Nullable TableColumnBase<?, ?> column) {
    return columns.meaning(column);
  }

  /** The line above the table with the columns that are the same in all rows. */
  public SharedColumns<R> sharedColumns() {
    return columns.shared();
  }

  /** Copies the selected rows as lines of values with tabs between, below their titles. */
  public void copy() {
    copy(selectedRows(), RowCopy::toClipboard);
  }

  /**
   * Writes rows as lines of values with tabs between, below the titles of the visible columns.
   *
   * @param indices their numbers in the source
   * @param use takes the text, once the rows have been read
   */
  public void copy(List<Integer> indices, Consumer<String> use) {
    List<RowColumn<R>> shown = columns.visible();
    String titles = shown.stream().map(RowColumn::title).collect(Collectors.joining("\t"));
    lines(
        indices,
        row ->
            shown.stream()
                .map(column -> column.plain(row).replaceAll("[\\t\\r\\n]", " "))
                .collect(Collectors.joining("\t")),
        lines -> use.accept(titles + "\n" + String.join("\n", lines) + "\n"));
  }

  @Override
  public @Nullable String cellText(int row, TableColumnBase<?, ?> column) {
    R content = row < 0 || row >= model.shown() ? null : model.row(row).content();
    RowColumn<R> meaning = column instanceof TableColumn<?, ?> own ? meaning(own) : null;
    return content == null || meaning == null ? null : meaning.plain(content);
  }

  /** Copies one line for each of the selected rows; they are read in the background. */
  public void copyLines(Function<R, String> line) {
    lines(selectedRows(), line, lines -> RowCopy.toClipboard(String.join("\n", lines)));
  }

  private void lines(List<Integer> indices, Function<R, String> line, Consumer<List<String>> use) {
    RowSource<R> source = model.source();
    if (source == null) {
      return;
    }
    context.run(
        () -> {
          List<String> lines = new ArrayList<>();
          for (int index : indices) {
            lines.add(line.apply(model.read(source, index)));
          }
          return lines;
        },
        use,
        "The rows could not be copied");
  }

  private void picked(@Nullable LoadedRow<R> line) {
    if (model.replacing() || restoring) {
      return;
    }
    content.unsubscribe();
    content = Subscription.EMPTY;
    if (line == null) {
      selected.set(null);
      return;
    }
    // The row may still be on its way from the file.
    content = line.contentProperty().subscribe(selected::set);
    if (!settling) {
      onPick.accept(line);
    }
  }

  private void arrived(RowsModel.@Nullable Arranged<R> now) {
    if (now == null) {
      return;
    }
    columns.arrived();
    setPlaceholder(
        Tables.placeholder(
            model.all() == 0 ? model.spec().words().empty() : "No row matches the filter."));
    restoring = true;
    try {
      selection.restore(now.source());
    } finally {
      restoring = false;
    }
    settling = true;
    try {
      picked(getSelectionModel().getSelectedItem());
    } finally {
      settling = false;
    }
    columns.fit(now.source());
  }
}
