package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.format.kpack.Lines.Line;
import org.kpackworkbench.views.format.kpack.SortColumn.SortKey;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.ManySelection;
import org.kpackworkbench.views.kit.table.RowHeight;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The table of an archive: a tree or a list in one control, so that 100,000 rows cost the same in
 * both, with the keys that trees have. UI thread only.
 */
final class ArchiveTable extends TableView<Line> {

  private final Label fontProbe = new Label();
  private final ArchiveTableModel model;
  private final ArchiveColumns columns;
  private final Runnable open;

  /**
   * A table.
   *
   * @param open opens the selected row
   */
  ArchiveTable(
      ArchiveTableModel model,
      LineWords words,
      RowTextCache summaries,
      RowTextCache stated,
      javafx.beans.value.ObservableValue<org.kpackworkbench.views.kit.theme.OwnerColors> colors,
      Runnable open) {
    this.model = model;
    this.open = open;
    this.columns = new ArchiveColumns(words, summaries, stated, colors, this::toggle);
    setId("archive-table");
    getStyleClass().addAll("dense", "edge-to-edge", "data-table", "archive-table");
    setAccessibleText("Code objects of the archive");
    setTableMenuButtonVisible(true);
    setPlaceholder(Tables.placeholder("Reading the table of contents…"));
    getColumns().setAll(columns.all());
    LastColumn.mark(this);
    RowHeight.fix(fixedCellSizeProperty(), fontProbe);
    fontProbe.setManaged(false);
    fontProbe.setVisible(false);
    getChildren().add(fontProbe);
    setRowFactory(table -> new LineRow(words));
    setItems(model.lines());
    ManySelection.install(this);
    setSortPolicy(
        table -> {
          model.sort(columns.keys(List.copyOf(getSortOrder())));
          return true;
        });
    addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    addEventHandler(MouseEvent.MOUSE_CLICKED, this::clicked);
  }

  ArchiveColumns columns() {
    return columns;
  }

  /** Adds what the keys of trees do, for menus. */
  ActionHandlers treeActions(ActionHandlers handlers) {
    return handlers
        .on(ActionId.EXPAND_SUBTREE, () -> model.openSubtree(lead()))
        .on(ActionId.EXPAND_ALL, this::openAll)
        .on(ActionId.TO_PARENT, this::toParent);
  }

  /** The line that was selected last; -1 where none is. */
  int lead() {
    return getSelectionModel().getSelectedIndex();
  }

  /** Selects one line and scrolls to it. */
  void pick(int index) {
    getSelectionModel().clearAndSelect(index);
    getFocusModel().focus(index);
    Reveal.row(this, index);
  }

  private void toggle(int index) {
    if (model.lines().get(index) instanceof Line.Group group) {
      model.open(index, !group.open());
    }
  }

  private void openAll() {
    @Nullable Line line = lead() < 0 ? null : model.lines().get(lead());
    model.openAll(true);
    int again = line == null ? -1 : indexOf(line);
    if (again >= 0) {
      pick(again);
    }
  }

  private int indexOf(Line line) {
    return switch (line) {
      case Line.Row row -> model.lines().lines().indexOfRow(row.row());
      case Line.Group group -> model.lines().lines().indexOfGroup(group.id());
    };
  }

  private void toParent() {
    int parent = lead() < 0 ? -1 : model.lines().lines().parentOf(lead());
    if (parent >= 0) {
      pick(parent);
    }
  }

  private void pressed(KeyEvent event) {
    if (matches(event, ActionId.EXPAND_SUBTREE)) {
      model.openSubtree(lead());
    } else if (matches(event, ActionId.EXPAND_ALL)) {
      openAll();
    } else if (matches(event, ActionId.TO_PARENT)) {
      toParent();
    } else if (event.isShiftDown() || event.isShortcutDown() || event.isAltDown() || lead() < 0) {
      return;
    } else if (event.getCode() == KeyCode.RIGHT && model.grouping().isTree()) {
      if (!model.open(lead(), true) && lead() + 1 < getItems().size() && isGroup(lead())) {
        pick(lead() + 1);
      }
    } else if (event.getCode() == KeyCode.LEFT && model.grouping().isTree()) {
      if (!model.open(lead(), false)) {
        toParent();
      }
    } else if (event.getCode() == KeyCode.ENTER) {
      enter(lead());
    } else {
      return;
    }
    event.consume();
  }

