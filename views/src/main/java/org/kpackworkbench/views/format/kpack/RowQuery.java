package org.kpackworkbench.views.format.kpack;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;

/** Filters the rows of an archive by a query. */
final class RowQuery {
  /** The names that may stand in a query: those of {@code list --filter}. */
  static final Set<String> FIELDS = CodeObjectQuery.FIELDS;

  private static final int CHECK_EVERY = 1024;

  private final Query query;

  private RowQuery(Query query) {
    this.query = query;
  }

  /** Reads what was typed. */
  static RowQuery parse(String text) throws QueryException {
    return new RowQuery(Query.parse(text, FIELDS));
  }

  /**
   * The rows that match, in the order of the table. Takes time: background threads only.
   *
   * @param stop asked now and then; where it is true, nobody wants the result any more
   * @throws CancellationException where it was stopped
   */
  int[] filter(ArchiveRows rows, BooleanSupplier stop) {
    if (query.isEmpty()) {
      return rows.all();
    }
    int[] found = new int[rows.count()];
    int count = 0;
    Cursor cursor = new Cursor(rows);
    for (int row = 0; row < rows.count(); row++) {
      if (row % CHECK_EVERY == 0 && stop.getAsBoolean()) {
        throw new CancellationException("superseded");
      }
      cursor.moveTo(row);
      if (query.matches(cursor)) {
        found[count++] = row;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** One row after the other as the query sees it; keeps the name, which often stays the same. */
  private static final class Cursor implements Query.Row {
    private final ArchiveRows rows;
    private int row;
    private int namedBinary = -1;
    private String name = "";

    Cursor(ArchiveRows rows) {
      this.rows = rows;
    }

    void moveTo(int next) {
      row = next;
    }

    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name", "binary" -> name();
        case "arch", "target" -> rows.targetText(row);
        case "type" -> rows.typeText(row);
        case "meta" -> MetadataText.of(rows, row);
        case "state" -> state();
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      return switch (field) {
        case "index" -> rows.index(row);
        case "ordinal" -> known(rows.ordinal(row));
        case "size" -> known(rows.originalSizeBytes(row));
        case "stored" -> known(rows.storedSizeBytes(row));
        case "ratio" -> rows.ratio(row);
        default -> Double.NaN;
      };
    }

    private String name() {
      if (rows.binary(row) != namedBinary) {
        namedBinary = rows.binary(row);
        name = rows.binaryName(row);
      }
      return name;
    }

    /** {@code damaged} as on the command line, and in what way. */
    private @Nullable String state() {
      Reason reason = rows.problem(row);
      return reason == null ? null : "damaged, " + ProblemWords.of(reason);
    }

    private static double known(long number) {
      return number < 0 ? Double.NaN : number;
    }
  }
}
