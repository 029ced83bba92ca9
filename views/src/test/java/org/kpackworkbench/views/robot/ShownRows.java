package org.kpackworkbench.views.robot;

import java.util.List;
import java.util.Objects;
import javafx.scene.control.TableView;
import org.kpackworkbench.views.kit.rows.LoadedRow;

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
}
