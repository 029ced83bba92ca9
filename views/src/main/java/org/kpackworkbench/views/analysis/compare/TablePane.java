package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.ChangeCounts;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.RememberedDivider;
import org.kpackworkbench.views.spi.ViewContext;

/** A comparison of tables: the result, the filter, the rows, and one row in full. */
final class TablePane extends RowsLevelPane<Row> {
  private static final String ALL_KINDS = "All kinds";
  private static final int NONE = -1;
  private static final double DETAILS_SHARE = 0.28;
  private static final String DIVIDER = "compare.details";

  private final CompareLevel level;
  private final SummaryBar summary;
  private final RowDetails details;
  private final CheckBox order = new CheckBox("Order");
  private final ObservableValue<@Nullable Row> selected = table.selectedProperty();
  private final SimpleObjectProperty<@Nullable Integer> marked = new SimpleObjectProperty<>();
  private final SimpleBooleanProperty canAlign = new SimpleBooleanProperty();
  private int first = NONE;

  TablePane(
      CompareLevel level,
      CompareModel model,
      CompareTrail trail,
      ViewContext context,
      Runnable reload) {
    super(model.rows(), model, level.names(), trail, context);
    this.level = level;
    summary = new SummaryBar(model);
    details = new RowDetails(level.names());
    List<String> remarks = model.comparison().remarks();
    above(
        remarks.isEmpty() ? List.of(summary) : List.of(summary, ProblemBars.remarks(remarks)),
        reload);
    showProblems();
    besideFilter();
    KeySplitPane split = new KeySplitPane();
    split.setOrientation(Orientation.VERTICAL);
    split.getItems().setAll(pane, details);
    RememberedDivider.follow(split, context.remembered(), DIVIDER, 1 - DETAILS_SHARE);
    SplitPane.setResizableWithParent(details, false);
    setCenter(split);
    order.selectedProperty().subscribe((before, now) -> trail.order(now));
    pane.filter().queryProperty().subscribe((before, now) -> model.filter(now));
    marked.subscribe(row -> canAlign.set(pair() != null));
    follow(
        model.countsProperty().subscribe(counts -> counted()),
        model.rows().arrangedProperty().subscribe((before, now) -> arranged()),
        selected.subscribe(this::describe));
    menu(
        ActionId.SHOW_LEFT,
        ActionId.SHOW_RIGHT,
        ActionId.MARK_COUNTERPART,
        ActionId.ALIGN_WITH_MARKED,
        ActionId.COPY,
        ActionId.COPY_CELL,
        ActionId.COPY_KEY,
        ActionId.COPY_COMMAND,
        ActionId.EXPORT_COMPARISON);
  }

  private void besideFilter() {
    RowSelection wanted = model.wanted();
    order.setId("compare-order");
    order.setMinWidth(Region.USE_PREF_SIZE);
    order.setSelected(wanted.inOrder());
    order.setTooltip(
        new Tooltip("Also compare order: another ordinal, offset or address is a difference"));
    List<String> groups = model.comparison().groups();
    if (groups.size() > 1) {
      pane.beside(kinds(groups, wanted.group()));
    }
    Button up = stepButton("↑", ActionId.PREVIOUS_DIFFERENCE, "compare-previous", () -> step(-1));
    Button down = stepButton("↓", ActionId.NEXT_DIFFERENCE, "compare-next", () -> step(1));
    up.getStyleClass().addAll("flat", "tool-button");
    down.getStyleClass().addAll("flat", "tool-button");
    pane.beside(onlyDifferences, order, up, down);
  }

  private ChoiceBox<String> kinds(List<String> groups, @Nullable String chosen) {
    ChoiceBox<String> kinds =
        Controls.named(
            Controls.spoken(Controls.whole(new ChoiceBox<>()), "Only rows of one kind"),
            "compare-kind");
    kinds.getItems().add(ALL_KINDS);
    kinds.getItems().addAll(groups);
    kinds.setValue(chosen == null ? ALL_KINDS : chosen);
    kinds
        .valueProperty()
        .subscribe(
            (before, now) ->
                model.show(model.wantedProperty().get().group(ALL_KINDS.equals(now) ? null : now)));
    return kinds;
  }

  private void arranged() {
    remember();
    pickFirst();
  }

  /**
   * The first difference is selected until the user selects something, so that Enter opens it; it
   * is another one when more becomes known.
   */
  private void pickFirst() {
    int selectedNow = table.selectedRow();
    boolean untouched = table.getSelectionModel().isEmpty() ? first == NONE : selectedNow == first;
    int row = untouched ? model.nextDifference(-1, 1) : NONE;
    if (row >= 0 && row != first && table.pick(row)) {
      first = row;
    }
  }

