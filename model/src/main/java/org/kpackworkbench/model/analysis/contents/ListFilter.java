package org.kpackworkbench.model.analysis.contents;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * What of a list is shown: all filters are met, and one of the targets.
 *
 * @param queries the filters
 * @param targets the targets
 */
public record ListFilter(List<CodeObjectQuery> queries, TargetFilter targets) {
  public ListFilter {
    queries = List.copyOf(queries);
  }

  /**
   * The filter of what was read already.
   *
   * @param filters queries that have been read once
   */
  public static ListFilter of(List<String> filters, TargetFilter targets) {
    List<CodeObjectQuery> queries = new ArrayList<>();
    for (String text : filters) {
      try {
        queries.add(CodeObjectQuery.parse(text));
      } catch (QueryException noQuery) {
        throw new IllegalArgumentException(noQuery);
      }
    }
    return new ListFilter(queries, targets);
  }

  /**
   * The same for the rows of one file.
   *
   * @throws FormatException if a row cannot be read
   */
  public Rows of(CodeObjects source) throws FormatException {
    if (targets.names().isEmpty()) {
      return new Rows(source, null);
    }
    Set<GpuTarget> there = new HashSet<>();
    for (int row = 0; row < source.size(); row++) {
      there.add(source.row(row).target());
    }
    return new Rows(source, targets.among(there));
  }

  /** Selects rows of one file. */
  public final class Rows {
    private final CodeObjects source;
    private final @Nullable Set<GpuTarget> meant;

    Rows(CodeObjects source, @Nullable Set<GpuTarget> meant) {
      this.source = source;
      this.meant = meant;
    }

    /** Whether a row is shown. */
    public boolean accepts(CodeObjectRow row) {
      if (meant != null && !meant.contains(row.target())) {
        return false;
      }
      // No stream: there may be a million rows, and mostly there is no query.
      for (CodeObjectQuery query : queries) {
        if (!query.accepts(source, row)) {
          return false;
        }
      }
      return true;
    }
  }
}
