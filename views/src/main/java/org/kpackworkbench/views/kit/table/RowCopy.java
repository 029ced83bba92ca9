package org.kpackworkbench.views.kit.table;

import javafx.scene.control.TableColumnBase;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/** Copies text and values of cells. */
public final class RowCopy {
  private RowCopy() {}

  /** Puts text on the clipboard. */
  public static void toClipboard(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
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
