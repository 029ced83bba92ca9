package org.kpackworkbench.views.analysis.coverage;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.analysis.coverage.CoverageSpec.CellLooks;
import org.kpackworkbench.views.analysis.resolve.LoadsPlace;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** The coverage of a folder that is open as a whole: which wrapper has code for which target. */
public final class CoverageViews {
  private CoverageViews() {}

  /** Returns the views of an open folder. */
  public static List<DocumentView> create(FolderFile folder, ViewContext context) {
    return List.of(
        view(
            () -> CoverageData.of(folder.once(CoverageGrid.class, CoverageScan::of)),
            folder::inTree,
            context));
  }

  /**
   * A view of a grid.
   *
   * @param source reads the grid; in the background
   * @param entry the place of a binary, by its path
   */
  static DocumentView view(
      Callable<CoverageData> source, Function<String, Place> entry, ViewContext context) {
    CoverageSpec grid = new CoverageSpec(source, entry);
    return new RowsView<>(grid, context).around(pane -> new Around(grid, pane, context).follow());
  }

  /** Controls around the grid: problems, holes alone, one cell in words, the legend. */
  private static final class Around {
    private final CoverageSpec grid;
    private final RowsPane<Integer> pane;
    private final RowsTable<Integer> table;
    private final ViewContext context;
    private final CheckBox onlyHoles = new CheckBox("Only rows with missing code");
    private final Label detail = new Label();
    private final Label summary = new Label();
    private final VBox below = new VBox();
    private final VBox problems = new VBox();
    private final CoverageLegend legend;

    Around(CoverageSpec grid, RowsPane<Integer> pane, ViewContext context) {
      this.grid = grid;
      this.pane = pane;
      this.table = pane.table();
      this.context = context;
      this.legend = new CoverageLegend(grid, context.ownerColors());
    }

    void follow() {
      pane.getStylesheets().add(Controls.sheet(CoverageViews.class, "coverage.css"));
      onlyHoles.setId("coverage-only-holes");
      onlyHoles.setTooltip(new Tooltip("Rows in which code is missing or perhaps missing"));
      onlyHoles.setMinWidth(Region.USE_PREF_SIZE);
      onlyHoles
          .selectedProperty()
          .subscribe((was, on) -> table.model().only(on ? grid::lacking : null));
      pane.beside(onlyHoles);
      pane.above(problems);
      detail.setId("coverage-detail");
      detail.setWrapText(true);
      detail.setMinHeight(Region.USE_PREF_SIZE);
      detail.setText("A click on a cell goes to its code, or to the wrapper that has none.");
      summary.setId("coverage-summary");
      summary.setWrapText(true);
      summary.setMinHeight(Region.USE_PREF_SIZE);
      below.getStyleClass().add("coverage-below");
      below.getChildren().addAll(summary, detail);
      table.setAccessibleText("Which wrapper has code for which architecture");
      table.getFocusModel().focusedCellProperty().subscribe(cell -> describe());
      table.onCellClick(this::go);
      table.onOpen(
          row -> {
            open();
            return true;
          });
      pane.handlers()
          .on(ActionId.WHY_NO_CODE, this::simulate)
          .on(
              ActionId.OPEN_SELECTED,
              table.selectedProperty().map(row -> true).orElse(false),
              this::open);
      table.setContextMenu(
          new ActionControls(context.actions())
              .contextMenu(
                  ActionId.OPEN_SELECTED,
                  ActionId.COPY,
                  ActionId.COPY_CELL,
                  ActionId.FIND,
                  ActionId.COMPARE_WITH,
                  ActionId.SELECT_FOR_COMPARE,
                  ActionId.COMPARE_WITH_SELECTED,
                  ActionId.WHY_NO_CODE));
      table.model().arrangedProperty().subscribe(now -> counted());
      Following.of(pane, context.found().placesProperty(), this::verified);
    }

    private void verified(Map<Place, String> found) {
      grid.verified(found);
      if (pane.getBottom() != null) {
        onlyHoles.setDisable(!grid.lacksAny());
        summary.setText(grid.summary());
        legend.fill(grid, context.ownerColors().getValue());
        table.refresh();
      }
    }

    private void counted() {
      if (table.model().source() == null || pane.getBottom() != null) {
        return;
      }
      onlyHoles.setDisable(!grid.lacksAny());
      summary.setText(grid.summary());
      legend.fill(grid, context.ownerColors().getValue());
      below.getChildren().add(legend);
      pane.setBottom(below);
      List<String> wrong = grid.data().problems();
      if (!wrong.isEmpty()) {
        Button all = new Button("Details");
        VBox list = new VBox(Tables.placeholder(String.join("\n", wrong)));
        all.setOnAction(event -> context.dialogs().show("Not in the grid", list));
        problems
            .getChildren()
            .setAll(
                new MessageBar(
                    MessageBar.Severity.WARNING,
                    wrong.size() == 1
                        ? wrong.getFirst()
                        : wrong.size()
                            + " items are not in the grid: files that could not be read, or"
                            + " rows beyond its limit.",
                    all));
      }
    }

    /** The architecture of a cell; null for that of a name. */
    private @Nullable GpuTarget target(RowsTable.Cell<Integer> cell) {
      return cell.matrixKey(GpuTarget.class);
    }

    private void describe() {
      RowsTable.Cell<Integer> cell = table.focusedCell();
      if (cell != null && table.isFocused()) {
        detail.setText(grid.words(cell.row(), target(cell)));
      }
    }

    private void open() {
      RowsTable.Cell<Integer> cell = table.focusedCell();
      if (cell != null) {
        go(cell);
      }
    }

    private void go(RowsTable.Cell<Integer> cell) {
      context.navigator().go(grid.target(cell.row(), target(cell)));
    }

    /** Leads to what a loader does for the selected binary, on the selected architecture. */
    private void simulate() {
      RowsTable.Cell<Integer> cell = table.focusedCell();
      if (cell != null) {
        GpuTarget target = target(cell);
        context
            .navigator()
            .open(
                LoadsPlace.of(
                    grid.row(cell.row()).file(), target == null ? List.of() : List.of(target)));
      }
    }
  }

  /** Legend of the grid's signs, and how many there are of each. */
  private static final class CoverageLegend extends FlowPane {
    CoverageLegend(CoverageSpec grid, ObservableValue<OwnerColors> palette) {
      Controls.named(this, "coverage-legend", "coverage-legend");
      Following.of(this, palette, colors -> fill(grid, colors));
    }

    private void fill(CoverageSpec grid, OwnerColors colors) {
      getChildren().clear();
      for (CellLooks look : CellLooks.values()) {
        if (grid.count(look) == 0 || look == CellLooks.NOTHING) {
          continue;
        }
        Label sign = Controls.whole(Controls.label(look.sign(), "coverage-sign"));
        Color color = color(look.tint(null), colors);
        if (color != null) {
          sign.setBackground(
              new Background(new BackgroundFill(color, new CornerRadii(3), Insets.EMPTY)));
          sign.setTextFill(OwnerColors.textOn(color));
        }
        Label words = new Label("%s: %d".formatted(look.words(), grid.count(look)));
        HBox box = Controls.styled(new HBox(sign, words), "form-line");
        box.setSpacing(6);
        getChildren().add(box);
      }
    }

    private static @Nullable Color color(@Nullable Tint tint, OwnerColors colors) {
      return tint == null || !tint.filled() ? null : colors.of(tint.kind(), tint.target());
    }
  }
}
