package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** The rows of a list, as JSON written as they are read. */
final class Listing {
  private static final String ENTRY = "entry";
  private static final String TARGET = "target";
  private static final String USUAL_ENTRY = "hipv4-amdgcn-amd-amdhsa--";

  private final CodeObjects codeObjects;
  private final ListFilter filter;
  private final boolean archived;
  private final List<FormatException> problems = new ArrayList<>();
  private boolean empty = true;

  /**
   * @param archived whether the rows are in other files, which are named then
   */
  Listing(CodeObjects codeObjects, ListFilter filter, boolean archived) {
    this.codeObjects = codeObjects;
    this.filter = filter;
    this.archived = archived;
  }

  /** What is wrong with the rows that were written. */
  List<FormatException> problems() {
    return problems;
  }

  /** Whether no row has met the filter; asked for after writing. */
  boolean isEmpty() {
    return empty;
  }

  /** Does something with a row. */
  interface RowAction {
    void accept(CodeObjectRow row) throws IOException;
  }

  /** Goes through the rows that meet the filter. */
  void each(RowAction action) throws IOException {
    ListFilter.Rows wanted = filter.of(codeObjects);
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      if (wanted.accepts(row)) {
        empty = false;
        action.accept(row);
        if (row.problem() != null) {
          problems.add(row.problem());
        }
      }
    }
  }

  void json(JsonOut out) throws IOException {
    out.list("entries");
    each(
        row -> {
          out.object();
          fields(out, row);
          out.endObject();
        });
    out.endList();
  }

  /** The fields of a row. */
  void fields(JsonOut out, CodeObjectRow row) throws IOException {
    out.field("binary", row.binary());
    out.known("index", row.index())
        .field("target", row.targetText())
        .field("type", row.type())
        .known("ordinal", row.ordinal())
        .known("offset", offset(row))
        .known("storedSize", row.storedSizeBytes())
        .known("originalSize", row.originalSizeBytes())
        .values("metadata", codeObjects.metadata(row.row()));
    if (archived) {
      out.field("archive", row.place().file().toString());
    }
    FormatException spoiled = row.problem();
    if (spoiled != null) {
      out.field("problem", spoiled.getMessage());
    }
  }

  /** Where its own bytes begin in its file; entries of one compressed payload have none. */
  private static long offset(CodeObjectRow row) {
    ByteRange range = row.place().range();
    return range == null || row.storedSizeBytes() < 0 ? -1 : range.start();
  }

  /**
   * The rows as a table.
   *
   * @param wide whether everything there is to say is said
   */
  Columns columns(boolean wide) throws IOException {
    List<String> heads =
        new ArrayList<>(
            List.of("binary", ">index", "target", "type", ">ordinal", ">stored", ">original"));
    if (archived) {
      heads.add("archive");
    }
    heads.add("metadata");
    Columns columns = new Columns(heads.toArray(String[]::new));
    each(
        row -> {
          List<String> cells =
              new ArrayList<>(
                  List.of(
                      row.binary(),
                      known(row.index()),
                      row.targetText(),
                      row.type(),
                      known(row.ordinal()),
                      known(row.storedSizeBytes()),
                      known(row.originalSizeBytes())));
          if (archived) {
            Path archive = row.place().file();
            Path name = archive.getFileName();
            cells.add(wide || name == null ? archive.toString() : name.toString());
          }
          cells.add(metadata(row, wide));
          columns.row(cells.toArray(String[]::new));
        });
    return columns;
  }

  private static String known(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  private String metadata(CodeObjectRow row, boolean wide) throws FormatException {
    StringBuilder words = new StringBuilder(row.problem() == null ? "" : "DAMAGED ");
    for (Map.Entry<String, MsgValue> field : codeObjects.metadata(row.row()).entrySet()) {
      if (wide || !saysNothingNew(row, field)) {
        words.append(field.getKey()).append('=').append(field.getValue()).append(' ');
      }
    }
    return words.toString().stripTrailing();
  }

  /** How to put a bundle together again is many ids; an entry's id mostly only says its target. */
  private static boolean saysNothingNew(CodeObjectRow row, Map.Entry<String, MsgValue> field) {
    return field.getKey().equals(BundleOrigin.IDS_KEY)
        || ((field.getKey().equals(ENTRY) || field.getKey().equals(TARGET))
            && field.getValue() instanceof MsgValue.Text text
            && text.value().equals(USUAL_ENTRY + row.targetText()));
  }
}
