package org.kpackworkbench.views.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.ViewContext;

/** Copies rows of a comparison; they are read in the background, there may be many. */
final class RowsToClipboard {
  private final TableComparison comparison;
  private final ViewContext context;

  RowsToClipboard(TableComparison comparison, ViewContext context) {
    this.comparison = comparison;
    this.context = context;
  }

  /** Copies the names alone. */
  void names(List<Integer> rows) {
    copy(rows, List.of(), List.of(Row::key));
  }

  /** Copies lines of values with tabs between, below their titles. */
  void rows(List<Integer> rows, List<String> titles, List<Function<Row, String>> texts) {
    copy(rows, titles, texts);
  }

  private void copy(List<Integer> rows, List<String> titles, List<Function<Row, String>> texts) {
    context
        .background()
        .run(
            () -> text(rows, titles, texts),
            RowCopy::toClipboard,
            failure -> context.dialogs().showError("The rows could not be copied", failure));
  }

  private String text(List<Integer> rows, List<String> titles, List<Function<Row, String>> texts)
      throws FormatException {
    List<String> lines = new ArrayList<>();
    if (!titles.isEmpty()) {
      lines.add(String.join("\t", titles));
    }
    for (int index : rows) {
      Row row = comparison.row(index);
      lines.add(
          texts.stream()
              .map(text -> text.apply(row).replaceAll("[\\t\\r\\n]", " "))
              .collect(Collectors.joining("\t")));
    }
    return String.join("\n", lines) + (titles.isEmpty() ? "" : "\n");
  }
}
