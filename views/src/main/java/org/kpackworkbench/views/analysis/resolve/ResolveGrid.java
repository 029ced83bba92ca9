package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.CheckBox;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.spi.ViewContext;

/** The grid of a tree: one row a binary, one column a GPU. UI thread only. */
final class ResolveGrid extends BorderPane {
  private static final double CELL_WIDTH = 84;

  private final ViewContext context;
  private final BiConsumer<TreeResolution.Row, @Nullable GpuTarget> onCell;
  private final Consumer<TreeResolution.Row> onOpen;
  private final TableView<Integer> table = new TableView<>();
  private final FilterBox filter =
      new FilterBox(
          "librocblas -arch:gfx942",
          "Fields: name, wrappers, arch (GPUs that get all their code; -arch:gfx942: those that do"
              + " not on gfx942)");
  private final CheckBox onlyFailing = new CheckBox("Only binaries that fail");
  private @Nullable TreeResolution tree;

  /**
   * A grid.
   *
   * @param onCell told which binary and GPU are selected; the GPU is null on a name
   * @param onOpen told which binary is to be opened
   */
  ResolveGrid(
      ViewContext context,
      BiConsumer<TreeResolution.Row, @Nullable GpuTarget> onCell,
      Consumer<TreeResolution.Row> onOpen) {
    this.context = context;
    this.onCell = onCell;
    this.onOpen = onOpen;
    onlyFailing.setId("grid-only-failing");
    onlyFailing.setMinWidth(Region.USE_PREF_SIZE);
    HBox.setHgrow(filter, Priority.ALWAYS);
    HBox top = new HBox(filter, onlyFailing);
    top.getStyleClass().add("grid-top");
    setTop(top);
    table.setId("resolve-grid");
    table.getStyleClass().addAll("dense", "edge-to-edge", "data-table");
    table.setAccessibleText("Which binary has its code on which GPU");
    table.getSelectionModel().setCellSelectionEnabled(true);
    table.getSelectionModel().setSelectionMode(SelectionMode.SINGLE);
    table.getFocusModel().focusedCellProperty().subscribe(this::focused);
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            open();
            event.consume();
          }
        });
    setCenter(table);
    onlyFailing.selectedProperty().subscribe((before, now) -> fill());
    filter.queryProperty().subscribe((before, now) -> fill());
    Following.of(table, context.ownerColors(), colors -> table.refresh());
    new ActionHandlers()
        .on(ActionId.COPY, this::copy)
        .on(ActionId.FIND, filter::focusField)
        .attachTo(this);
  }

  /** Shows a tree. */
  void show(TreeResolution shown) {
    boolean sameColumns = tree != null && tree.devices().equals(shown.devices());
    tree = shown;
    onlyFailing.setDisable(shown.complete());
    if (!sameColumns) {
      columns(shown);
    }
    fill();
    table.refresh();
  }

  /** Shows a text instead of rows. */
  void showEmpty(String text) {
    tree = null;
    table.getItems().clear();
    table.getColumns().clear();
    table.setPlaceholder(Tables.placeholder(text));
    filter.count(0, 0);
  }

  private void columns(TreeResolution shown) {
    List<TableColumn<Integer, ?>> columns = new ArrayList<>();
    TableColumn<Integer, String> name =
        Columns.text("Binary", row -> row(row).path(), CellLook.TEXT);
    name.setCellFactory(made -> new NameCell());
    int longest = shown.rows().stream().mapToInt(row -> row.path().length()).max().orElse(0);
    name.setPrefWidth(Math.clamp(24 + 8.0 * longest, 160, 460));
    columns.add(name);
    List<GpuTarget> devices = shown.devices();
    for (int i = 0; i < devices.size(); i++) {
      int column = i;
      TableColumn<Integer, Integer> made = new TableColumn<>(devices.get(i).toString());
      made.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
      made.setCellFactory(each -> new ResolveCell(this::now, column, context.ownerColors()));
      made.setComparator(
          (one, other) ->
              Integer.compare(
                  ResolveCell.rank(row(one).cells().get(column)),
                  ResolveCell.rank(row(other).cells().get(column))));
      made.setPrefWidth(Math.max(CELL_WIDTH, 20 + 9 * made.getText().length()));
      made.getStyleClass().add("grid-column");
      columns.add(made);
    }
    table.getItems().clear();
    table.getColumns().setAll(columns);
  }

  private @Nullable TreeResolution now() {
    return tree;
  }

  private TreeResolution.Row row(int number) {
    return java.util.Objects.requireNonNull(tree).rows().get(number);
  }

  private void fill() {
    TreeResolution shown = tree;
    if (shown == null) {
      return;
    }
    Predicate<TreeResolution.Row> wanted = ColumnFilter.of(filter, fields(shown));
    boolean failing = onlyFailing.isSelected() && !onlyFailing.isDisabled();
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < shown.rows().size(); i++) {
      TreeResolution.Row row = shown.rows().get(i);
      if (wanted.test(row)
          && (!failing || row.cells().stream().anyMatch(cell -> !cell.complete()))) {
        rows.add(i);
      }
    }
    table.setPlaceholder(
        Tables.placeholder(
            shown.rows().isEmpty()
                ? "No binary here has device code, inside or in archives."
                : "No binary matches the filter."));
    table.setItems(FXCollections.observableArrayList(rows));
    table.sort();
    filter.count(rows.size(), shown.rows().size());
  }

  private static List<RowColumn<TreeResolution.Row>> fields(TreeResolution shown) {
    return List.of(
        RowColumn.<TreeResolution.Row>text("Binary", TreeResolution.Row::path).alsoNamed("name"),
        RowColumn.text("Arch", row -> served(shown, row)),
        RowColumn.count(
            "Wrappers",
            row -> row.cells().stream().mapToInt(TreeResolution.Cell::wrappers).max().orElse(0)));
  }

  /** The GPUs on which each wrapper of a binary gets its code. */
  private static String served(TreeResolution shown, TreeResolution.Row row) {
    return IntStream.range(0, row.cells().size())
        .filter(at -> row.cells().get(at).complete())
        .mapToObj(at -> shown.devices().get(at).toString())
        .collect(Collectors.joining(" "));
  }

  /** Selects the first cell that fails, or the first of all. */
  void selectFirst() {
    TreeResolution shown = tree;
    if (shown == null || shown.rows().isEmpty() || table.getItems().isEmpty()) {
      return;
    }
    for (int at = 0; at < table.getItems().size(); at++) {
      List<TreeResolution.Cell> cells = row(table.getItems().get(at)).cells();
      for (int column = 0; column < cells.size(); column++) {
        if (!cells.get(column).complete()) {
          select(at, column);
          return;
        }
      }
    }
    select(0, 0);
  }

  /** Selects a binary on a GPU; false where it is not in sight. */
  boolean select(java.nio.file.Path file, @Nullable GpuTarget device) {
    TreeResolution shown = tree;
    for (int at = 0; shown != null && at < table.getItems().size(); at++) {
      if (row(table.getItems().get(at)).file().equals(file)) {
        select(at, device == null ? 0 : Math.max(0, shown.devices().indexOf(device)));
        table.scrollTo(Math.max(0, at - 3));
        return true;
      }
    }
    return false;
  }

  private void select(int at, int column) {
    TableColumn<Integer, ?> chosen = table.getColumns().get(column + 1);
    table.getSelectionModel().clearAndSelect(at, chosen);
    table.getFocusModel().focus(at, chosen);
  }

  private void focused(@Nullable TablePosition<?, ?> position) {
    TreeResolution shown = tree;
    if (shown == null
        || position == null
        || position.getRow() < 0
        || position.getRow() >= table.getItems().size()) {
      return;
    }
    int column = table.getColumns().indexOf(position.getTableColumn()) - 1;
    onCell.accept(
        row(table.getItems().get(position.getRow())),
        column < 0 ? null : shown.devices().get(column));
  }

  private void open() {
    int at = table.getFocusModel().getFocusedIndex();
    if (at >= 0 && at < table.getItems().size()) {
      onOpen.accept(row(table.getItems().get(at)));
    }
  }

  /** The whole grid, each cell in words, with tabs between. */
  void copy() {
    TreeResolution shown = tree;
    if (shown == null) {
      return;
    }
    StringBuilder text = new StringBuilder("binary");
    shown.devices().forEach(device -> text.append('\t').append(device));
    for (int number : table.getItems()) {
      text.append('\n').append(row(number).path());
      row(number).cells().forEach(cell -> text.append('\t').append(ResolveCell.words(cell)));
    }
    RowCopy.toClipboard(text.append('\n').toString());
  }

  /** A binary by its path; its end tells it apart. */
  private static final class NameCell extends TableCell<Integer, String> {
    NameCell() {
      setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
      CellTips.install(this, () -> getText() == null ? "" : getText());
    }

    @Override
    protected void updateItem(@Nullable String path, boolean empty) {
      super.updateItem(path, empty);
      setText(empty ? null : path);
    }
  }

  /** A binary on a GPU: a sign on its colour, and all of it in words as tooltip. */
  private static final class ResolveCell extends TableCell<Integer, Integer> {
    private static final PseudoClass FAILING = PseudoClass.getPseudoClass("failing");
    private static final CornerRadii ROUND = new CornerRadii(3);
    private static final Insets AROUND = new Insets(2, 3, 2, 3);

    private final Supplier<@Nullable TreeResolution> tree;
    private final int column;
    private final ObservableValue<OwnerColors> colors;

    ResolveCell(
        Supplier<@Nullable TreeResolution> tree, int column, ObservableValue<OwnerColors> colors) {
      this.tree = tree;
      this.column = column;
      this.colors = colors;
      setAlignment(Pos.CENTER);
      getStyleClass().add("grid-cell");
      CellTips.install(this, () -> getAccessibleText() == null ? "" : getAccessibleText());
    }

    /** What sorts first: what lacks most. */
    static int rank(TreeResolution.Cell cell) {
      return cell.complete() ? 2 : cell.found() > 0 ? 1 : 0;
    }

    /** A cell in a few words. */
    static String words(TreeResolution.Cell cell) {
      return cell.words();
    }

    @Override
    protected void updateItem(@Nullable Integer number, boolean empty) {
      super.updateItem(number, empty);
      TreeResolution shown = tree.get();
      if (empty || number == null || shown == null || number >= shown.rows().size()) {
        setText(null);
        setBackground(null);
        setAccessibleText(null);
        pseudoClassStateChanged(FAILING, false);
        return;
      }
      TreeResolution.Row row = shown.rows().get(number);
      GpuTarget device = shown.devices().get(column);
      TreeResolution.Cell cell = row.cells().get(column);
      boolean inside = row.state() == DeviceCode.FAT;
      setText(
          cell.complete()
              ? inside ? "■" : "✓"
              : cell.found() == cell.wrappers()
                  ? "⚠ %d".formatted(cell.foreign())
                  : cell.found() == 0 ? "✖" : "✖ %d/%d".formatted(cell.found(), cell.wrappers()));
      setAccessibleText(sentence(row, device, cell, inside));
      pseudoClassStateChanged(FAILING, !cell.complete());
      Color color =
          cell.complete()
              ? colors.getValue().ofTarget(device)
              : colors.getValue().of(OwnerKind.PROBLEM);
      setBackground(new Background(new BackgroundFill(color, ROUND, AROUND)));
      setTextFill(OwnerColors.textOn(color));
    }

    private static String sentence(
        TreeResolution.Row row, GpuTarget device, TreeResolution.Cell cell, boolean inside) {
      if (cell.complete()) {
        return "%s on %s: %s, %s."
            .formatted(
                row.path(),
                device,
                StepWords.counted(cell.wrappers(), "wrapper") + " with code",
                inside ? "inside the binary" : "in archives");
      }
      String counts =
          "%s on %s: %d of %s with code%s; wrapper %d "
              .formatted(
                  row.path(),
                  device,
                  cell.found(),
                  StepWords.counted(cell.wrappers(), "wrapper"),
                  cell.foreign() == 0
                      ? ""
                      : ", %d with another wrapper's".formatted(cell.foreign()),
                  cell.firstFailing());
      return counts
          + (cell.found() == cell.wrappers()
              ? "finds kernels that are not its own."
              : "gets error %s.".formatted(cell.error()));
    }
  }
}
