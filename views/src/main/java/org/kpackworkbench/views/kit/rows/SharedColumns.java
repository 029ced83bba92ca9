package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.InvalidationListener;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.ColumnFit;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.Remembered;

/**
 * A line above a table with the columns that are the same in all of its rows: those columns are
 * hidden, which gives the others their room, and come back when rows differ. Columns without any
 * text are hidden, too, and not in the line. What the user shows by the menu of columns, or with a
 * click on the line, stays a column in all tables of the kind. Tables that are edited, grouped,
 * selected by cell or low keep all columns. UI thread only.
 */
public final class SharedColumns<R> extends FlowPane {
  private static final String KEY = "table-always.";

  /** In fewer rows, figures are compared, or alike by chance. */
  private static final int LEAST_ROWS_OF_FIGURES = 3;

  private static final int MOST_AT_ONCE = 2000;
  private static final int ASK_EVERY_ROWS = 1024;

  private final RowsTable<R> table;
  private final RowsModel<R> model;
  private final ColumnFit fit;
  private final Background background;
  private final Remembered remembered;
  private final AtomicInteger newest = new AtomicInteger();

  /** Texts that all rows have, by the ids of their columns, hidden or not. */
  private Map<String, String> same = Map.of();

  private Set<TableColumnBase<?, ?>> hidden = Set.of();
  private int rows;
  private boolean fits = true;
  private boolean applying;

  SharedColumns(RowsTable<R> table, ColumnFit fit, Background background, Remembered remembered) {
    this.table = table;
    this.model = table.model();
    this.fit = fit;
    this.background = background;
    this.remembered = remembered;
    getStyleClass().add("shared-columns");
    setId(model.spec().words().id() + "-shared");
    Controls.collapsing(this).setVisible(false);
    // Else as wide as its longest text.
    setMinWidth(0);
    model.arrangedProperty().subscribe(this::look);
    table.getVisibleLeafColumns().addListener((InvalidationListener) changed -> chosen());
  }

  /** The width of one line. */
  @Override
  protected double computePrefWidth(double height) {
    double gaps = getHgap() * Math.max(0, getChildren().size() - 1);
    return snappedLeftInset()
        + getChildren().stream().mapToDouble(child -> snapSizeX(child.prefWidth(-1))).sum()
        + gaps
        + snappedRightInset();
  }

  /** The columns that can become part of the line: all but those that a table is about. */
  private List<RowColumn<R>> candidates() {
    RowsSpec<R> spec = model.spec();
    RowsSpec.Tree<R> tree = model.tree();
    if (spec.byCell() || spec.edited() || (tree != null && tree.grouped())) {
      return List.of();
    }
    List<RowColumn<R>> columns = spec.columns();
    return columns.stream()
        .skip(1)
        .filter(
            column ->
                switch (column.look()) {
                  case MATRIX, TREE -> false;
                  case FACE -> column.later() == null && !column.isDrawn();
                  case FIGURE, SIZE, COUNT, ADDRESS -> model.shown() >= LEAST_ROWS_OF_FIGURES;
                  default -> true;
                })
        .filter(column -> column.edit() == null && !column.stretches() && column.keptShare() == 0)
        .toList();
  }

  private void look(RowsModel.@Nullable Arranged<R> now) {
    int mine = newest.incrementAndGet();
    List<RowColumn<R>> columns = now == null || model.shown() < 2 ? List.of() : candidates();
    if (now == null || columns.isEmpty()) {
      apply(Map.of(), 0);
      return;
    }
    RowSource<R> source = now.source();
    int[] indices = IntStream.range(0, model.shown()).map(model.rows()::index).toArray();
    if (source.inMemory() && indices.length <= MOST_AT_ONCE) {
      try {
        apply(same(source, indices, columns, mine), indices.length);
      } catch (IOException unread) {
        model.fail(unread);
      }
      return;
    }
    background.run(
        () -> same(source, indices, columns, mine),
        found -> {
          if (newest.get() == mine) {
            apply(found, indices.length);
          }
        },
        failure -> {
          if (newest.get() == mine) {
            model.fail(failure);
          }
        });
  }

