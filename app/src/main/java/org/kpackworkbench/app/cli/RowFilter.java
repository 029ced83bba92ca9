package org.kpackworkbench.app.cli;

import java.util.Set;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;

/** Filters that select the rows of a change. */
final class RowFilter {
  private RowFilter() {}

  /** Reads the filter; an empty one is none, since it would mean everything. */
  static Query parse(EditOption asked, String text, Set<String> fields) throws CliException {
    try {
      Query query = Query.parse(text, fields);
      if (query.isEmpty()) {
        throw asked.wrong("a filter, such as arch=gfx90a");
      }
      return query;
    } catch (QueryException noQuery) {
      throw CliException.failed(asked.option() + ": " + noQuery.getMessage());
    }
  }
}