  private void counted() {
    say(model.countsProperty().get().words());
    summary.refresh();
    pickFirst();
    showProblems();
  }

  private void describe(@Nullable Row row) {
    details.show(row);
    canAlign.set(pair() != null);
  }

  /** The marked row and the selected one, whichever way round they can be side by side. */
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
    super.install(page);
    page.on(
            ActionId.COPY_KEY,
            selected.map(row -> true).orElse(false),
            () -> table.copyLines(Row::key))
        .toggle(ActionId.COMPARE_ORDER, order.selectedProperty())
        .on(
            ActionId.MARK_COUNTERPART,
            selected
                .map(row -> row.cells().size() == 2 && !DifferenceRows.isRun(row) && !isOnBoth(row))
                .orElse(false),
            this::mark)
        .on(ActionId.ALIGN_WITH_MARKED, canAlign, this::align);
    RowsSpec.Tree<Row> tree = model.rows().tree();
    if (tree != null) {
      table.expandActions(tree, page);
    }
    if (!level.pairs().isEmpty()) {
      page.named(
          ActionId.UNDO, new ReadOnlyStringWrapper("Undo Alignment of Rows"), trail::undoAlignment);
    }
  }

  private static boolean isOnBoth(Row row) {
    return row.cells().stream().allMatch(Cell::present);
  }

  private void mark() {
    marked.set(table.selectedRow());
    Row row = selected.getValue();
    say(
        row == null
            ? ""
            : "Marked %s: select its counterpart, and align".formatted(DifferenceWords.name(row)));
  }

  private void align() {
    Pair pair = pair();
    if (pair != null) {
      trail.align(pair);
    }
  }

  @Override
  void open(LoadedRow<Row> line) {
    trail.openRow(line.index());
  }

  @Override
  void step(int by) {
    int row = model.nextDifference(table.getSelectionModel().getSelectedIndex(), by);
    if (row < 0 || !table.pick(row)) {
      sayNoFurther(by);
    }
  }

  @Override
  public @Nullable Cell selected(int side) {
    Row row = selected.getValue();
    return row == null || side >= row.cells().size() ? null : row.cells().get(side);
  }

  @Override
  public boolean openNamed(String name) {
    for (LoadedRow<Row> line : table.getItems()) {
      Row row = line.content();
      if (row != null && row.key().equals(name)) {
        table.pick(line.index());
        if (row.opens()) {
          open(line);
        }
        return true;
      }
    }
    return false;
  }

  /**
   * The result of a comparison, and the number of rows for each change; a click on one of them
   * shows only those.
   */
  private static final class SummaryBar extends FlowPane {
    private final CompareModel model;
    private final Label outcome =
        Controls.named(Controls.whole(new Label()), "compare-outcome", "text-bold");

    SummaryBar(CompareModel model) {
      this.model = model;
      Controls.named(this, "compare-summary", "compare-summary");
      model.countsProperty().subscribe(counts -> fill());
      model.wantedProperty().subscribe(wanted -> fill());
    }

    /** Updates the shown result. */
    void refresh() {
      outcome.setText(DifferenceWords.outcome(model.comparison()));
    }

    private void fill() {
      refresh();
      getChildren().setAll(outcome);
      ChangeCounts counts = model.countsProperty().get();
      Change chosen = model.wantedProperty().get().change();
      for (Change change : Change.values()) {
        int count = counts.count(change);
        if (count > 0 || change == chosen) {
          getChildren().add(chip(change, count, change == chosen));
        }
      }
    }

    private ToggleButton chip(Change change, int count, boolean on) {
      String number = CountText.grouped(count);
      ToggleButton chip =
          new ToggleButton("%s  %s %s".formatted(change.sign(), number, change.word()));
      chip.setId("compare-only-" + change.id());
      chip.getStyleClass().addAll("small", "compare-chip", "change-" + change.id());
      chip.setMinWidth(Region.USE_PREF_SIZE);
      chip.setSelected(on);
      chip.setTooltip(
          new Tooltip(
              on ? "Show all rows again" : "Show only rows of this kind: " + change.words()));
      chip.setAccessibleText(number + " " + change.words());
      chip.setOnAction(
          event ->
              model.show(model.wantedProperty().get().change(chip.isSelected() ? change : null)));
      return chip;
    }
  }
}
