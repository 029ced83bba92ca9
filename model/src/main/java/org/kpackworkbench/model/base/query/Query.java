package org.kpackworkbench.model.base.query;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuNames;

/**
 * A filter as people type it over a list, e.g. {@code arch:gfx90a size>1M name:gemm}; see the
 * package for the language. Immutable, safe for use by many threads.
 */
public final class Query {
  static final Set<String> TARGETS = Set.of("arch", "target");

  private final List<String> fields;
  private final List<Clause> clauses;

  /** A row that can be filtered. */
  public interface Row {
    /**
     * The text of a field; null if the row has none, and for fields that are numbers.
     *
     * @param field one of the fields that the query was parsed with, in lower case
     */
    @Nullable String text(String field);

    /** The number in a field; {@link Double#NaN} where there is none. */
    default double number(String field) {
      return Double.NaN;
    }

    /**
     * Whether the text of a field is one or more words of a closed set, such as data types: {@code
     * :} compares whole words there, so that {@code type:f16} does not match {@code bf16}.
     */
    default boolean isWords(String field) {
      return false;
    }
  }

  /** A condition, and whether it must not hold. */
  record Clause(boolean negated, Condition condition) {
    @Override
    public String toString() {
      return negated ? "-" + condition : condition.toString();
    }
  }

  private Query(Set<String> fields, List<Clause> clauses) {
    this.fields = List.copyOf(fields);
    this.clauses = List.copyOf(clauses);
  }

  /**
   * Reads a query; an empty one matches every row.
   *
   * @param text what was typed
   * @param fields the names that may be before {@code :} and its like, in any case
   */
  public static Query parse(String text, Set<String> fields) throws QueryException {
    Set<String> names = new TreeSet<>();
    for (String field : fields) {
      names.add(field.toLowerCase(Locale.ROOT));
    }
    return new Query(names, new QueryParser(text, names).parse());
  }

  /**
   * Returns this query, of which no value for targets is unknown.
   *
   * @throws QueryException if one is neither a part of a known target nor the name of a GPU
   */
  public Query ofKnownTargets() throws QueryException {
    for (Clause clause : clauses) {
      List<TextPattern> targets =
          switch (clause.condition()) {
            case Condition.Holds holds when TARGETS.contains(holds.field()) -> holds.patterns();
            case Condition.Equals equal when TARGETS.contains(equal.field()) -> equal.patterns();
            default -> List.of();
          };
      for (TextPattern pattern : targets) {
        if (pattern.isName()) {
          try {
            GpuNames.known(pattern.parts().getFirst());
          } catch (IllegalArgumentException unknown) {
            throw new QueryException(0, String.valueOf(unknown.getMessage()));
          }
        }
      }
    }
    return this;
  }

  /** Whether a row meets every condition. */
  public boolean matches(Row row) {
    for (Clause clause : clauses) {
      if (clause.condition().holds(row, fields) == clause.negated()) {
        return false;
      }
    }
    return true;
  }

  /** Whether a condition is about the text of a field, by its name. */
  public boolean names(String field) {
    return clauses.stream()
        .anyMatch(
            clause ->
                switch (clause.condition()) {
                  case Condition.Holds holds -> holds.field().equals(field);
                  case Condition.Equals equal -> equal.field().equals(field);
                  default -> false;
                });
  }

  /** Whether it matches every row because it says nothing. */
  public boolean isEmpty() {
    return clauses.isEmpty();
  }

  /** The query in its plainest form; parsed again, it is equal to this one. */
  @Override
  public String toString() {
    return clauses.stream().map(Clause::toString).collect(Collectors.joining(" "));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Query that
        && clauses.equals(that.clauses)
        && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return clauses.hashCode();
  }
}