  /** Returns the texts of the columns that are the same in all rows, by the columns' ids. */
  private Map<String, String> same(
      RowSource<R> source, int[] indices, List<RowColumn<R>> columns, int mine) throws IOException {
    R first = source.row(indices[0]);
    Map<RowColumn<R>, Object> left = new LinkedHashMap<>();
    columns.forEach(column -> left.put(column, value(column, first)));
    for (int i = 1; i < indices.length && !left.isEmpty(); i++) {
      if (i % ASK_EVERY_ROWS == 0 && newest.get() != mine) {
        throw new CancellationException("superseded");
      }
      R row = source.row(indices[i]);
      left.entrySet().removeIf(each -> !each.getValue().equals(value(each.getKey(), row)));
    }
    Map<String, String> texts = new HashMap<>();
    for (RowColumn<R> column : left.keySet()) {
      String text = text(column, first);
      // What is read beside others is a column unless it says nothing.
      if (!column.isBesideOthers() || isNothing(text)) {
        texts.put(column.id(), text);
      }
    }
    return texts;
  }

  /** All that a cell says: colours and tooltips, too. */
  private static <R> Object value(RowColumn<R> column, R row) {
    return column.look() == RowColumn.Look.FACE
        ? Map.entry(column.face(row), column.plain(row))
        : column.plain(row);
  }

  private static <R> String text(RowColumn<R> column, R row) {
    String text =
        column.look() == RowColumn.Look.FACE
            ? column.face(row).text()
            : RowsWidths.shown(column, row);
    return text.isEmpty() ? Columns.UNKNOWN : VisibleText.of(text);
  }

  private static boolean isNothing(String text) {
    return text.equals(Columns.UNKNOWN);
  }

  /** The user showed or hid a column: what he showed although it is the same in all rows stays. */
  private void chosen() {
    if (applying) {
      return;
    }
    boolean changed = false;
    for (TableColumn<LoadedRow<R>, ?> column : table.getColumns()) {
      RowColumn<R> meaning = table.meaning(column);
      if (meaning != null && same.containsKey(meaning.id())) {
        boolean shown = column.isVisible() && (fits || !hidden.contains(column));
        boolean always = always().contains(meaning.id());
        if (shown && !always) {
          always(meaning.id(), true);
          changed = true;
        } else if (always && !column.isVisible() && !fit.isSetAside(column)) {
          always(meaning.id(), false);
          changed = true;
        }
      }
    }
    if (changed) {
      apply(same, rows);
    }
  }

  private List<String> always() {
    return remembered.list(KEY + model.spec().kind());
  }

  private void always(String column, boolean is) {
    List<String> now = new ArrayList<>(always());
    now.remove(column);
    if (is) {
      now.add(column);
    }
    remembered.list(KEY + model.spec().kind(), now);
  }

  private void apply(Map<String, String> found, int count) {
    same = found;
    rows = count;
    Set<TableColumnBase<?, ?>> shared = new HashSet<>();
    List<Node> items = new ArrayList<>();
    for (TableColumn<LoadedRow<R>, ?> column : table.getColumns()) {
      RowColumn<R> meaning = table.meaning(column);
      String text = meaning == null ? null : found.get(meaning.id());
      boolean wanted = column.isVisible() || fit.isSetAside(column);
      if (meaning != null && text != null && wanted && !always().contains(meaning.id())) {
        shared.add(column);
        if (!isNothing(text)) {
          items.add(item(column, meaning.title(), text));
        }
      }
    }
    hidden = shared;
    getChildren().clear();
    if (!items.isEmpty()) {
      getChildren().add(Controls.label("All rows:", "muted"));
      getChildren().addAll(items);
    }
    setAccessibleText(
        items.stream().map(Node::getAccessibleText).collect(Collectors.joining("; ")));
    show();
  }

  /** Whether there is room for the line: without it, all columns stay in the table. */
  void fits(boolean now) {
    if (fits != now) {
      fits = now;
      show();
    }
  }

  private void show() {
    setVisible(fits && !getChildren().isEmpty());
    applying = true;
    try {
      fit.setAside(fits ? hidden : Set.of());
    } finally {
      applying = false;
    }
  }

  private Node item(TableColumn<LoadedRow<R>, ?> column, String title, String text) {
    Label value = Controls.label(text, "shared-value");
    HBox item = Controls.styled(new HBox(Controls.label(title, "muted"), value), "shared-column");
    item.maxWidthProperty().bind(widthProperty().subtract(24));
    item.setAccessibleText("All rows: " + title + " " + text);
    Controls.tip(
        value,
        "%s: %s%nThe same in all %s rows. A click makes it a column again."
            .formatted(title, text, CountText.grouped(rows)));
    item.setOnMouseClicked(event -> column.setVisible(true));
    return item;
  }
}
