package org.kpackworkbench.views.kit.rows;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;

/** A line of the table: its row, once that has been read. UI thread only. */
public final class LoadedRow<R> {
  private final int index;
  private final ReadOnlyObjectWrapper<@Nullable R> content = new ReadOnlyObjectWrapper<>();

  LoadedRow(int index) {
    this.index = index;
  }

  /** Its number in the source, whatever the order and the filter; negative for a run of rows. */
  public int index() {
    return index;
  }

  /** The row; null until it has been read. */
  public ObservableValue<@Nullable R> contentProperty() {
    return content.getReadOnlyProperty();
  }

  /** The row; null until it has been read. */
  public @Nullable R content() {
    return content.get();
  }

  void arrived(R row) {
    content.set(row);
  }
}
