package org.kpackworkbench.model.analysis.contents;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * A filter of lists: a row has to meet all queries, one of the targets, and the expression for
 * targets.
 *
 * @param queries the filters
 * @param targets the targets
 * @param named what the text of a target meets
 */
public record ListFilter(
    List<CodeObjectQuery> queries, TargetFilter targets, Predicate<String> named) {
  public ListFilter {
    queries = List.copyOf(queries);
  }

  /**
   * The filter of what was read already.
   *
   * @param filters queries that have been read once
   * @param targetRegex a regular expression that targets contain a match of
   */
  public static ListFilter of(
      List<String> filters, TargetFilter targets, Optional<String> targetRegex) {
    List<CodeObjectQuery> queries = new ArrayList<>();
    for (String text : filters) {
      try {
        queries.add(CodeObjectQuery.parse(text));
      } catch (QueryException noQuery) {
        throw new IllegalArgumentException(noQuery);
      }
    }
    return new ListFilter(queries, targets, named(targetRegex));
  }

  /** Returns the predicate for texts of targets that contain a match of a regular expression. */
  static Predicate<String> named(Optional<String> targetRegex) {
    return targetRegex.map(regex -> Pattern.compile(regex).asPredicate()).orElse(text -> true);
  }

  /**
   * Returns the filter for the rows of one file.
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
    there.removeIf(target -> !targets.keeps(target));
    return new Rows(source, there);
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
      if (!named.test(row.targetText())) {
        return false;
      }
      // No stream: there may be a million rows, and mostly there is no query.
      return queries.stream().allMatch(query -> query.accepts(source, row));
    }
  }
}
