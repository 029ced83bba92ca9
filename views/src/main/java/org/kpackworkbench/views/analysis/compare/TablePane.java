package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.ChangeCounts;
import org.kpackworkbench.model.analysis.diff.RealignedComparison.Pair;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.compare.CompareLevel.LevelPane;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.analysis.compare.DifferenceWords.ChangeLook;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.RememberedDivider;
import org.kpackworkbench.views.spi.ViewContext;

/** A comparison of tables: the result, the filter, the rows, and one row in full. */
final class TablePane extends BorderPane implements LevelPane {
  private static final String ALL_KINDS = "All kinds";
  private static final int NONE = -1;
  private static final double DETAILS_SHARE = 0.28;
  private static final String DIVIDER = "compare.details";

  /** What a pane needs from the page around it. */
  interface Way {
    /** Opens what lies below a row. */
    void open(int row);

    /** Sets two rows beside one another. */
    void align(Pair pair);

    /** Takes that back. */
    void undoAlignment();

    /** Compares order, too, or not any more. */
    void order(boolean inOrder);

    /** Reads the files again. */
    void reload();
  }

  private final CompareModel model;
  private final CompareLevel level;
  private final Way way;
  private final ViewContext context;
  private final RowsPane<Row> pane;
  private final RowsTable<Row> table;
  private final SummaryBar summary;
  private final RowDetails details;
  private final VBox top = new VBox();
  private final CheckBox onlyDifferences = new CheckBox("Only differences");
  private final CheckBox order = new CheckBox("Order");
  private final KeySplitPane split = new KeySplitPane();
  private final ObservableValue<@Nullable Row> selected;
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private final SimpleObjectProperty<@Nullable Integer> marked = new SimpleObjectProperty<>();
  private final SimpleBooleanProperty canAlign = new SimpleBooleanProperty();
  private Subscription subscriptions = Subscription.EMPTY;
  private int first = NONE;

