package org.kpackworkbench.views.robot;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.TableView;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TreeRows;

/** What the tables of views hold. */
public final class ShownRows {
  private ShownRows() {}

  /** The rows of a table that have been read, from top to bottom. */
  public static <R> List<R> in(TableView<?> table, Class<R> type) {
    return table.getItems().stream()
        .map(line -> ((LoadedRow<?>) line).content())
        .filter(Objects::nonNull)
        .<R>map(type::cast)
        .toList();
  }

  /** What is below nothing in a tree, shown or not. */
  public static <T> List<T> tops(Node table, Class<T> type) {
    TreeRows<?> rows = (TreeRows<?>) ((RowsTable<?>) table).model().source();
    return rows == null
        ? List.of()
        : IntStream.range(0, rows.size())
            .mapToObj(rows::row)
            .filter(row -> row.parent() < 0)
            .map(row -> type.cast(row.value()))
            .toList();
  }

  /** What the row of a tree represents that was selected last. */
  public static <T> T selected(Node table, Class<T> type) {
    Object row = ((RowsTable<?>) table).selectedProperty().get();
    return type.cast(((TreeRows.Row<?>) Objects.requireNonNull(row)).value());
  }
}
