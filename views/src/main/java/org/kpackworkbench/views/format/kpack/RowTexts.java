package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.util.Map;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** Rows of an archive as text: for spreadsheets, and as the list command prints them. */
final class RowTexts {
  private RowTexts() {}

  /** Lines of values with tabs between, below a line of titles; sizes in bytes. */
  static String table(ArchiveRows rows, int[] some) {
    StringBuilder text = new StringBuilder();
    text.append("binary\tindex\ttarget\ttype\tordinal\tstored size\toriginal size\tmetadata\n");
    for (int row : some) {
      text.append(plain(rows.binaryName(row))).append('\t');
      text.append(rows.index(row)).append('\t');
      text.append(plain(rows.targetText(row))).append('\t');
      text.append(plain(rows.typeText(row))).append('\t');
      text.append(known(rows.ordinal(row))).append('\t');
      text.append(known(rows.storedSizeBytes(row))).append('\t');
      text.append(known(rows.originalSizeBytes(row))).append('\t');
      text.append(plain(MetadataText.of(rows, row))).append('\n');
    }
    return text.toString();
  }

  /** An array of objects with the fields of the list command; what is not known is null. */
  static String json(ArchiveRows rows, int[] some) throws IOException {
    StringBuilder text = new StringBuilder("[");
    String between = "\n  ";
    for (int row : some) {
      text.append(between).append("{\"binary\": ");
      JsonText.string(text, rows.binaryName(row));
      text.append(", \"index\": ").append(rows.index(row)).append(", \"target\": ");
      JsonText.string(text, rows.targetText(row));
      text.append(", \"type\": ");
      JsonText.string(text, rows.typeText(row));
      text.append(", \"ordinal\": ").append(number(rows.ordinal(row)));
      text.append(", \"storedSize\": ").append(number(rows.storedSizeBytes(row)));
      text.append(", \"originalSize\": ").append(number(rows.originalSizeBytes(row)));
      Map<String, MsgValue> metadata = rows.archive().metadata(row);
      text.append(", \"metadata\": ");
      JsonText.map(text, metadata);
      text.append('}');
      between = ",\n  ";
    }
    return text.append(some.length == 0 ? "]\n" : "\n]\n").toString();
  }

  private static String known(long number) {
    return number < 0 ? "" : Long.toString(number);
  }

  private static String number(long number) {
    return number < 0 ? "null" : Long.toString(number);
  }

  private static String plain(String text) {
    return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
  }
}
