package org.kpackworkbench.model.base.query;

import java.util.List;
import java.util.stream.Collectors;

/** One thing a row must meet. */
sealed interface Condition {

  /** Whether a row meets it. */
  boolean holds(Query.Row row, List<String> fields);

  /** Some text field holds one of the patterns. */
  record AnyField(List<TextPattern> patterns) implements Condition {
    @Override
    public boolean holds(Query.Row row, List<String> fields) {
      for (String field : fields) {
        String text = row.text(field);
        if (text != null) {
          for (TextPattern pattern : patterns) {
            if (pattern.isIn(text)) {
              return true;
            }
          }
        }
      }
      return false;
    }

    @Override
    public String toString() {
      return patterns.stream().map(TextPattern::asWord).collect(Collectors.joining("|"));
    }
  }

  /**
   * A field holds one of the patterns; a field that is a number is one of them, and one of words
   * has one of them as a word.
   */
  record Holds(String field, List<TextPattern> patterns) implements Condition {
    @Override
    public boolean holds(Query.Row row, List<String> fields) {
      String text = row.text(field);
      double number = text == null ? row.number(field) : Double.NaN;
      for (TextPattern pattern : patterns) {
        boolean met =
            text == null
                ? pattern.counts(number)
                : row.isWords(field) ? pattern.isWordOf(text) : pattern.isIn(text);
        if (met) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String toString() {
      return field + ":" + joined(patterns);
    }
  }

  /** A field is one of the patterns. */
  record Equals(String field, List<TextPattern> patterns) implements Condition {
    @Override
    public boolean holds(Query.Row row, List<String> fields) {
      String text = row.text(field);
      double number = row.number(field);
      for (TextPattern pattern : patterns) {
        if (pattern.counts(number) || (text != null && pattern.is(text))) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String toString() {
      return field + "=" + joined(patterns);
    }
  }

  /** How numbers are compared. */
  enum Comparison {
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    boolean holds(double left, double right) {
      return switch (this) {
        case LESS -> left < right;
        case AT_MOST -> left <= right;
        case MORE -> left > right;
        case AT_LEAST -> left >= right;
      };
    }
  }

  /**
   * A field's number compares with another.
   *
   * @param text the number as it was typed
   */
  record Compares(String field, Comparison comparison, double number, String text)
      implements Condition {
    @Override
    public boolean holds(Query.Row row, List<String> fields) {
      return comparison.holds(row.number(field), number);
    }

    @Override
    public String toString() {
      return field + comparison.sign + text;
    }
  }

  private static String joined(List<TextPattern> patterns) {
    return patterns.stream().map(TextPattern::toString).collect(Collectors.joining("|"));
  }
}
