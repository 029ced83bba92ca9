package org.kpackworkbench.views.kit.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/** Selected rows as lines of values with tabs between, which spreadsheets and editors take. */
public final class RowCopy {
  private RowCopy() {}

  /** The selected rows of a table, with a line of titles. */
  public static String text(TableView<?> table) {
    List<Integer> rows =
        table.getSelectionModel().getSelectedIndices().stream().sorted().distinct().toList();
    return text(table.getVisibleLeafColumns(), rows);
  }

  /** Puts text on the clipboard. */
  public static void toClipboard(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }

  private static String text(List<? extends TableColumnBase<?, ?>> columns, List<Integer> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(
        columns.stream().map(column -> plain(column.getText())).collect(Collectors.joining("\t")));
    for (int row : rows) {
      lines.add(
          columns.stream().map(column -> value(column, row)).collect(Collectors.joining("\t")));
    }
    return String.join("\n", lines) + "\n";
  }

  /** Returns the value of a cell, on one line. */
  static String value(TableColumnBase<?, ?> column, int row) {
    Object value = column.getCellData(row);
    return value == null ? "" : plain(value.toString());
  }

  private static String plain(String text) {
    return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
  }
}
