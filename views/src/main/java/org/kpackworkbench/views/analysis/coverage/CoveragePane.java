package org.kpackworkbench.views.analysis.coverage;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.analysis.coverage.CoverageModel.CellLooks;
import org.kpackworkbench.views.analysis.resolve.LoadsPlace;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.table.CellLook;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.RowHeight;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.spi.ViewContext;

/** The grid: one row a wrapper, one column an architecture. UI thread only. */
final class CoveragePane extends BorderPane {
  private static final int NAME_COLUMNS = 2;
  private static final int MOST_NAME = 90;
  private static final double CELL_WIDTH = 84;

  private final CoverageModel model;
  private final ViewContext context;
  private final Consumer<CoverageGrid.Row> onSelected;
  private final TableView<Integer> table = new TableView<>();
  private final FilterBox filter =
      new FilterBox(
          "librocblas -arch:gfx942",
          "Fields: name, path, index, arch (what there is code for; -arch:gfx942: rows that have"
              + " none for gfx942)");
  private final CheckBox onlyHoles = new CheckBox("Only rows with holes");
  private final Label detail = new Label();

  CoveragePane(CoverageModel model, ViewContext context, Consumer<CoverageGrid.Row> onSelected) {
    this.model = model;
    this.context = context;
    this.onSelected = onSelected;
    getStylesheets()
        .add(
            Objects.requireNonNull(CoveragePane.class.getResource("coverage.css"))
                .toExternalForm());
    getStyleClass().add("coverage");
    onlyHoles.setId("coverage-only-holes");
    onlyHoles.setMinWidth(Region.USE_PREF_SIZE);
    onlyHoles.setDisable(model.count(CellLooks.HOLE) == 0);
    HBox.setHgrow(filter, Priority.ALWAYS);
    HBox line = new HBox(filter, onlyHoles);
    line.getStyleClass().add("coverage-top");
    setTop(line);
    detail.setId("coverage-detail");
    detail.setWrapText(true);
    detail.setMinHeight(Region.USE_PREF_SIZE);
    detail.setText("A click on a cell goes to its code, or to the wrapper that has none.");
    Label summary = new Label(model.summary());
    summary.setId("coverage-summary");
    VBox below = new VBox(summary, detail, new CoverageLegend(model, context.ownerColors()));
    below.getStyleClass().add("coverage-below");
    setBottom(below);
    build();
    setCenter(table);
    onlyHoles.selectedProperty().subscribe(on -> fill());
    filter.queryProperty().subscribe(query -> fill());
  }

  /** As wide as the longest path, within limits; the grid is what people came for. */
  private double nameWidth() {
    int longest = model.data().rows().stream().mapToInt(row -> row.path().length()).max().orElse(0);
    return Math.clamp(24 + 8.0 * longest, 160, 460);
  }

