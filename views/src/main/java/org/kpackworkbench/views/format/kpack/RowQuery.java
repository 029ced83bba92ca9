package org.kpackworkbench.views.format.kpack;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.kpack.ArchiveCodeObjects;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.views.format.kpack.LineWords.ProblemWords;

/** A row of an archive as a query sees it. */
record RowQuery(ArchiveRows rows, int row, boolean unpacks) implements Query.Row {
  /** The names that a query may contain: those of {@code list --filter}. */
  static final Set<String> FIELDS = CodeObjectQuery.FIELDS;

  /**
   * The rows that a query leaves.
   *
   * @throws IllegalArgumentException if the query cannot be understood
   */
  static Predicate<Line> of(String text, ArchiveRows rows) {
    try {
      Query query = Query.parse(text, FIELDS);
      boolean unpacks = query.names(CodeObjectQuery.STATE);
      return line -> query.matches(new RowQuery(rows, line.row(), unpacks));
    } catch (QueryException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  @Override
  public @Nullable String text(String field) {
    return switch (field) {
      case "name", "binary" -> rows.binaryName(row);
      case "arch", "target" -> rows.targetText(row);
      case "type" -> rows.typeText(row);
      case "meta" -> RowMetadataText.of(rows, row);
      case CodeObjectQuery.STATE -> state();
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

  @Override
  public boolean isWords(String field) {
    return CodeObjectQuery.isWords(field);
  }

  /** {@code damaged} as on the command line, and in what way. */
  private @Nullable String state() {
    Reason reason = rows.problem(row);
    if (reason == null && unpacks) {
      reason = damage();
    }
    return reason == null ? null : "damaged, " + ProblemWords.of(reason);
  }

  private @Nullable Reason damage() {
    try {
      return CodeObjectQuery.damage(new ArchiveCodeObjects(rows.archive()), row)
          .map(FormatException::reason)
          .orElse(null);
    } catch (FormatException changed) {
      return changed.reason();
    }
  }

  private static double known(long number) {
    return number < 0 ? Double.NaN : number;
  }
}
