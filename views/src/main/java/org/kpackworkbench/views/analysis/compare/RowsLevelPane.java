package org.kpackworkbench.views.analysis.compare;

import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.bytes.LevelPane;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.spi.ViewContext;

/** A level that is a table: facts above a filter with tools, and rows that open the next level. */
abstract class RowsLevelPane<R> extends BorderPane implements LevelPane {
  final CompareModel model;
  final CompareTrail trail;
  final ViewContext context;
  final RowsPane<R> pane;
  final RowsTable<R> table;
  final CheckBox onlyDifferences =
      Controls.named(
          Controls.tip(
              Controls.whole(new CheckBox("Only differences")),
              "Show only rows that are known to differ"),
          "compare-only-differences");
  private final ProblemBars problems;
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");
  private Subscription subscriptions;

  /**
   * @param rows rows of the table
   * @param model the rows of the comparison that are shown
   * @param names the sides' names in messages
   */
  RowsLevelPane(
      RowsModel<R> rows,
      CompareModel model,
      List<String> names,
      CompareTrail trail,
      ViewContext context) {
    this.model = model;
    this.trail = trail;
    this.context = context;
    problems = new ProblemBars(names, context);
    pane = new RowsPane<>(rows, context);
    table = pane.table();
    table.getStyleClass().add("compare-table");
    getStyleClass().add("compare-level");
    onlyDifferences.setSelected(model.wanted().onlyDifferences());
    onlyDifferences
        .selectedProperty()
        .subscribe((before, now) -> model.show(model.wantedProperty().get().differences(now)));
    subscriptions = model.wantedProperty().subscribe((before, now) -> remember());
  }

  /** Opens what lies below a row. */
  abstract void open(LoadedRow<R> line);

  /** Goes to the next difference; for -1 to the previous one. */
  abstract void step(int by);

  /** Sets what is above the filter: facts, problems, the progress of contents, tools. */
  final void above(List<Node> facts, Runnable reload, Node... tools) {
    VBox top = Controls.styled(new VBox(), "compare-top");
    top.getChildren().addAll(facts);
    top.getChildren().addAll(problems, new ContentsBar(model.contents(), reload));
    top.getChildren().addAll(tools);
    setTop(top);
  }

  final void follow(Subscription... more) {
    table.onOpen(
        line -> {
          open(line);
          return true;
        });
    subscriptions = subscriptions.and(Subscription.combine(more));
  }

  final void menu(ActionId... actions) {
    table.setContextMenu(new ActionControls(context.actions()).contextMenu(actions));
  }

  static Button stepButton(String sign, ActionId action, String id, Runnable run) {
    Button button = SignButton.of(id, sign, ActionControls.tooltip(action), run);
    button.setAccessibleText(action.text());
    return button;
  }

  final void remember() {
    model.wanted().remember(context.remembered(), model.comparison().kind());
  }

  final void showProblems() {
    problems.show(model.comparison().problems());
  }

  final void say(String words) {
    status.set(words);
  }

  final void sayNoFurther(int by) {
    say(by > 0 ? "No further difference below" : "No further difference above");
  }

  @Override
  public void install(ActionHandlers page) {
    ObservableValue<Boolean> some = table.selectedProperty().map(row -> true).orElse(false);
    page.on(ActionId.FIND, pane.filter()::focusField)
        .on(ActionId.COPY, some, table::copy)
        .on(ActionId.COPY_ROWS, some, table::copy)
        .on(ActionId.NEXT_DIFFERENCE, () -> step(1))
        .on(ActionId.PREVIOUS_DIFFERENCE, () -> step(-1))
        .toggle(ActionId.ONLY_DIFFERENCES, onlyDifferences.selectedProperty());
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
    return table.selectedProperty().map(table.model().spec()::place);
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
}
