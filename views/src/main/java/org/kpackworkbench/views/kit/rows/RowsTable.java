package org.kpackworkbench.views.kit.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.CellCopy;
import org.kpackworkbench.views.kit.table.CellCut;
import org.kpackworkbench.views.kit.table.CellEditor;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.ColumnFit;
import org.kpackworkbench.views.kit.table.ColumnMemory;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.ManySelection;
import org.kpackworkbench.views.kit.table.NumberLook;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.RowHeight;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.Bookmarks;
import org.kpackworkbench.views.spi.FoundPlaces;
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

  /** How far what is in a group is to the right of it. */
  static final double INDENT_EMS = 1.3;

  private static final int MOST_MEASURED = 1000;

  /** No row is selected, which else would show where the focus is. */
  private static final PseudoClass BARE = PseudoClass.getPseudoClass("bare");

  private final Label probe = new Label();
  private final ColumnFit fit;
  private final Map<String, List<ColumnFit.Held>> longest = new HashMap<>();
  private final RowsModel<R> model;
  private final ViewContext context;
  private final Map<TableColumn<LoadedRow<R>, ?>, RowColumn<R>> meanings = new IdentityHashMap<>();
  private final ReadOnlyObjectWrapper<@Nullable R> selected = new ReadOnlyObjectWrapper<>();
  private Predicate<LoadedRow<R>> onOpen = row -> false;
  private Consumer<Cell<R>> onCellClick = cell -> {};
  private Consumer<LoadedRow<R>> onPick = row -> {};
  private Subscription content = Subscription.EMPTY;
  private List<String> shownColumns = List.of();
  private @Nullable RowSource<R> fitted;
  private BitSet kept = new BitSet();
  private int lead = -1;
  private int newest = -1;
  private int keptPosition = -1;
  private @Nullable RowColumn<R> keptColumn;
  private boolean settling;
  private boolean fitting;
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
    fit = ColumnFit.of(this, probe.fontProperty(), context.remembered(), model.spec().kind());
    sortAsRemembered();
    columns();
    LastColumn.mark(this);
    Following.of(this, context.ownerColors(), colors -> refresh());
    Following.of(
        this,
        context.found().placesProperty(),
        places -> {
          refresh();
          if (fitted != null) {
            fit(fitted, fitted.size());
          }
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
            sort(table.getSortOrder());
          }
          return true;
        });
    // A table forgets its order when it is given rows, or a way to sort them.
    sortable = true;
    showOrder(sorting);
    addEventFilter(KeyEvent.KEY_PRESSED, this::walk);
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
    model.beforeReplacing(this::remember);
    model.arrangedProperty().subscribe(this::arrived);
    model
        .rows()
        .addListener(
            (InvalidationListener)
                changed -> {
                  if (!model.replacing() && model.source() instanceof TreeRows<?> tree) {
                    fit(opened(), tree.size());
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

  private void sortAsRemembered() {
    List<RowsModel.Sorting> wishes = new ArrayList<>();
    for (ColumnMemory.Sorted sorted : fit.memory().sorting()) {
      for (RowColumn<R> column : model.spec().columns()) {
        if (column.sortable() && ColumnMemory.id(column.id()).equals(sorted.id())) {
          wishes.add(new RowsModel.Sorting(column.id(), sorted.ascending()));
        }
      }
    }
    if (!wishes.isEmpty()) {
      model.sort(wishes);
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

  /** Returns what verification found at the place of a row; empty if nothing was. */
  private static <R> String found(FoundPlaces found, RowsSpec<R> spec, R row) {
    return found.isEmpty() ? "" : found.at(spec.place(row));
  }

  private void open(LoadedRow<R> row) {
    boolean unused = toggle(row) || onOpen.test(row);
  }

  /** Opens or closes the group that a row is; false if it is none. */
  private boolean toggle(LoadedRow<R> line) {
    RowsSpec.Tree<R> tree = model.tree();
    R row = line.content();
    return tree != null
        && row != null
        && tree.isGroup(row)
        && tree.open(getSelectionModel().getSelectedIndex(), !tree.isOpen(row));
  }

  /** The keys of trees; those of the table come first otherwise. */
  private void walk(KeyEvent event) {
    RowsSpec.Tree<R> tree = model.tree();
    int at = getSelectionModel().getSelectedIndex();
    if (tree == null || at < 0 || at >= model.shown()) {
      return;
    }
    R row = model.row(at).content();
    if (matches(event, ActionId.EXPAND_SUBTREE)) {
      tree.openSubtree(at);
    } else if (matches(event, ActionId.EXPAND_ALL)) {
      openAll(tree);
    } else if (matches(event, ActionId.TO_PARENT)) {
      if (!toParent(tree)) {
        return;
      }
    } else if (event.isShiftDown() || event.isShortcutDown() || event.isAltDown()) {
      return;
    } else if (event.getCode() == KeyCode.RIGHT && tree.grouped()) {
      if (!tree.open(at, true) && at + 1 < model.shown() && row != null && tree.isGroup(row)) {
        pickPosition(at + 1);
      }
    } else if (event.getCode() == KeyCode.LEFT && tree.grouped()) {
      if (!tree.open(at, false)) {
        boolean unused = toParent(tree);
      }
    } else if (event.getCode() != KeyCode.ENTER
        || (row != null && model.spec().target(row) != null)
        || !toggle(model.row(at))) {
      return;
    }
    event.consume();
  }

  private static boolean matches(KeyEvent event, ActionId id) {
    return id.accelerators().stream().anyMatch(key -> key.match(event));
  }

  private void openAll(RowsSpec.Tree<R> tree) {
    int again = tree.openAll(getSelectionModel().getSelectedIndex());
    if (again >= 0) {
      pickPosition(again);
    }
  }

  /** Selects the row in which the selected one is; false if it is in none. */
  private boolean toParent(RowsSpec.Tree<R> tree) {
    int parent = tree.parentOf(getSelectionModel().getSelectedIndex());
    if (parent < 0 || model.rows().index(parent) < 0) {
      return false;
    }
    pickPosition(parent);
    return true;
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

  /** Edits the cell of the selected row that has the focus, or else that of a column. */
  public void edit(String column) {
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
        .on(ActionId.EXPAND_ALL, () -> openAll(tree));
  }

  /** Adds what the keys of trees do, for menus. */
  public ActionHandlers treeActions(RowsSpec.Tree<R> tree, ActionHandlers handlers) {
    return expandActions(tree, handlers)
        .on(
            ActionId.TO_PARENT,
            () -> {
              boolean unused = toParent(tree);
            });
  }

  /** Whether the selection changes for other reasons than that the user selects. */
  public boolean settling() {
    return settling || restoring || model.replacing();
  }

  /** Returns what is fixed when columns are made: their names, titles and looks. */
  private static <R> List<String> names(List<RowColumn<R>> columns) {
    return columns.stream()
        .map(
            column ->
                column.id()
                    + " "
                    + column.look()
                    + (column.edit() == null ? " " : " edited ")
                    + column.title())
        .toList();
  }

  /** Columns stay where they are, and say of rows what the spec says now. */
  private void renew(List<RowColumn<R>> columns) {
    Map<String, RowColumn<R>> now = new HashMap<>();
    columns.forEach(column -> now.put(column.id(), column));
    meanings.replaceAll((column, before) -> now.getOrDefault(before.id(), before));
    contents();
  }

  /** Returns the current meaning of a column; that from when it was made may be of older data. */
  private RowColumn<R> now(TableColumnBase<?, ?> column, RowColumn<R> atFirst) {
    return meanings.getOrDefault(column, atFirst);
  }

  /** Makes the columns again that the spec says; those of the same name stay as they were. */
  private void columns() {
    Map<String, TableColumn<LoadedRow<R>, ?>> before = new HashMap<>();
    meanings.forEach((column, meaning) -> before.put(meaning.id(), column));
    meanings.clear();
    List<RowColumn<R>> columns = model.spec().columns();
    shownColumns = names(columns);
    List<TableColumn<LoadedRow<R>, ?>> made = new ArrayList<>();
    if (model.spec().marked()) {
      made.add(MarkCell.column(model.spec(), context));
    }
    for (RowColumn<R> meaning : columns) {
      TableColumn<LoadedRow<R>, ?> column = column(meaning);
      column.setSortable(meaning.sortable());
      column.setEditable(meaning.edit() != null);
      TableColumn<LoadedRow<R>, ?> was = before.get(meaning.id());
      column.setVisible(
          was == null ? meaning.shownAtFirst() : was.isVisible() || fit.isSetAside(was));
      if (meaning.givenId() != null) {
        column.setId(meaning.givenId());
      }
      meanings.put(column, meaning);
      made.add(column);
    }
    if (!before.keySet().containsAll(columns.stream().map(RowColumn::id).toList())) {
      fitted = null;
    }
    // There is nothing to choose of one column.
    setTableMenuButtonVisible(columns.size() > 1);
    setEditable(columns.stream().anyMatch(column -> column.edit() != null));
    List<RowsModel.Sorting> sorting = model.sorting();
    fit.columns(
        () -> {
          getColumns().setAll(made);
          contents();
        },
        column -> {
          RowColumn<R> meaning = meaning(column);
          return meaning == null || meaning.look() == RowColumn.Look.MATRIX
              ? ""
              : ColumnMemory.id(meaning.id());
        });
    // Columns that change places leave the order.
    showOrder(sorting);
  }

  /** Marks the columns by which the model sorts. */
  private void showOrder(List<RowsModel.Sorting> sorting) {
    List<TableColumn<LoadedRow<R>, ?>> order = new ArrayList<>();
    for (RowsModel.Sorting wish : sorting) {
      for (TableColumn<LoadedRow<R>, ?> column : getColumns()) {
        RowColumn<R> meaning = meaning(column);
        if (meaning != null && meaning.id().equals(wish.column())) {
          column.setSortType(wish.ascending() ? SortType.ASCENDING : SortType.DESCENDING);
          order.add(column);
        }
      }
    }
    getSortOrder().setAll(order);
  }

  private void contents() {
    Map<TableColumnBase<?, ?>, ColumnFit.Contents> contents = new IdentityHashMap<>();
    for (TableColumn<LoadedRow<R>, ?> column : getColumns()) {
      RowColumn<R> meaning = meaning(column);
      contents.put(
          column,
          meaning == null
              ? RowsWidths.marks()
              : RowsWidths.contents(meaning, longest.getOrDefault(meaning.id(), List.of())));
    }
    fit.contents(contents);
  }

  /**
   * Sets the action of Enter and of a double click on a row; it returns true if the row leads
   * anywhere.
   */
  public void onOpen(Predicate<LoadedRow<R>> action) {
    onOpen = action;
  }

  /**
   * Sets the action of a click on a cell of a matrix, or on a text that is a {@link
   * RowColumn#LINK}.
   */
  public void onCellClick(Consumer<Cell<R>> action) {
    onCellClick = action;
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

  private boolean pickColumn(int index, Predicate<RowColumn<R>> wanted) {
    int position = model.rows().positionOf(index);
    for (TableColumn<LoadedRow<R>, ?> each : getColumns()) {
      RowColumn<R> meaning = meanings.get(each);
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
    kept = new BitSet();
    lead = -1;
    settle(-1);
  }

  /** The row that is selected when it is shown next. */
  void keep(int index) {
    RowSource<R> source = model.source();
    kept = new BitSet();
    lead = source == null ? -1 : source.id(index);
    if (lead >= 0) {
      kept.set(lead);
    }
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
    return column == null ? null : meanings.get(column);
  }

  /** The line above the table with the columns that are the same in all rows. */
  public SharedColumns<R> sharedColumns() {
    return new SharedColumns<>(this, fit, context.background(), context.remembered());
  }

  /** The columns that the user sees, from the left, those above the table among them. */
  private List<RowColumn<R>> visible() {
    return getColumns().stream()
        .filter(column -> column.isVisible() || fit.isSetAside(column))
        .map(meanings::get)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
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
    List<RowColumn<R>> columns = visible();
    String titles = columns.stream().map(RowColumn::title).collect(Collectors.joining("\t"));
    lines(
        indices,
        row ->
            columns.stream()
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
    List<RowColumn<R>> columns = model.spec().columns();
    if (names(columns).equals(shownColumns)) {
      renew(columns);
    } else {
      columns();
    }
    setPlaceholder(
        Tables.placeholder(
            now.source().size() == 0
                ? model.spec().words().empty()
                : "No row matches the filter."));
    restoring = true;
    try {
      restore(now.source());
    } finally {
      restoring = false;
    }
    settling = true;
    try {
      picked(getSelectionModel().getSelectedItem());
    } finally {
      settling = false;
    }
    if (now.source() instanceof TreeRows<?> tree) {
      fit(opened(), tree.size());
      return;
    }
    RowSource<R> sample = model.spec().sample(now.source());
    if (!sample.equals(fitted) && (fitted == null || !model.spec().edited())) {
      fitted = sample;
      fit(sample, sample.size());
    }
  }

  /** The rows of a tree that are in open groups: what cannot be seen takes no room from others. */
  private RowSource<R> opened() {
    return RowSource.of(
        model.rows().stream()
            .limit(MOST_MEASURED)
            .map(LoadedRow::content)
            .filter(Objects::nonNull)
            .<R>map(Objects::requireNonNull)
            .toList());
  }

  private void remember() {
    TablePosition<?, ?> focused = getFocusModel().getFocusedCell();
    keptColumn = focused == null ? null : meaning(focused.getTableColumn());
    keptPosition = getSelectionModel().getSelectedIndex();
    if (keptPosition >= 0 && keptPosition < model.shown() && model.rows().id(keptPosition) >= 0) {
      kept = new BitSet();
      lead = model.rows().id(keptPosition);
      kept.set(lead);
      for (int position : getSelectionModel().getSelectedIndices()) {
        int id = model.rows().id(position);
        if (id >= 0) {
          kept.set(id);
        }
      }
    }
  }

  private void restore(RowSource<R> source) {
    int[] again = positions(kept);
    if (model.spec().edited()) {
      int before = newest;
      newest = Math.max(newest, IntStream.range(0, source.size()).map(source::id).max().orElse(-1));
      BitSet added = new BitSet();
      if (before >= 0 && newest > before) {
        added.set(before + 1, newest + 1);
      }
      int[] theNew = positions(added);
      again = theNew.length == 0 ? again : theNew;
    }
    getSelectionModel().clearSelection();
    if (again.length > 0) {
      int first =
          Arrays.stream(again)
              .filter(position -> model.rows().id(position) == lead)
              .findFirst()
              .orElse(again[0]);
      if (getSelectionModel().isCellSelectionEnabled()) {
        RowColumn<R> column = keptColumn;
        if (column == null
            || !pickColumn(model.rows().index(first), each -> each.id().equals(column.id()))) {
          pickPosition(first);
        }
        return;
      }
      getSelectionModel().selectIndices(first, again);
      getSelectionModel().select(first);
      Reveal.row(this, first);
    } else if (model.spec().edited() && keptPosition >= 0 && model.shown() > 0) {
      getSelectionModel().clearAndSelect(Math.min(keptPosition, model.shown() - 1));
    }
  }

  /** Where the rows with some numbers are. */
  private int[] positions(BitSet ids) {
    return ids.isEmpty()
        ? new int[0]
        : IntStream.range(0, model.shown())
            .filter(
                position -> {
                  int id = model.rows().id(position);
                  return id >= 0 && ids.get(id);
                })
            .toArray();
  }

  private void fit(RowSource<R> source, int size) {
    List<RowColumn<R>> columns = List.copyOf(meanings.values());
    boolean signed = !context.found().isEmpty();
    context
        .background()
        .run(
            () -> RowsWidths.longest(model.spec(), source, size, columns, signed),
            found -> {
              longest.keySet().retainAll(later(columns));
              for (int i = 0; i < columns.size(); i++) {
                longest.merge(columns.get(i).id(), found.get(i), RowsWidths::widest);
              }
              contents();
            },
            model::fail);
  }

  private static <R> List<String> later(List<RowColumn<R>> columns) {
    return columns.stream().filter(each -> each.later() != null).map(RowColumn::id).toList();
  }

  /** A cell shows what was not known when columns were measured. */
  private void shown(RowColumn<R> column, RowColumn.Face face) {
    List<ColumnFit.Held> more = RowsWidths.with(longest.getOrDefault(column.id(), List.of()), face);
    if (more != null) {
      longest.put(column.id(), more);
      if (!fitting) {
        fitting = true;
        Platform.runLater(
            () -> {
              fitting = false;
              contents();
            });
      }
    }
  }

  private void sort(List<? extends TableColumn<LoadedRow<R>, ?>> order) {
    List<RowsModel.Sorting> wishes = new ArrayList<>();
    for (TableColumn<LoadedRow<R>, ?> column : order) {
      RowColumn<R> meaning = meanings.get(column);
      if (meaning != null) {
        wishes.add(new RowsModel.Sorting(meaning.id(), column.getSortType() == SortType.ASCENDING));
      }
    }
    model.sort(wishes);
    fit.keepSorting(
        wishes.stream()
            .map(wish -> new ColumnMemory.Sorted(ColumnMemory.id(wish.column()), wish.ascending()))
            .toList());
  }

  private TableColumn<LoadedRow<R>, ?> column(RowColumn<R> column) {
    return switch (column.look()) {
      case TEXT -> text(column, CellLook.TEXT);
      case FUNCTION -> text(column, CellLook.FUNCTION);
      case MONOSPACE -> text(column, CellLook.MONOSPACE);
      case MUTED -> text(column, CellLook.MUTED);
      case FIGURE -> text(column, CellLook.NUMBER);
      case PATH -> text(column, CellLook.PATH);
      case SIZE -> number(column, NumberLook.SIZE);
      case COUNT -> number(column, NumberLook.COUNT);
      case ADDRESS -> number(column, NumberLook.ADDRESS);
      case FACE, MATRIX, TREE -> face(column);
    };
  }

  private TableColumn<LoadedRow<R>, ?> text(RowColumn<R> column, CellLook look) {
    TableColumn<LoadedRow<R>, String> made = Columns.text(column.title(), row -> "", look);
    made.setCellValueFactory(
        cell -> cell.getValue().contentProperty().map(row -> now(made, column).text(row)));
    if (column.edit() != null) {
      made.setCellFactory(
          each ->
              new EditCell<>(column, () -> Objects.requireNonNull(now(made, column).edit()), look));
    }
    return made;
  }

  private TableColumn<LoadedRow<R>, ?> number(RowColumn<R> column, NumberLook look) {
    TableColumn<LoadedRow<R>, Number> made = Columns.number(column.title(), look);
    made.setCellValueFactory(
        cell ->
            cell.getValue()
                .contentProperty()
                .map(
                    row ->
                        (Number)
                            Objects.requireNonNull(now(made, column).number()).applyAsLong(row)));
    return made;
  }

  private TableColumn<LoadedRow<R>, ?> face(RowColumn<R> column) {
    TableColumn<LoadedRow<R>, RowColumn.Face> made = new TableColumn<>(column.title());
    made.setCellValueFactory(
        cell -> {
          RowColumn<R> now = now(made, column);
          Function<? super R, ObservableValue<RowColumn.Face>> later = now.later();
          return later == null
              ? cell.getValue().contentProperty().map(now::face)
              : cell.getValue().contentProperty().flatMap(later);
        });
    boolean matrix = column.look() == RowColumn.Look.MATRIX;
    if (matrix) {
      made.getStyleClass().add("matrix-column");
    }
    if (column.look() == RowColumn.Look.TREE) {
      made.setReorderable(false);
    }
    made.setCellFactory(
        each ->
            column.look() == RowColumn.Look.TREE
                ? new TreeCell<>(model, context.ownerColors(), context.found())
                : faceCell(column));
    return made;
  }

  private FaceCell<R> faceCell(RowColumn<R> column) {
    boolean matrix = column.look() == RowColumn.Look.MATRIX;
    FaceCell<R> cell =
        new FaceCell<>(
            context.ownerColors(),
            matrix,
            column.later() != null,
            matrix ? face -> {} : face -> shown(column, face));
    cell.setOnMouseClicked(
        event -> {
          Cell<R> clicked = focusedCell();
          if ((matrix || cell.isLink(event))
              && clicked != null
              && event.getButton() == MouseButton.PRIMARY
              && event.isStillSincePress()
              && !event.isShortcutDown()
              && !event.isShiftDown()) {
            onCellClick.accept(clicked);
          }
        });
    return cell;
  }

  /** A cell whose text can be changed. */
  private static final class EditCell<R> extends TableCell<LoadedRow<R>, String> {
    private final Supplier<RowColumn.Edit<R>> edit;
    private final CellEditor editor;
    private final CellCut cut;

    EditCell(RowColumn<R> column, Supplier<RowColumn.Edit<R>> edit, CellLook look) {
      this.edit = edit;
      getStyleClass().add(look.styleClass());
      cut =
          new CellCut(
              this,
              at ->
                  getTableColumn().getCellData(at) instanceof String text
                      ? VisibleText.of(edit.get().shown().apply(text))
                      : null);
      CellTips.install(this, () -> getItem() == null ? "" : VisibleText.of(getItem()));
      editor = new CellEditor(this, "cell-editor", column.title(), this::take);
      editor.field().setPromptText(edit.get().prompt());
    }

    private boolean may() {
      LoadedRow<R> line = getTableRow().getItem();
      R row = line == null ? null : line.content();
      return row != null && edit.get().may().test(row);
    }

    private void take() {
      LoadedRow<R> line = getTableRow().getItem();
      R row = line == null ? null : line.content();
      String before = getItem();
      String typed = editor.leave();
      if (row != null && !typed.strip().equals(before)) {
        edit.get().take().accept(row, typed);
      }
      getTableView().requestFocus();
    }

    @Override
    public void startEdit() {
      if (isEmpty() || editor.isLeaving() || !may()) {
        return;
      }
      super.startEdit();
      if (isEditing()) {
        editor.show();
      }
    }

    @Override
    public void cancelEdit() {
      super.cancelEdit();
      setGraphic(null);
      show(getItem());
    }

    @Override
    protected void updateItem(@Nullable String text, boolean empty) {
      super.updateItem(text, empty);
      if (empty || !isEditing()) {
        setGraphic(null);
        show(empty ? null : text);
      }
    }

    private void show(@Nullable String text) {
      cut.show(text == null ? null : VisibleText.of(edit.get().shown().apply(text)));
      setAccessibleText(text);
    }
  }

  /** A cell with the classes for the stylesheet that its face has. */
  private abstract static class StyledCell<R> extends TableCell<LoadedRow<R>, RowColumn.Face> {
    private List<String> styles = List.of();

    final void style(RowColumn.@Nullable Face shown) {
      List<String> now =
          shown == null || shown.style().isEmpty() ? List.of() : List.of(shown.style().split(" "));
      if (!now.equals(styles)) {
        getStyleClass().removeAll(styles);
        getStyleClass().addAll(now);
        styles = now;
      }
    }
  }

  /** The first cell of a row in a tree: indented, with an arrow where the row is a group. */
  private static final class TreeCell<R> extends StyledCell<R> {
    private static final PseudoClass OPEN = PseudoClass.getPseudoClass("open");

    private final RowsModel<R> model;
    private final ObservableValue<OwnerColors> colors;
    private final FoundPlaces found;
    private final Label sign = Controls.whole(Controls.label("⚠", "problem-sign"));
    private final StackPane arrow = Controls.styled(new StackPane(new Region()), "line-arrow");
    private final Label name = new Label();
    private final Label detail = Controls.label("", "line-detail");
    private final HBox box = Controls.styled(new HBox(arrow, name, detail), "line-content");
    private final CellCut cut;

    TreeCell(RowsModel<R> model, ObservableValue<OwnerColors> colors, FoundPlaces found) {
      this.model = model;
      this.colors = colors;
      this.found = found;
      getStyleClass().add("line-name-cell");
      arrow.getChildren().getFirst().getStyleClass().add("line-arrow-shape");
      cut = new CellCut(this, name, this::besideName, this::nameAt);
      name.setMinWidth(24);
      HBox.setHgrow(name, Priority.SOMETIMES);
      // Half a number says something else.
      detail.setMinWidth(USE_PREF_SIZE);
      CellTips.install(this, this::tip);
      arrow.setOnMousePressed(
          event -> {
            RowsSpec.Tree<R> tree = model.tree();
            R row = row();
            if (event.getButton() == MouseButton.PRIMARY && tree != null && row != null) {
              boolean unused = tree.open(getIndex(), !tree.isOpen(row));
              event.consume();
            }
          });
    }

    /** The width of all in the cell but the name. */
    private double besideName() {
      Insets margin = HBox.getMargin(arrow);
      double before =
          arrow.isManaged()
              ? arrow.prefWidth(-1) + box.getSpacing() + (margin == null ? 0 : margin.getLeft())
              : 0;
      double marked = sign.getParent() != null ? sign.prefWidth(-1) + box.getSpacing() : 0;
      return before + marked + box.getSpacing() + detail.prefWidth(-1) + 1;
    }

    private @Nullable String nameAt(int at) {
      return getTableColumn().getCellData(at) instanceof RowColumn.Face face
          ? VisibleText.of(face.text())
          : null;
    }

    private String tip() {
      R row = row();
      String problem = row == null ? "" : problem(row);
      String words = getItem() == null ? "" : getItem().words();
      return VisibleText.of(problem.isEmpty() ? words : words + "\n" + problem);
    }

    /** Returns the known problem of a row, or else what verification found. */
    private String problem(R row) {
      String known = model.spec().mark(row).problem();
      return known.isEmpty() ? found(found, model.spec(), row) : known;
    }

    private @Nullable R row() {
      LoadedRow<R> line = isEmpty() || getTableRow() == null ? null : getTableRow().getItem();
      return line == null ? null : line.content();
    }

    @Override
    protected void updateItem(RowColumn.@Nullable Face face, boolean empty) {
      super.updateItem(face, empty);
      style(empty ? null : face);
      setTooltip(null);
      RowsSpec.Tree<R> tree = model.tree();
      R row =
          getIndex() < 0 || getIndex() >= model.shown() ? null : model.row(getIndex()).content();
      if (empty || face == null || row == null || tree == null) {
        setGraphic(null);
        setAccessibleText(null);
        return;
      }
      boolean group = tree.isGroup(row);
      boolean open = group && tree.isOpen(row);
      RowColumn.Tint tint = face.tint();
      KpackIcon icon = face.icon();
      name.setGraphic(
          tint != null
              ? new Swatch(colors.getValue(), tint.kind(), tint.target())
              : face.drawing() instanceof CellDrawing.Sign drawn
                  ? sign(drawn)
                  : icon == null ? null : icon.node());
      String problem = problem(row);
      box.getChildren().remove(sign);
      if (!problem.isEmpty()) {
        box.getChildren().add(1, sign);
      }
      detail.setText(face.detail());
      arrow.setManaged(tree.grouped());
      arrow.setVisible(group);
      arrow.pseudoClassStateChanged(OPEN, open);
      HBox.setMargin(
          arrow, new Insets(0, 0, 0, tree.depth(row) * INDENT_EMS * getFont().getSize()));
      cut.show(VisibleText.of(face.text()));
      setGraphic(box);
      String words = problem.isEmpty() ? face.words() : face.words() + ", " + problem;
      setAccessibleText(
          !group
              ? words
              : (face.detail().isEmpty() ? words : words + ", " + face.detail())
                  + (open ? ", open" : ", closed"));
    }
  }

  private static Label sign(CellDrawing.Sign drawn) {
    return Controls.label(drawn.text(), drawn.style().split(" "));
  }

  /** A cell with a face of its own: icon, text and colour, and all of it in words as tooltip. */
  private static final class FaceCell<R> extends StyledCell<R> {
    private static final CornerRadii ROUND = new CornerRadii(3);
    private static final Insets AROUND = new Insets(2, 3, 2, 3);

    private final ObservableValue<OwnerColors> colors;
    private final boolean matrix;
    private final Consumer<RowColumn.Face> told;
    private @Nullable KpackIcon icon;
    private final CellCut cut;
    private @Nullable CellPicture picture;

    FaceCell(
        ObservableValue<OwnerColors> colors,
        boolean matrix,
        boolean later,
        Consumer<RowColumn.Face> told) {
      this.colors = colors;
      this.told = told;
      this.matrix = matrix;
      // Values that are read when a row becomes visible are not read for other rows.
      this.cut = new CellCut(this, at -> later || matrix ? null : textAt(at));
      getStyleClass().add(matrix ? "matrix-cell" : "face-cell");
      CellTips.install(this, () -> getItem() == null ? "" : words(getItem()));
    }

    private @Nullable String textAt(int at) {
      return getTableColumn().getCellData(at) instanceof RowColumn.Face face
          ? VisibleText.of(face.text())
          : null;
    }

    private static String words(RowColumn.Face face) {
      return VisibleText.of(face.words().isEmpty() ? face.text() : face.words());
    }

    @Override
    protected void updateItem(RowColumn.@Nullable Face face, boolean empty) {
      super.updateItem(face, empty);
      RowColumn.@Nullable Face shown = empty ? null : face;
      style(shown);
      graphic(shown);
      if (shown != null) {
        told.accept(shown);
      }
      boolean marked = shown != null && shown.drawing() instanceof CellDrawing.Marked;
      cut.show(shown == null || marked ? null : VisibleText.of(shown.text()));
      setAccessibleText(shown == null ? null : words(shown));
      RowColumn.Tint tint = shown == null ? null : shown.tint();
      if (matrix) {
        Color color = tint == null ? Color.GRAY : colors.getValue().of(tint.kind(), tint.target());
        boolean filled = tint != null && tint.filled();
        setBackground(filled ? new Background(new BackgroundFill(color, ROUND, AROUND)) : null);
        setTextFill(filled ? OwnerColors.textOn(color) : color);
        if (shown != null && shown.drawing() instanceof CellDrawing.Depth depth) {
          depth(depth);
        }
      }
    }

    /** Whether an event is on a text that leads somewhere. */
    boolean isLink(MouseEvent event) {
      return getStyleClass().contains(RowColumn.LINK)
          && getChildren().stream()
              .anyMatch(
                  child ->
                      child instanceof Text
                          && child.getBoundsInParent().contains(event.getX(), event.getY()));
    }

    private void graphic(RowColumn.@Nullable Face shown) {
      CellDrawing drawing = shown == null ? null : shown.drawing();
      if (shown != null && drawing instanceof CellDrawing.Marked(int start, int end)) {
        icon = null;
        setGraphic(marked(shown.text(), start, end));
        return;
      }
      if (drawing != null && !matrix) {
        CellPicture made = picture == null ? new CellPicture(colors) : picture;
        picture = made;
        made.show(drawing);
        icon = null;
        setGraphic(made);
        return;
      }
      KpackIcon sign = shown == null ? null : shown.icon();
      if (sign != icon || getGraphic() instanceof CellPicture || getGraphic() instanceof HBox) {
        icon = sign;
        setGraphic(sign == null ? null : sign.node());
      }
    }

    /** Both ends of the text give way before the part between them. */
    private static HBox marked(String text, int start, int end) {
      Label before = new Label(VisibleText.of(text.substring(0, start)));
      before.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
      Label hit =
          Controls.whole(Controls.label(VisibleText.of(text.substring(start, end)), "search-hit"));
      Label after = new Label(VisibleText.of(text.substring(end)));
      before.setMinWidth(0);
      after.setMinWidth(0);
      return Controls.styled(new HBox(before, hit, after), "marked-text");
    }

    private void depth(CellDrawing.Depth depth) {
      RowColumn.Tint tint = depth.tint();
      Color color =
          colors
              .getValue()
              .depth(
                  tint == null ? OwnerKind.UNOWNED : tint.kind(),
                  tint == null ? null : tint.target(),
                  tint == null ? 0 : depth.share());
      setBackground(new Background(new BackgroundFill(color, ROUND, AROUND)));
      setTextFill(OwnerColors.textOn(color));
    }
  }

  /** A line of the table that is highlighted where something is wrong with what it shows. */
  private static final class MarkedRow<R> extends TableRow<LoadedRow<R>> {
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");
    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");
    private static final PseudoClass BOOKMARKED = PseudoClass.getPseudoClass("bookmarked");

    private final RowsModel<R> model;
    private final FoundPlaces found;
    private final Bookmarks bookmarks;
    private List<String> styles = List.of();
    private Subscription content = Subscription.EMPTY;

    MarkedRow(RowsModel<R> model, ViewContext context, Consumer<LoadedRow<R>> onDoubleClick) {
      this.model = model;
      this.found = context.found();
      this.bookmarks = context.bookmarks();
      // A context menu belongs to the row that it was opened on.
      addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, event -> pick());
      setOnMouseClicked(
          event -> {
            LoadedRow<R> row = getItem();
            boolean twice = event.getClickCount() == 2 && event.getButton() == MouseButton.PRIMARY;
            if (twice && row != null) {
              onDoubleClick.accept(row);
            }
          });
    }

    private void pick() {
      var selection = getTableView().getSelectionModel();
      if (getItem() != null && !isSelected() && !selection.isCellSelectionEnabled()) {
        selection.clearAndSelect(getIndex());
      }
    }

    @Override
    protected void updateItem(@Nullable LoadedRow<R> row, boolean empty) {
      super.updateItem(row, empty);
      content.unsubscribe();
      content = Subscription.EMPTY;
      if (row == null || empty) {
        show(null);
        return;
      }
      content = row.contentProperty().subscribe(this::show);
    }

    private void show(@Nullable R now) {
      RowsSpec<R> spec = model.spec();
      RowsSpec.Tree<R> tree = model.tree();
      String style = now == null ? "" : spec.style(now);
      List<String> wanted = style.isEmpty() ? List.of() : List.of(style.split(" "));
      if (!wanted.equals(styles)) {
        getStyleClass().removeAll(styles);
        getStyleClass().addAll(wanted);
        styles = wanted;
      }
      pseudoClassStateChanged(
          PROBLEM, now != null && (spec.troubled(now) || !found(found, spec, now).isEmpty()));
      pseudoClassStateChanged(GROUP, now != null && tree != null && tree.isGroup(now));
      boolean bookmarked =
          now != null && !bookmarks.list().isEmpty() && bookmarks.isMarked(spec.place(now));
      pseudoClassStateChanged(BOOKMARKED, bookmarked);
      setAccessibleHelp(bookmarked ? "bookmarked" : null);
    }
  }

  /**
   * The cell before a row's name: the colour of what it is, and a sign where something is wrong.
   */
  private static final class MarkCell<R> extends TableCell<LoadedRow<R>, RowMark> {
    private final ObservableValue<OwnerColors> colors;

    private MarkCell(ObservableValue<OwnerColors> colors) {
      this.colors = colors;
      getStyleClass().add("mark-cell");
      CellTips.install(this, () -> getItem() == null ? "" : words(getItem()));
    }

    /** The column of marks. */
    static <R> TableColumn<LoadedRow<R>, RowMark> column(RowsSpec<R> spec, ViewContext context) {
      TableColumn<LoadedRow<R>, RowMark> column = new TableColumn<>("Mark");
      column.setId("mark");
      column.setResizable(false);
      column.setSortable(false);
      column.setReorderable(false);
      column.setCellValueFactory(
          cell -> cell.getValue().contentProperty().map(row -> mark(spec, row, context.found())));
      column.setCellFactory(made -> new MarkCell<>(context.ownerColors()));
      return column;
    }

    /** Returns the mark of a row, with what verification found if no problem is known. */
    private static <R> RowMark mark(RowsSpec<R> spec, R row, FoundPlaces found) {
      RowMark mark = spec.mark(row);
      return mark.problem().isEmpty() ? mark.problem(found(found, spec, row)) : mark;
    }

    @Override
    protected void updateItem(@Nullable RowMark mark, boolean empty) {
      super.updateItem(mark, empty);
      setText(null);
      setGraphic(null);
      setAccessibleText(null);
      if (empty || mark == null) {
        return;
      }
      HBox box = Controls.styled(new HBox(), "mark-box");
      OwnerKind kind = mark.kind();
      if (kind != null) {
        box.getChildren().add(new Swatch(colors.getValue(), kind, mark.target()));
      }
      if (!mark.problem().isEmpty()) {
        box.getChildren().add(Controls.label("⚠", "problem-sign"));
      }
      setGraphic(box.getChildren().isEmpty() ? null : box);
      setAccessibleText(words(mark));
    }

    private static String words(RowMark mark) {
      OwnerKind kind = mark.kind();
      String what = kind == null ? "" : kind.words();
      if (mark.problem().isEmpty()) {
        return what;
      }
      return what.isEmpty() ? mark.problem() : what + ". " + mark.problem();
    }
  }
}
