package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.DoubleBinding;
import javafx.scene.control.CheckBox;
import javafx.scene.control.SelectionMode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.views.analysis.compare.CompareActions;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.ViewContext;

/** The grid of a tree: one row a binary, one column a GPU. UI thread only. */
final class ResolveGrid extends BorderPane {
  private static final double ROWS_AROUND = 4.6;

  private static final int LEAST_ROWS = 2;

  /** So many rows are seen before what is below has any room. */
  private static final int LEAST_ROWS_OF_MANY = 5;

  private final BiConsumer<TreeResolution.Row, @Nullable GpuTarget> onCell;
  private final Binaries binaries = new Binaries();
  private final RowsModel<TreeResolution.Row> model;
  private final RowsTable<TreeResolution.Row> table;
  private final CheckBox onlyFailing = new CheckBox("Only binaries that fail");

  /** Work that waits for the first rows; until then the focus is on its way. */
  private @Nullable Runnable whenShown;

  /**
   * A grid.
   *
   * @param onCell receives the selected binary and GPU; the GPU is null on a name
   * @param onOpen receives the binary to open
   */
  ResolveGrid(
      ViewContext context,
      BiConsumer<TreeResolution.Row, @Nullable GpuTarget> onCell,
      Consumer<TreeResolution.Row> onOpen) {
    this.onCell = onCell;
    model = new RowsModel<>(binaries, context.background());
    RowsPane<TreeResolution.Row> pane = new RowsPane<>(model, context);
    table = pane.table();
    onlyFailing.setId("grid-only-failing");
    onlyFailing.setMinWidth(Region.USE_PREF_SIZE);
    onlyFailing.selectedProperty().subscribe((before, now) -> model.only(wanted()));
    pane.beside(onlyFailing);
    pane.handlers().on(ActionId.COPY, this::copy);
    table.setAccessibleText("Which binary has its code on which GPU");
    CompareActions.compareWith(
            pane.handlers(),
            context,
            table.selectedProperty().map(row -> new Place.File(row.file())))
        .on(
            ActionId.OPEN_SELECTED,
            table.selectedProperty().map(row -> true).orElse(false),
            () -> {
              RowsTable.Cell<TreeResolution.Row> cell = table.focusedCell();
              if (cell != null) {
                onOpen.accept(cell.row());
              }
            });
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.OPEN_SELECTED, ActionId.COMPARE_WITH, ActionId.COPY, ActionId.COPY_CELL));
    table.getSelectionModel().setSelectionMode(SelectionMode.SINGLE);
    table.getFocusModel().focusedCellProperty().subscribe(cell -> focused());
    table.onOpen(
        row -> {
          onOpen.accept(binaries.tree.rows().get(row.index()));
          return true;
        });
    model
        .arrangedProperty()
        .subscribe(
            now -> {
              Runnable action = whenShown;
              whenShown = null;
              if (action != null) {
                action.run();
                focused();
              }
            });
    setCenter(pane);
  }

  /** How high it and a line above it are at least, in pixels. */
  DoubleBinding leastHeight() {
    return Bindings.createDoubleBinding(
        () ->
            table.getFixedCellSize()
                * (ROWS_AROUND
                    + Math.clamp(table.getItems().size(), LEAST_ROWS, LEAST_ROWS_OF_MANY)),
        table.fixedCellSizeProperty(),
        table.getItems());
  }

  /**
   * Shows a tree.
   *
   * @param neverBuilt how many wrappers of each binary were never built for each device
   * @param then what to do once its rows are there
   */
  void show(TreeResolution shown, Map<Path, Map<GpuTarget, Integer>> neverBuilt, Runnable then) {
    binaries.neverBuilt = neverBuilt;
    binaries.tree = shown;
    binaries.empty = TreeResolution.NO_CODE;
    onlyFailing.setDisable(
        IntStream.range(0, shown.rows().size()).noneMatch(row -> fails(shown, row)));
    whenShown = then;
    show();
  }

  /** Shows a text instead of rows. */
  void showEmpty(String text) {
    binaries.tree = NOTHING;
    binaries.empty = text;
    whenShown = null;
    show();
  }

  private void show() {
    model.show(RowSource.of(binaries.tree.rows()), wanted());
  }

  private @Nullable IntPredicate wanted() {
    TreeResolution tree = binaries.tree;
    boolean failing = onlyFailing.isSelected() && !onlyFailing.isDisabled();
    return failing ? row -> fails(tree, row) : null;
  }

  private boolean fails(TreeResolution tree, int row) {
    return row < tree.rows().size()
        && IntStream.range(0, tree.devices().size())
            .anyMatch(column -> binaries.state(tree.rows().get(row), column).fails());
  }

  /** Selects the first cell that fails, or the first of all. */
  void selectFirst() {
    for (int at = 0; at < model.shown(); at++) {
      int row = model.rows().index(at);
      List<TreeResolution.Cell> cells = binaries.tree.rows().get(row).cells();
      for (int column = 0; column < cells.size(); column++) {
        if (binaries.state(binaries.tree.rows().get(row), column).fails()) {
          select(row, column);
          return;
        }
      }
    }
    if (model.shown() > 0) {
      select(model.rows().index(0), 0);
    }
  }

  /** Selects a binary on a GPU; false if it is not visible. */
  boolean select(Path file, @Nullable GpuTarget device) {
    TreeResolution shown = binaries.tree;
    for (int row = 0; row < shown.rows().size(); row++) {
      if (shown.rows().get(row).file().equals(file)) {
        return select(row, device == null ? 0 : Math.max(0, shown.devices().indexOf(device)));
      }
    }
    return false;
  }

  private boolean select(int row, int column) {
    return table.pickCell(row, binaries.tree.devices().get(column));
  }

  private void focused() {
    RowsTable.Cell<TreeResolution.Row> cell = whenShown == null ? table.focusedCell() : null;
    if (cell != null) {
      onCell.accept(cell.row(), cell.matrixKey(GpuTarget.class));
    }
  }

  /** The whole grid, each cell in words, with tabs between. */
  void copy() {
    table.copy(
        IntStream.range(0, model.shown()).mapToObj(model.rows()::index).toList(),
        RowCopy::toClipboard);
  }

  private static final TreeResolution NOTHING =
      new TreeResolution(Path.of(""), List.of(), List.of(), List.of(), "");

  private static final class Binaries implements RowsSpec<TreeResolution.Row> {
    private volatile TreeResolution tree = NOTHING;
    private volatile Map<Path, Map<GpuTarget, Integer>> neverBuilt = Map.of();
    private String empty = "";

    @Override
    public TableWords words() {
      return TableWords.of("resolve-grid", "Loading", empty)
          .prompt("librocblas -arch:gfx942")
          .help(
              "Fields: name, wrappers, arch (GPUs that get all their code; -arch:gfx942: those that"
                  + " do not on gfx942)");
    }

    @Override
    public boolean byCell() {
      return true;
    }

    @Override
    public List<RowColumn<TreeResolution.Row>> columns() {
      TreeResolution shown = tree;
      if (shown.equals(NOTHING)) {
        return List.of();
      }
      List<RowColumn<TreeResolution.Row>> columns = new ArrayList<>();
      columns.add(RowColumn.path("Binary", TreeResolution.Row::path));
      for (int i = 0; i < shown.devices().size(); i++) {
        int column = i;
        GpuTarget device = shown.devices().get(i);
        columns.add(
            RowColumn.<TreeResolution.Row>matrix(
                    device,
                    device.toString(),
                    row -> row.cells().get(column).words(),
                    row -> face(row, column))
                .ranked(row -> state(shown.rows().get(row), column).ordinal())
                .named("grid-" + device));
      }
      return columns;
    }

    @Override
    public List<RowColumn<TreeResolution.Row>> fields() {
      TreeResolution shown = tree;
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

    /** How a cell looks, the worst first. */
    private enum State {
      MISSING,
      PARTLY_MISSING,
      REFUSED,
      NOT_ITS_OWN,
      LOOKED_UP,
      FOUND,
      NEVER_BUILT;

      boolean fails() {
        return compareTo(NOT_ITS_OWN) <= 0;
      }
    }

    private int unbuilt(TreeResolution.Row row, int column) {
      return neverBuilt
          .getOrDefault(row.file(), Map.of())
          .getOrDefault(tree.devices().get(column), 0);
    }

    State state(TreeResolution.Row row, int column) {
      TreeResolution.Cell cell = row.cells().get(column);
      if (cell.found() + unbuilt(row, column) < cell.wrappers()) {
        boolean refused =
            cell.error() == LoaderError.SUCCESS ? cell.refused() > 0 : cell.error().isRefusal();
        return cell.found() > 0 ? State.PARTLY_MISSING : refused ? State.REFUSED : State.MISSING;
      }
      return cell.foreign() > 0
          ? State.NOT_ITS_OWN
          : cell.found() == 0 ? State.NEVER_BUILT : cell.loaded() ? State.FOUND : State.LOOKED_UP;
    }

    /** A binary on a GPU: a sign on its colour, and all of it in words. */
    private Face face(TreeResolution.Row row, int column) {
      TreeResolution.Cell cell = row.cells().get(column);
      GpuTarget device = tree.devices().get(column);
      State state = state(row, column);
      boolean inside = row.state() == DeviceCode.FAT;
      String some =
          cell.found() == cell.wrappers() ? "" : " %d/%d".formatted(cell.found(), cell.wrappers());
      String sign =
          switch (state) {
            case MISSING -> "✖";
            case PARTLY_MISSING -> "✖" + some;
            case REFUSED -> "⊘";
            case NOT_ITS_OWN -> "⚠ %d".formatted(cell.foreign());
            case LOOKED_UP -> TraceMark.LOOKED_UP.sign() + some;
            case FOUND -> (inside ? "■" : "✓") + some;
            case NEVER_BUILT -> "";
          };
      Face face = Face.of(sign, sentence(row, column, device, cell, inside));
      return state.fails()
          ? face.styled("cell-problem").tinted(new Tint(OwnerKind.PROBLEM, null, true))
          : state == State.NEVER_BUILT
              ? face
              : face.tinted(
                  new Tint(OwnerKind.DEVICE_CODE, device.toString(), state == State.FOUND));
    }

    private String sentence(
        TreeResolution.Row row,
        int column,
        GpuTarget device,
        TreeResolution.Cell cell,
        boolean inside) {
      if (!cell.complete() && !state(row, column).fails()) {
        return "%s on %s: %d of %s with code; the others were never built for it."
            .formatted(row.path(), device, cell.found(), CountText.of(cell.wrappers(), "wrapper"));
      }
      if (cell.complete()) {
        return "%s on %s: %s with code %s%s."
            .formatted(
                row.path(),
                device,
                CountText.of(cell.wrappers(), "wrapper"),
                inside ? "inside the binary" : "in archives",
                cell.loaded() ? "" : "; it was " + LoadNodes.LOOKED_UP);
      }
      String counts =
          "%s on %s: %d of %s with code%s; wrapper %d "
              .formatted(
                  row.path(),
                  device,
                  cell.found(),
                  CountText.of(cell.wrappers(), "wrapper"),
                  cell.foreign() == 0
                      ? ""
                      : ", %d with another wrapper's".formatted(cell.foreign()),
                  cell.firstFailing());
      return counts
          + (cell.found() == cell.wrappers()
              ? "finds kernels that are not its own."
              : cell.error() == LoaderError.SUCCESS
                  ? "finds code that the runtime refuses."
                  : "gets error %s.".formatted(cell.error()));
    }
  }
}