  private void build() {
    TableColumn<Integer, String> binary =
        Columns.text("Binary", row -> line(row).path(), CellLook.TEXT);
    binary.setCellFactory(made -> new NameCell());
    binary.setPrefWidth(nameWidth());
    table.getColumns().add(binary);
    TableColumn<Integer, Number> index = Columns.count("#", row -> line(row).index());
    index.setPrefWidth(52);
    table.getColumns().add(index);
    List<GpuTarget> targets = model.data().columns();
    for (int i = 0; i < targets.size(); i++) {
      int column = i;
      TableColumn<Integer, Integer> made = new TableColumn<>(targets.get(i).toString());
      made.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
      made.setCellFactory(
          each -> {
            CoverageCellNode cell = new CoverageCellNode(model, column, context.ownerColors());
            clickable(cell);
            return cell;
          });
      made.setComparator(
          (one, other) ->
              CellLooks.of(model.data().cell(one, column))
                  .compareTo(CellLooks.of(model.data().cell(other, column))));
      made.setPrefWidth(Math.max(CELL_WIDTH, 20 + 9 * made.getText().length()));
      made.getStyleClass().add("coverage-column");
      table.getColumns().add(made);
    }
    table.setId("coverage");
    RowHeight.fix(table.fixedCellSizeProperty(), detail);
    table.getStyleClass().addAll("dense", "edge-to-edge", "data-table");
    table.setAccessibleText("Which wrapper has code for which architecture");
    table.getSelectionModel().setCellSelectionEnabled(true);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setPlaceholder(
        Tables.placeholder(
            model.data().rows().isEmpty()
                ? "No binary here has device code, inside or in archives."
                : "No row matches the filter."));
    Following.of(table, context.ownerColors(), colors -> table.refresh());
    table.getFocusModel().focusedCellProperty().subscribe(this::describe);
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            go(table.getFocusModel().getFocusedCell());
            event.consume();
          }
        });
    new ActionHandlers()
        .on(ActionId.COPY, this::copy)
        .on(ActionId.FIND, filter::focusField)
        .on(ActionId.WHY_NO_CODE, this::simulate)
        .attachTo(this);
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(ActionId.COPY, ActionId.FIND, ActionId.WHY_NO_CODE));
  }

  private CoverageGrid.Row line(int row) {
    return model.data().rows().get(row);
  }

  private void fill() {
    List<Integer> rows =
        model.rows(ColumnFilter.of(filter, model.fields()), onlyHoles.isSelected());
    table.setItems(FXCollections.observableArrayList(rows));
    table.sort();
    filter.count(rows.size(), model.data().rows().size());
  }

  /** Selects the first row of a binary; false where it has none in sight. */
  boolean show(String path) {
    for (int at = 0; at < table.getItems().size(); at++) {
      if (line(table.getItems().get(at)).path().equals(path)) {
        table.getSelectionModel().clearAndSelect(at, table.getColumns().getFirst());
        table.scrollTo(at);
        return true;
      }
    }
    return false;
  }

  /** The row and column of a position: an architecture's, or -1 for that of a name. */
  private record At(int row, int column) {}

  private @Nullable At at(@Nullable TablePosition<?, ?> position) {
    if (position == null
        || position.getRow() < 0
        || position.getRow() >= table.getItems().size()
        || position.getTableColumn() == null) {
      return null;
    }
    int column = table.getColumns().indexOf(position.getTableColumn());
    return new At(table.getItems().get(position.getRow()), column - NAME_COLUMNS);
  }

  private void describe(@Nullable TablePosition<?, ?> position) {
    At at = at(position);
    if (at == null || !table.isFocused()) {
      return;
    }
    CoverageGrid.Row row = line(at.row());
    detail.setText(
        at.column() < 0
            ? "%s, wrapper %d, %s."
                .formatted(
                    row.path(),
                    row.index(),
                    row.state() == CoverageGrid.RowState.FAT
                        ? "fat: its code is inside"
                        : "host-only: its code is in archives")
            : CoverageWords.of(
                row,
                model.data().columns().get(at.column()),
                model.data().cell(at.row(), at.column())));
    onSelected.accept(row);
  }

  private void go(@Nullable TablePosition<?, ?> position) {
    At at = at(position);
    if (at == null) {
      return;
    }
    CoverageGrid.Row row = line(at.row());
    if (at.column() < 0) {
      context.navigator().go(row.place());
      return;
    }
    CoverageCell cell = model.data().cell(at.row(), at.column());
    context.navigator().go(CoverageWords.place(row, cell));
  }

  /** Leads to what a loader does for the selected binary, on the selected architecture. */
  private void simulate() {
    At at = at(table.getFocusModel().getFocusedCell());
    if (at != null) {
      List<GpuTarget> targets =
          at.column() < 0 ? List.of() : List.of(model.data().columns().get(at.column()));
      context.navigator().open(LoadsPlace.of(line(at.row()).file(), targets));
    }
  }

  /** A click on a cell of an architecture leads to its code. */
  private void clickable(TableCell<?, ?> cell) {
    cell.setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && event.isStillSincePress()
              && !event.isShortcutDown()
              && !event.isShiftDown()) {
            go(table.getFocusModel().getFocusedCell());
          }
        });
  }

  /** The selected rows, each cell in words, with tabs between. */
  private void copy() {
    StringBuilder text = new StringBuilder("binary\tindex");
    model.data().columns().forEach(target -> text.append('\t').append(target));
    table.getSelectionModel().getSelectedCells().stream()
        .map(position -> position.getRow())
        .distinct()
        .sorted()
        .forEach(
            position -> {
              int row = table.getItems().get(position);
              text.append('\n').append(line(row).path()).append('\t').append(line(row).index());
              for (int column = 0; column < model.data().columns().size(); column++) {
                text.append('\t').append(CellLooks.of(model.data().cell(row, column)).words());
              }
            });
    RowCopy.toClipboard(text.append('\n').toString());
  }

  /** A binary by its name, its whole path as tooltip. */
  private static final class NameCell extends TableCell<Integer, String> {
    NameCell() {
      setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
      CellTips.install(this, () -> getItem() == null ? "" : getItem());
    }

    @Override
    protected void updateItem(@Nullable String path, boolean empty) {
      super.updateItem(path, empty);
      setText(empty || path == null ? null : PlaceWords.cut(path, MOST_NAME));
    }
  }

  /** What the signs of the grid mean, and how many there are of each. */
  private static final class CoverageLegend extends FlowPane {
    CoverageLegend(CoverageModel model, ObservableValue<OwnerColors> palette) {
      setId("coverage-legend");
      getStyleClass().add("coverage-legend");
      Following.of(this, palette, colors -> fill(model, colors));
    }

    private void fill(CoverageModel model, OwnerColors colors) {
      getChildren().clear();
      for (CellLooks look : CellLooks.values()) {
        if (model.count(look) == 0 || look == CellLooks.NOTHING) {
          continue;
        }
        Label sign = new Label(look.sign());
        sign.getStyleClass().add("coverage-sign");
        sign.setMinWidth(Region.USE_PREF_SIZE);
        Color color = look.color(colors, null);
        if (color != null) {
          sign.setBackground(
              new Background(new BackgroundFill(color, new CornerRadii(3), Insets.EMPTY)));
          sign.setTextFill(OwnerColors.textOn(color));
        }
        Label words = new Label("%s: %d".formatted(look.words(), model.count(look)));
        HBox box = new HBox(sign, words);
        box.getStyleClass().add("form-line");
        box.setSpacing(6);
        getChildren().add(box);
      }
    }
  }

  /** A cell of the grid: its sign on its colour, and all of it in words as tooltip. */
  private static final class CoverageCellNode extends TableCell<Integer, Integer> {
    private static final PseudoClass HOLE = PseudoClass.getPseudoClass("hole");
    private static final CornerRadii ROUND = new CornerRadii(3);
    private static final Insets AROUND = new Insets(2, 3, 2, 3);

    private final CoverageModel model;
    private final int column;
    private final ObservableValue<OwnerColors> colors;
    private final Tooltip tip = new Tooltip();

    CoverageCellNode(CoverageModel model, int column, ObservableValue<OwnerColors> colors) {
      this.model = model;
      this.column = column;
      this.colors = colors;
      setAlignment(Pos.CENTER);
      getStyleClass().add("coverage-cell");
      tip.setWrapText(true);
      tip.setMaxWidth(520);
    }

    @Override
    protected void updateItem(@Nullable Integer row, boolean empty) {
      super.updateItem(row, empty);
      if (empty || row == null) {
        setText(null);
        setBackground(null);
        setTooltip(null);
        setAccessibleText(null);
        pseudoClassStateChanged(HOLE, false);
        return;
      }
      CoverageGrid.Row line = model.data().rows().get(row);
      GpuTarget target = model.data().columns().get(column);
      CoverageCell cell = model.data().cell(row, column);
      CellLooks look = CellLooks.of(cell);
      String words = CoverageWords.of(line, target, cell);
      setText(look.sign());
      tip.setText(words);
      setTooltip(tip);
      setAccessibleText(words);
      pseudoClassStateChanged(HOLE, look == CellLooks.HOLE);
      Color color = look.color(colors.getValue(), target);
      if (color == null) {
        setBackground(null);
        setTextFill(
            look == CellLooks.UNSURE
                ? colors.getValue().of(org.kpackworkbench.model.base.place.OwnerKind.PROBLEM)
                : Color.GRAY);
      } else {
        setBackground(new Background(new BackgroundFill(color, ROUND, AROUND)));
        setTextFill(OwnerColors.textOn(color));
      }
    }
  }

  /** What cells say in sentences, and where they lead. Pure functions; any thread. */
  static final class CoverageWords {
    private CoverageWords() {}

    /** A cell in a sentence or two. */
    static String of(CoverageGrid.Row row, GpuTarget target, CoverageCell cell) {
      return "%s for %s: %s".formatted(row.key(), target, words(row, cell));
    }

    private static String words(CoverageGrid.Row row, CoverageCell cell) {
      return switch (cell) {
        case CoverageCell.Present present ->
            "%sin %s, row %d."
                .formatted(size(present.sizeBytes()), name(present.archive()), present.row());
        case CoverageCell.Inside inside ->
            "%sinside %s, which is fat.".formatted(size(inside.sizeBytes()), name(row.file()));
        case CoverageCell.Shared shared ->
            "served by the code for %s, %sin %s, row %d."
                .formatted(
                    shared.target(),
                    size(shared.code().sizeBytes()),
                    name(shared.code().archive()),
                    shared.code().row());
        case CoverageCell.Hole hole ->
            "missing. %s claims the architecture%s."
                .formatted(
                    name(hole.archive()),
                    switch (hole.certainty()) {
                      case SURE -> ", and the wrapper's bundle had code for it";
                      case LIKELY -> ", and other wrappers of this binary have code for it";
                      case POSSIBLE ->
                          "; the binary may have been compiled without it, for none of its wrappers"
                              + " has code for it";
                    });
        case CoverageCell.Absent absent -> "there is no archive for the architecture here.";
        case CoverageCell.NotApplicable never -> never.why();
      };
    }

    /** Where a cell leads: its code, else the wrapper that has none. */
    static Place place(CoverageGrid.Row row, CoverageCell cell) {
      return switch (cell) {
        case CoverageCell.Present present -> present.place();
        case CoverageCell.Inside inside -> inside.place();
        case CoverageCell.Shared shared -> shared.code().place();
        case CoverageCell.Hole hole -> row.place();
        case CoverageCell.Absent absent -> row.place();
        case CoverageCell.NotApplicable never -> {
          Place place = never.place();
          yield place == null ? row.place() : place;
        }
      };
    }

    private static String size(long bytes) {
      return bytes < 0 ? "" : SizeText.of(bytes) + " ";
    }

    private static String name(@Nullable Path file) {
      return file == null ? "" : String.valueOf(file.getFileName());
    }
  }
}
