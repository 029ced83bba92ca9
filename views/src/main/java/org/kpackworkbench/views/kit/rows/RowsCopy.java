package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.ViewContext;

/** Copies the selected rows as lines of values with tabs between. */
final class RowsCopy {
  private RowsCopy() {}

  static <R> void copy(RowsTable<R> table, RowsModel<R> model, ViewContext context) {
    RowSource<R> source = model.source();
    if (source == null) {
      return;
    }
    List<Integer> positions =
        table.getSelectionModel().getSelectedIndices().stream().sorted().distinct().toList();
    List<Integer> indices = new ArrayList<>(positions.size());
    for (int position : positions) {
      indices.add(model.row(position).index());
    }
    List<RowColumn<R>> columns = new ArrayList<>();
    table
        .getVisibleLeafColumns()
        .forEach(
            column -> {
              RowColumn<R> meaning = table.meaning(column);
              if (meaning != null) {
                columns.add(meaning);
              }
            });
    context
        .background()
        .run(
            () -> text(source, indices, columns),
            RowCopy::toClipboard,
            failure -> context.dialogs().showError("The rows could not be copied", failure));
  }

  static <R> String text(RowSource<R> source, List<Integer> indices, List<RowColumn<R>> columns)
      throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(columns.stream().map(RowColumn::title).collect(Collectors.joining("\t")));
    for (int index : indices) {
      R row = source.row(index);
      text.append('\n');
      text.append(
          columns.stream()
              .map(column -> column.plain(row).replaceAll("[\\t\\r\\n]", " "))
              .collect(Collectors.joining("\t")));
    }
    return text.append('\n').toString();
  }
}