  TablePane(
      CompareLevel level,
      CompareModel model,
      ContentsRun contents,
      List<String> names,
      ViewContext context,
      Way way) {
    this.level = level;
    this.model = model;
    this.way = way;
    this.context = context;
    pane = new RowsPane<>(model.rows(), context);
    table = pane.table();
    table.getStyleClass().add("compare-table");
    selected = table.selectedProperty();
    summary = new SummaryBar(model);
    details = new RowDetails(names);
    getStyleClass().add("compare-level");
    top.getStyleClass().add("compare-top");
    top.getChildren().add(summary);
    ProblemBars.addTo(top, model.comparison(), names, context);
    top.getChildren().addAll(new ContentsBar(contents, way::reload));
    besideFilter();
    split.setOrientation(Orientation.VERTICAL);
    split.getItems().setAll(pane, details);
    RememberedDivider.follow(split, context.remembered(), DIVIDER, 1 - DETAILS_SHARE);
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
                ActionId.COPY_CELL,
                ActionId.COPY_KEY,
                ActionId.COPY_COMMAND,
                ActionId.EXPORT_COMPARISON));
  }

  private void besideFilter() {
    RowSelection wanted = model.wanted();
    onlyDifferences.setId("compare-only-differences");
    onlyDifferences.setMinWidth(Region.USE_PREF_SIZE);
    onlyDifferences.setSelected(wanted.onlyDifferences());
    onlyDifferences.setTooltip(new Tooltip("Show only rows that are known to differ"));
    order.setId("compare-order");
    order.setMinWidth(Region.USE_PREF_SIZE);
    order.setSelected(wanted.inOrder());
    order.setTooltip(
        new Tooltip("Also compare order: another ordinal, offset or address is a difference"));
    List<String> groups = model.comparison().groups();
    if (groups.size() > 1) {
      pane.beside(kinds(groups, wanted.group()));
    }
    pane.beside(
        onlyDifferences,
        order,
        stepButton("↑", ActionId.PREVIOUS_DIFFERENCE, -1),
        stepButton("↓", ActionId.NEXT_DIFFERENCE, 1));
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
    kinds.setMinWidth(Region.USE_PREF_SIZE);
    kinds.setAccessibleText("Only rows of one kind");
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

  private void listen() {
    onlyDifferences
        .selectedProperty()
        .subscribe((before, now) -> model.show(model.wantedProperty().get().differences(now)));
    order.selectedProperty().subscribe((before, now) -> way.order(now));
    pane.filter().queryProperty().subscribe((before, now) -> model.filter(now));
    table.onOpen(
        line -> {
          way.open(line.index());
          return true;
        });
    subscriptions =
        Subscription.combine(
            model.countsProperty().subscribe(counts -> counted()),
            model.wantedProperty().subscribe((before, now) -> remember()),
            model.rows().arrangedProperty().subscribe((before, now) -> arranged()),
            selected.subscribe(this::describe));
    marked.subscribe(row -> canAlign.set(pair() != null));
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

  private void remember() {
    model.wanted().remember(context.remembered(), model.comparison().kind());
  }

  private void counted() {
    status.set(model.countsProperty().get().words());
    summary.refresh();
    pickFirst();
    ProblemBars.refresh(top, model.comparison());
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
    ObservableValue<Boolean> some = selected.map(row -> true).orElse(false);
    page.on(ActionId.FIND, pane.filter()::focusField)
        .on(ActionId.COPY, some, () -> table.copy())
        .on(ActionId.COPY_ROWS, some, () -> table.copy())
        .on(ActionId.COPY_KEY, some, () -> table.copyLines(Row::key))
        .on(ActionId.NEXT_DIFFERENCE, () -> step(1))
        .on(ActionId.PREVIOUS_DIFFERENCE, () -> step(-1))
        .toggle(ActionId.ONLY_DIFFERENCES, onlyDifferences.selectedProperty())
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
          ActionId.UNDO, new ReadOnlyStringWrapper("Undo Alignment of Rows"), way::undoAlignment);
    }
  }

  private static boolean isOnBoth(Row row) {
    return row.cells().stream().allMatch(Cell::present);
  }

  private void mark() {
    marked.set(table.selectedRow());
    Row row = selected.getValue();
    status.set(
        row == null
            ? ""
            : "Marked %s: select its counterpart, and align".formatted(DifferenceWords.name(row)));
  }

  private void align() {
    Pair pair = pair();
    if (pair != null) {
      way.align(pair);
    }
  }

  private void step(int by) {
    int row = model.nextDifference(table.getSelectionModel().getSelectedIndex(), by);
    if (row < 0 || !table.pick(row)) {
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
    return selected.map(model.rows().spec()::place);
  }

  @Override
  public @Nullable Cell selected(int side) {
    Row row = selected.getValue();
    return row == null || side >= row.cells().size() ? null : row.cells().get(side);
  }

  @Override
  public void focus() {
    table.requestFocus();
  }

  @Override
  public void dispose() {
    subscriptions.unsubscribe();
    pane.dispose();
  }

  /** Selects the row of that name, and opens what lies below it; false if there is none. */
  boolean openNamed(String name) {
    for (LoadedRow<Row> line : table.getItems()) {
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

  /**
   * The result of a comparison, and the number of rows for each change; a click on one of them
   * shows only those.
   */
  private static final class SummaryBar extends FlowPane {
    private final CompareModel model;
    private final Label outcome = new Label();

    SummaryBar(CompareModel model) {
      this.model = model;
      setId("compare-summary");
      getStyleClass().add("compare-summary");
      outcome.setId("compare-outcome");
      outcome.getStyleClass().add("text-bold");
      outcome.setMinWidth(Region.USE_PREF_SIZE);
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
      ChangeLook look = ChangeLook.of(change);
      String number = CountText.grouped(count);
      ToggleButton chip = new ToggleButton("%s  %s %s".formatted(look.sign(), number, look.word()));
      chip.setId("compare-only-" + change.id());
      chip.getStyleClass().addAll("small", "compare-chip", look.styleClass());
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

  /** How far contents have been compared behind the table; there while that is not all of them. */
  static final class ContentsBar extends HBox {
    private final ContentsRun contents;
    private final ProgressBar bar = new ProgressBar();
    private final Label words = new Label();
    private final Button button = new Button();
    private final Runnable reload;
    private Subscription job = Subscription.EMPTY;

    ContentsBar(ContentsRun contents, Runnable reload) {
      this.contents = contents;
      this.reload = reload;
      setId("compare-contents");
      getStyleClass().add("compare-contents");
      bar.setPrefWidth(160);
      bar.setMinWidth(60);
      words.setWrapText(true);
      button.setId("compare-contents-button");
      button.getStyleClass().add("small");
      button.setMinWidth(Region.USE_PREF_SIZE);
      managedProperty().bind(visibleProperty());
      contents.stateProperty().subscribe(this::show);
    }

    private void show(ContentsRun.State state) {
      job.unsubscribe();
      job = Subscription.EMPTY;
      setVisible(state != ContentsRun.State.DONE && state != ContentsRun.State.WAITING);
      switch (state) {
        case WAITING, DONE -> getChildren().clear();
        case RUNNING -> {
          Job running = contents.job();
          if (running != null) {
            bar.setProgress(running.fractionProperty().get());
            job =
                running
                    .fractionProperty()
                    .subscribe(part -> bar.setProgress(part.doubleValue()))
                    .and(running.speedProperty().subscribe(speed -> running(speed)));
          }
          button("Stop", contents::stop);
          getChildren().setAll(bar, words, button);
        }
        case STOPPED -> {
          words.setText(
              "Contents were not compared to the end: rows marked “?” agree in their tables only.");
          button("Continue", contents::start);
          getChildren().setAll(words, button);
        }
        case FAILED -> {
          Throwable failure = contents.failure();
          words.setText(
              "⚠ Contents could not be compared to the end. "
                  + (failure == null ? "" : ErrorText.of(failure).inOneLine()));
          button("Reload", reload);
          getChildren().setAll(words, button);
        }
      }
    }

    private void running(String speed) {
      words.setText("Comparing contents…" + (speed.isEmpty() ? "" : " " + speed));
    }

    private void button(String text, Runnable action) {
      button.setText(text);
      button.setOnAction(event -> action.run());
    }
  }
}
