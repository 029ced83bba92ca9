package org.kpackworkbench.views.operation.edit;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.css.PseudoClass;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.kit.theme.KeySplitPane;

/**
 * All edits of a document, oldest first, with the state that is shown and the one that is saved. A
 * click on a line goes to the state after that edit. UI thread.
 */
public final class HistoryPane extends VBox {
  private static final PseudoClass UNDONE = PseudoClass.getPseudoClass("undone");
  private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");

  private static final double WIDTH_SHARE = 0.28;
  private static final double HEIGHT_SHARE = 0.22;

  /** In less room what is edited is above the history, so that lines of both have their width. */
  private static final double LEAST_BESIDE_EMS = 54;

  /**
   * Least width for both beside each other where the height is not enough for both: lines of the
   * history wrap.
   */
  private static final double LEAST_BESIDE_WHERE_LOW_EMS = 36;

  private static final double LOW_EMS = 28;

  private final EditSession<?, ?, ?> session;
  private final Label heading = Controls.label("History", "history-heading");
  private final PlainList<Line> list =
      new PlainList<Line>(
              "edit-history", "History of edits; a click on a line goes to that state", "")
          .edgeToEdge();
  private final Subscription subscription;

  /** A line: the state after that many edits. */
  record Line(int applied, String words, boolean undone, boolean current, boolean saved) {
    @Override
    public String toString() {
      return words + (undone ? " (undone)" : "") + (saved ? " (saved)" : "");
    }
  }

  /** The history of a session. */
  public HistoryPane(EditSession<?, ?, ?> session) {
    this.session = session;
    getStylesheets().add(Controls.sheet(HistoryPane.class, "history.css"));
    getStyleClass().add("history-pane");
    list.setCellFactory(made -> new LineCell());
    list.setOnMouseClicked(event -> go());
    list.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            go();
            event.consume();
          }
        });
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().addAll(heading, list);
    subscription = session.historyProperty().subscribe(this::show);
  }

  /**
   * Returns a pane with the edited node and this history beside it, or below it where there is
   * little room.
   *
   * @param around whose width is the room
   */
  public SplitPane beside(Node edited, Region around) {
    KeySplitPane split = new KeySplitPane(edited, this);
    split
        .orientationProperty()
        .subscribe(
            now ->
                split.setDividerPositions(
                    1 - (now == Orientation.HORIZONTAL ? WIDTH_SHARE : HEIGHT_SHARE)));
    SplitPane.setResizableWithParent(this, false);
    split.stackBelow(
        around.widthProperty(),
        Bindings.createObjectBinding(
            () -> {
              double em = heading.getFont().getSize();
              boolean low = around.getHeight() < LOW_EMS * em;
              return em * (low ? LEAST_BESIDE_WHERE_LOW_EMS : LEAST_BESIDE_EMS);
            },
            heading.fontProperty(),
            around.heightProperty()));
    return split;
  }

  /** Ends it: it is not shown any more. */
  public void end() {
    subscription.unsubscribe();
  }

  private void go() {
    Line line = list.getSelectionModel().getSelectedItem();
    if (line != null && !line.current()) {
      session.goTo(line.applied());
    }
  }

  private void show(EditHistory history) {
    List<Line> lines = lines(history);
    list.getItems().setAll(lines);
    int current = history.done().size();
    list.getSelectionModel().clearAndSelect(current);
    list.scrollTo(Math.max(0, current - 3));
  }

  static List<Line> lines(EditHistory history) {
    List<Line> lines = new ArrayList<>();
    int done = history.done().size();
    lines.add(new Line(0, "as opened", false, done == 0, history.saved() == 0));
    for (String words : history.done()) {
      int applied = lines.size();
      lines.add(new Line(applied, words, false, applied == done, applied == history.saved()));
    }
    for (String words : history.undone()) {
      int applied = lines.size();
      lines.add(new Line(applied, words, true, false, applied == history.saved()));
    }
    return lines;
  }

  private static final class LineCell extends ListCell<Line> {
    LineCell() {
      getStyleClass().add("history-cell");
      // As wide as the list: what has no room is in another line.
      setWrapText(true);
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable Line line, boolean empty) {
      super.updateItem(line, empty);
      Line shown = empty ? null : line;
      pseudoClassStateChanged(UNDONE, shown != null && shown.undone());
      pseudoClassStateChanged(CURRENT, shown != null && shown.current());
      setText(shown == null ? null : (shown.current() ? "▸ " : "   ") + shown);
      setTooltip(shown == null ? null : new Tooltip(shown.words()));
    }
  }
}
