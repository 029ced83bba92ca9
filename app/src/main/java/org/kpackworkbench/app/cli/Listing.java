package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.CodeObjectRow;
import org.kpackworkbench.model.document.CodeObjects;

/** The rows of a list, written as they are read, so that their number does not matter. */
final class Listing {
  private final CodeObjects codeObjects;
  private final RowFilter filter;
  private final List<FormatException> problems = new ArrayList<>();

  Listing(CodeObjects codeObjects, RowFilter filter) {
    this.codeObjects = codeObjects;
    this.filter = filter;
  }

  /** What is wrong with the rows that were written. */
  List<FormatException> problems() {
    return problems;
  }

  void json(JsonOut out) throws IOException {
    out.list("entries");
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      if (filter.accepts(row)) {
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
    // Once to see how wide the columns are, once to write: the rows are never held.
    int count = 0;
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      if (filter.accepts(row)) {
        columns.fit(cells(row, ""));
        count++;
      }
    }
    if (count == 0) {
      return;
    }
    out.line(columns.head());
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      if (filter.accepts(row)) {
        out.line(columns.line(cells(row, metadata(row))));
        if (row.problem() != null) {
          problems.add(row.problem());
        }
      }
    }
  }

  private static String[] cells(CodeObjectRow row, String metadata) {
    return new String[] {
      row.binary(),
      known(row.index()),
      row.targetText(),
      row.type(),
      known(row.ordinal()),
      known(row.storedSizeBytes()),
      known(row.originalSizeBytes()),
      metadata
    };
  }

  private static String known(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  private String metadata(CodeObjectRow row) throws FormatException {
    String words =
        codeObjects.metadata(row.row()).entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining(" "));
    return row.problem() == null ? words : ("DAMAGED " + words).strip();
  }
}
