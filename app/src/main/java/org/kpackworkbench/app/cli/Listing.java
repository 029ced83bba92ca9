package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.CodeObjectQuery;
import org.kpackworkbench.model.document.CodeObjectRow;
import org.kpackworkbench.model.document.CodeObjects;
import org.kpackworkbench.model.msgpack.MsgValue;

/** The rows of a list, as JSON written as they are read. */
final class Listing {
  private final CodeObjects codeObjects;
  private final CodeObjectQuery filter;
  private final List<FormatException> problems = new ArrayList<>();
  private boolean empty = true;

  Listing(CodeObjects codeObjects, CodeObjectQuery filter) {
    this.codeObjects = codeObjects;
    this.filter = filter;
  }

  /** What is wrong with the rows that were written. */
  List<FormatException> problems() {
    return problems;
  }

  /** Whether no row has met the filter; asked for after writing. */
  boolean isEmpty() {
    return empty;
  }

  void json(JsonOut out) throws IOException {
    out.list("entries");
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      if (filter.accepts(codeObjects, row)) {
        empty = false;
        json(out, row);
      }
    }
    out.endList();
  }

  private void json(JsonOut out, CodeObjectRow row) throws IOException {
    out.object().field("binary", row.binary());
    out.known("index", row.index())
        .field("target", row.targetText())
        .field("type", row.type())
        .known("ordinal", row.ordinal())
        .known("storedSize", row.storedSizeBytes())
        .known("originalSize", row.originalSizeBytes())
        .values("metadata", codeObjects.metadata(row.row()));
    FormatException spoiled = row.problem();
    if (spoiled != null) {
      problems.add(spoiled);
      out.field("problem", spoiled.getMessage());
    }
    out.endObject();
  }

  void text(TextOut out) throws IOException {
    Columns columns =
        new Columns(
            "binary", ">index", "target", "type", ">ordinal", ">stored", ">original", "metadata");
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      if (filter.accepts(codeObjects, row)) {
        empty = false;
        columns.row(
            row.binary(),
            known(row.index()),
            row.targetText(),
            row.type(),
            known(row.ordinal()),
            known(row.storedSizeBytes()),
            known(row.originalSizeBytes()),
            metadata(row));
        if (row.problem() != null) {
          problems.add(row.problem());
        }
      }
    }
    if (!columns.isEmpty()) {
      columns.print(out, "");
    }
  }

  private static String known(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  private String metadata(CodeObjectRow row) throws FormatException {
    StringBuilder words = new StringBuilder(row.problem() == null ? "" : "DAMAGED ");
    for (Map.Entry<String, MsgValue> field : codeObjects.metadata(row.row()).entrySet()) {
      words.append(field.getKey()).append('=').append(field.getValue()).append(' ');
    }
    return words.toString().stripTrailing();
  }
}