  private void clicked(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY
        && event.getClickCount() == 2
        && event.getPickResult().getIntersectedNode() instanceof javafx.scene.Node node
        && isInRow(node)) {
      enter(lead());
    }
  }

  private static boolean isInRow(javafx.scene.Node node) {
    for (javafx.scene.Node at = node; at != null; at = at.getParent()) {
      if (at instanceof TableRow<?> row) {
        return !row.isEmpty();
      }
    }
    return false;
  }

  private void enter(int index) {
    if (index < 0) {
      return;
    }
    if (isGroup(index)) {
      toggle(index);
    } else {
      open.run();
    }
  }

  private boolean isGroup(int index) {
    return model.lines().get(index) instanceof Line.Group;
  }

  private static boolean matches(KeyEvent event, ActionId id) {
    return id.accelerators().stream().anyMatch(key -> key.match(event));
  }

  /** A line that is highlighted where it is a group, and where something is wrong with it. */
  private static final class LineRow extends TableRow<Line> {
    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

    private final LineWords words;

    LineRow(LineWords words) {
      this.words = words;
    }

    @Override
    protected void updateItem(@Nullable Line line, boolean empty) {
      super.updateItem(line, empty);
      Line shown = empty ? null : line;
      pseudoClassStateChanged(GROUP, shown instanceof Line.Group);
      pseudoClassStateChanged(PROBLEM, shown != null && !words.problem(shown).isEmpty());
    }
  }

  /** The columns of an archive's table. UI thread only. */
  static final class ArchiveColumns {
    private static final int NAMES_LOOKED_AT = 200;
    private static final double NARROWEST_NAME_EM = 14;
    private static final double MOST_OF_TABLE = 0.55;

    private final LineWords words;
    private final List<TableColumn<Line, ?>> all = new ArrayList<>();
    private final Map<TableColumn<Line, ?>, SortColumn> sortedBy = new LinkedHashMap<>();
    private final TableColumn<Line, Line> name = new TableColumn<>("Name");
    private final TableColumn<Line, String> index;
    private final TableColumn<Line, String> target;
    private final TableColumn<Line, String> statedTarget;
    private final TableColumn<Line, String> state = new TableColumn<>("State");

    /**
     * The columns.
     *
     * @param toggle opens and closes the group at an index
     */
    ArchiveColumns(
        LineWords words,
        RowTextCache summaries,
        RowTextCache stated,
        ObservableValue<OwnerColors> colors,
        IntConsumer toggle) {
      this.words = words;
      name.setCellValueFactory(line -> new ReadOnlyObjectWrapper<>(line.getValue()));
      name.setCellFactory(made -> new LineNameCell(words, colors, toggle));
      name.setReorderable(false);
      add("name", name, SortColumn.NAME, 24);
      index = Columns.text("Index", words::indexColumn, CellLook.NUMBER);
      add("index", index, SortColumn.INDEX, 5);
      target = Columns.text("Target", words::target);
      add("target", target, SortColumn.TARGET, 10);
      statedTarget = summary("States", stated);
      statedTarget.setCellFactory(made -> new StatedCell());
      add("stated", statedTarget, null, 9);
      state.setCellValueFactory(
          line -> new ReadOnlyObjectWrapper<>(words.problem(line.getValue())));
      state.setCellFactory(made -> new ProblemCell());
      add("state", state, SortColumn.STATE, 10);
      add("stored", Columns.size("Stored", words::storedBytes), SortColumn.STORED, 6.5);
      add("original", Columns.size("Original", words::originalBytes), SortColumn.ORIGINAL, 6.5);
      add("ratio", Columns.text("Ratio", words::ratio, CellLook.NUMBER), SortColumn.RATIO, 5.5);
      add("type", Columns.text("Type", words::type), SortColumn.TYPE, 4.5);
      add(
          "ordinal",
          Columns.text("Ordinal", words::ordinal, CellLook.NUMBER),
          SortColumn.ORDINAL,
          6);
      add("metadata", summary("Metadata", summaries), null, 30);
    }

    private TableColumn<Line, String> summary(String title, RowTextCache summaries) {
      TableColumn<Line, String> column = Columns.text(title, line -> "", CellLook.MUTED);
      column.setSortable(false);
      column.setCellValueFactory(
          line ->
              line.getValue() instanceof Line.Row(int row, _)
                  ? summaries.of(words.rows(), row)
                  : new ReadOnlyStringWrapper(""));
      return column;
    }

    private void add(
        String id, TableColumn<Line, ?> column, @Nullable SortColumn by, double widthEm) {
      column.setId(id);
      column.setPrefWidth(widthEm * em());
      column.setMinWidth(3 * em());
      if (by != null) {
        sortedBy.put(column, by);
      }
      all.add(column);
    }

    List<TableColumn<Line, ?>> all() {
      return List.copyOf(all);
    }

    /** What the user wants to have sorted, from the columns that he clicked. */
    List<SortKey> keys(List<? extends TableColumn<Line, ?>> order) {
      List<SortKey> keys = new ArrayList<>();
      for (TableColumn<Line, ?> column : order) {
        SortColumn by = sortedBy.get(column);
        if (by != null && column.getSortType() != null) {
          keys.add(new SortKey(by, column.getSortType() == TableColumn.SortType.DESCENDING));
        }
      }
      return keys;
    }

    /** Fits the columns to what is shown: flat or grouped, with problems or without. */
    void arrange(Arrangement shown) {
      boolean flat = !shown.grouping().isTree();
      name.setText(
          switch (shown.grouping()) {
            case FLAT -> "Binary";
            case BY_BINARY ->
                shown.source().free() ? "Folder ▸ name ▸ target" : "Binary ▸ index ▸ target";
            case BY_TARGET ->
                shown.source().free() ? "Target ▸ folder ▸ name" : "Target ▸ binary ▸ index";
          });
      index.setVisible(flat);
      target.setVisible(flat);
      state.setVisible(shown.source().problemCount() > 0);
    }

    /**
     * Makes the name column as wide as the names, within reason.
     *
     * @param tableWidth how wide the table is
     */
    void fitNames(ArchiveRows rows, double tableWidth) {
      int step = Math.max(1, rows.count() / NAMES_LOOKED_AT);
      double widest = 0;
      for (int row = 0; row < rows.count(); row += step) {
        widest = Math.max(widest, width(rows.binaryName(row)));
      }
      double widestTarget = widestOf(rows, row -> width(rows.targetText(row)), step);
      double room = 9 * em();
      // Targets are in it, too, two steps to the right, and must not be cut.
      double least = Math.max(NARROWEST_NAME_EM * em(), widestTarget + room);
      double most = Math.max(least, MOST_OF_TABLE * tableWidth);
      name.setPrefWidth(Math.clamp(widest + room, least, most));
      statedTarget.setPrefWidth(Math.max(8 * em(), widestTarget + 3.5 * em()));
      target.setPrefWidth(Math.max(6 * em(), widestTarget + 2 * em()));
    }

    private static double widestOf(ArchiveRows rows, ToDoubleFunction<Integer> width, int step) {
      double widest = 0;
      for (int row = 0; row < rows.count(); row += step) {
        widest = Math.max(widest, width.applyAsDouble(row));
      }
      return widest;
    }

    private static double width(String text) {
      return new Text(text).getLayoutBounds().getWidth();
    }

    private static double em() {
      return Font.getDefault().getSize();
    }

    /** A cell that says what is wrong with a line, with a sign before the words. */
    private static final class ProblemCell extends TableCell<Line, String> {
      ProblemCell() {
        getStyleClass().add("problem-cell");
      }

      @Override
      protected void updateItem(@Nullable String problem, boolean empty) {
        super.updateItem(problem, empty);
        boolean nothing = empty || problem == null || problem.isEmpty();
        setText(nothing ? null : problem);
        setGraphic(nothing ? null : KpackIcon.WARNING.node(IconSize.SMALL));
      }
    }

    /**
     * The name of a line: indented, with an arrow where it can be opened and its target's colour.
     */
    private static final class LineNameCell extends TableCell<Line, Line> {
      private static final PseudoClass OPEN = PseudoClass.getPseudoClass("open");
      private static final double INDENT_EM = 1.3;

      private final LineWords words;
      private final ObservableValue<OwnerColors> colors;
      private final StackPane arrow = new StackPane(new Region());
      private final Label name = new Label();
      private final Label detail = new Label();
      private final HBox content = new HBox(arrow, name, detail);

      /**
       * A cell.
       *
       * @param toggle opens and closes the group at an index
       */
      LineNameCell(
          LineWords words,
          ObservableValue<OwnerColors> colors,
          java.util.function.IntConsumer toggle) {
        this.words = words;
        this.colors = colors;
        getStyleClass().add("line-name-cell");
        arrow.getStyleClass().add("line-arrow");
        arrow.getChildren().getFirst().getStyleClass().add("line-arrow-shape");
        name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        name.setMinWidth(24);
        HBox.setHgrow(name, Priority.SOMETIMES);
        detail.getStyleClass().add("line-detail");
        detail.setMinWidth(0);
        content.getStyleClass().add("line-content");
        CellTips.install(
            this, () -> getItem() == null ? "" : VisibleText.of(words.full(getItem())));
        arrow.setOnMousePressed(
            event -> {
              if (event.getButton() == MouseButton.PRIMARY && !isEmpty()) {
                toggle.accept(getIndex());
                event.consume();
              }
            });
      }

      @Override
      protected void updateItem(@Nullable Line line, boolean empty) {
        super.updateItem(line, empty);
        setTooltip(null);
        if (empty || line == null) {
          setGraphic(null);
          setAccessibleText(null);
          return;
        }
        name.setText(VisibleText.of(words.name(line)));
        name.setGraphic(swatch(line));
        detail.setText(words.detail(line));
        boolean tree = words.grouping().isTree();
        arrow.setManaged(tree);
        arrow.setVisible(line instanceof Line.Group);
        arrow.pseudoClassStateChanged(OPEN, line instanceof Line.Group group && group.open());
        HBox.setMargin(arrow, new Insets(0, 0, 0, line.depth() * INDENT_EM * getFont().getSize()));
        setGraphic(content);
        setAccessibleText(words.spoken(line));
      }

      private @Nullable Node swatch(Line line) {
        String target = words.markedTarget(line);
        return target == null ? null : new Swatch(colors.getValue(), OwnerKind.DEVICE_CODE, target);
      }
    }
  }

  /** What can be done with the selected rows of an archive. */
  static final class ArchiveMenu {
    private ArchiveMenu() {}

    /** The context menu; it leaves out actions without a handler. */
    static ContextMenu of(ViewContext context) {
      return new ActionControls(context.actions())
          .contextMenu(
              ActionId.COPY,
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
              ActionId.EXTRACT_ALL);
    }
  }

  /** The target that a code object states; highlighted where the key's target differs. */
  static final class StatedCell extends TableCell<Line, String> {
    /** Prefix of a target that differs from the target of the key. */
    static final String DIFFERS = "⚠ ";

    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

    StatedCell() {
      getStyleClass().add("stated-cell");
      // The end of a target tells it from the others.
      setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    }

    @Override
    protected void updateItem(@Nullable String text, boolean empty) {
      super.updateItem(text, empty);
      String shown = empty || text == null ? "" : text;
      boolean differs = shown.startsWith(DIFFERS);
      setText(shown);
      pseudoClassStateChanged(PROBLEM, differs);
      setTooltip(
          differs
              ? new Tooltip(
                  "The code object states "
                      + shown.substring(DIFFERS.length())
                      + ", not the target it is filed under.")
              : null);
    }
  }
}
