package org.kpackworkbench.views.format.kpack;

import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.RowsModel;

/** Model of the archive table: its rows in groups, and sums of what is shown. UI thread only. */
final class ArchiveTableModel {
  private final ArchiveContent content;
  private final Background.Latest adding;
  private final ArchiveSpec spec;
  private final RowsModel<Line> rows;
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");

  /** A model without rows until the content has some; more exact ones replace the first. */
  ArchiveTableModel(ArchiveContent content, Background background) {
    this.content = content;
    this.adding = background.latest();
    this.spec = new ArchiveSpec(content, background);
    this.rows = new RowsModel<>(spec, background);
    content.rowsProperty().subscribe(this::read);
    rows.arrangedProperty()
        .subscribe(
            now -> {
              adding.forget();
              say(Sums.NONE);
            });
  }

  private void read(@Nullable ArchiveRows now) {
    if (now != null) {
      spec.show(now);
      rows.show(spec.lines());
    }
  }

  /** The lines as a table shows them. */
  RowsModel<Line> rows() {
    return rows;
  }

  /** Which groups are open, and where lines are. */
  GroupedRows<GroupId, Line> groups() {
    return spec.tree();
  }

  /** The rows of the archive that are shown; none before they were read. */
  ArchiveRows source() {
    return spec.rows();
  }

  Grouping grouping() {
    return spec.grouping();
  }

  /** Sums of what is shown and selected, for the status bar. */
  ReadOnlyStringProperty statusProperty() {
    return status.getReadOnlyProperty();
  }

  /** Puts the rows together in another way. */
  void group(Grouping now) {
    if (spec.grouping() != now) {
      spec.group(now);
      rows.changed(true);
    }
  }

  /** The user selected lines at these positions; their sums go to the status bar. */
  void select(int[] positions) {
    if (positions.length == 0) {
      adding.forget();
      say(Sums.NONE);
      return;
    }
    ArchiveRows source = source();
    Supplier<int[]> selected = groups().rowsOf(positions);
    adding.run(() -> Sums.of(source, selected.get()), this::say, content::fail);
  }

  private void say(Sums selected) {
    if (rows.arrangedProperty().get() != null) {
      status.set(StatusWords.of(spec.total(), source().count(), selected));
    }
  }
}
