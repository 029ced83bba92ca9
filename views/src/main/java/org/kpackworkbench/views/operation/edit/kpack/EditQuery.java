package org.kpackworkbench.views.operation.edit.kpack;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;

/** Filters rows that are edited, with the names that {@code list --filter} has for the same. */
record EditQuery(Query query) {
  /** The names that may be in a query. */
  static final Set<String> FIELDS =
      new TreeSet<>(Set.of("name", "binary", "arch", "target", "type", "index", "size", "change"));

  static EditQuery parse(String text) throws QueryException {
    return new EditQuery(Query.parse(text, FIELDS));
  }

  boolean matches(EditedRow row) {
    return query.matches(new Seen(row));
  }

  private record Seen(EditedRow row) implements Query.Row {
    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name", "binary" -> row.key().binary();
        case "arch", "target" -> row.ref().target();
        case "type" -> row.type();
        case "change" -> ChangeWords.of(row.change());
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      return switch (field) {
        case "index" -> row.key().index();
        case "size" -> row.originalSizeBytes() < 0 ? Double.NaN : row.originalSizeBytes();
        default -> Double.NaN;
      };
    }
  }
}
