package org.kpackworkbench.model.base.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.kpackworkbench.model.base.query.Condition.Comparison;

/** Reads a query from left to right. */
final class QueryParser {
  private final String text;
  private final Set<String> fields;
  private int next;

  QueryParser(String text, Set<String> fields) {
    this.text = text;
    this.fields = fields;
  }

  List<Query.Clause> parse() throws QueryException {
    List<Query.Clause> clauses = new ArrayList<>();
    skipSpaces();
    while (next < text.length()) {
      boolean negated =
          peek() == '-' && next + 1 < text.length() && !isSpace(text.charAt(next + 1));
      if (negated) {
        next++;
      }
      clauses.add(new Query.Clause(negated, condition()));
      skipSpaces();
    }
    return clauses;
  }

  private Condition condition() throws QueryException {
    int start = next;
    while (next < text.length() && Character.isLetterOrDigit(peek())) {
      next++;
    }
    String name = text.substring(start, next).toLowerCase(Locale.ROOT);
    if (next > start && next < text.length() && isFieldOf(name)) {
      return ofField(name, start);
    }
    if (next > start && fields.contains(name)) {
      int sign = next;
      while (sign < text.length() && isSpace(text.charAt(sign))) {
        sign++;
      }
      if (sign > next && sign < text.length() && "<>=".indexOf(text.charAt(sign)) >= 0) {
        throw new QueryException(
            next, "Write \"%s%c\" without a space between.".formatted(name, text.charAt(sign)));
      }
    }
    next = start;
    return new Condition.AnyField(
        patterns("a word").stream()
            .map(pattern -> new TextPattern(pattern.parts(), null))
            .toList());
  }

  /**
   * Whether what is before an operator is meant as a field's name. In {@code gfx90a:xnack+}, {@code
   * rocprim::sort} and {@code foo<int>}, where no field is named, it is part of a word.
   */
  private boolean isFieldOf(String name) {
    char operator = peek();
    if (operator != ':' && operator != '=' && operator != '<' && operator != '>') {
      return false;
    }
    if (operator == ':' && text.startsWith("::", next)) {
      return false;
    }
    if (fields.contains(name)) {
      return true;
    }
    boolean looksLikeOne = name.chars().allMatch(Character::isLetter);
    boolean compares = operator == '<' || operator == '>';
    return looksLikeOne && (!compares || !Double.isNaN(NumberText.parse(rest())));
  }

  /** Returns the text behind a sign, up to the next space. */
  private String rest() {
    int from = text.startsWith("=", next + 1) ? next + 2 : next + 1;
    int end = from;
    while (end < text.length() && !isSpace(text.charAt(end))) {
      end++;
    }
    return text.substring(Math.min(from, end), end);
  }

  private Condition ofField(String name, int start) throws QueryException {
    if (!fields.contains(name)) {
      throw new QueryException(
          start,
          "There is no field \"%s\". Fields are: %s.".formatted(name, String.join(", ", fields)));
    }
    char operator = text.charAt(next++);
    return switch (operator) {
      case ':' -> new Condition.Holds(name, ofField(name, patterns("a value")));
      case '=' -> new Condition.Equals(name, ofField(name, patterns("a value")));
      default -> compares(name, operator);
    };
  }

  /** Adds the targets that names of GPUs mean, in whatever spelling. */
  private static List<TextPattern> ofField(String name, List<TextPattern> patterns) {
    return Query.TARGETS.contains(name)
        ? patterns.stream().flatMap(TextPattern::withTargets).toList()
        : patterns;
  }

  private Condition compares(String name, char operator) throws QueryException {
    boolean orEqual = next < text.length() && peek() == '=';
    if (orEqual) {
      next++;
    }
    int start = next;
    while (next < text.length() && !isSpace(peek())) {
      next++;
    }
    if (start == next && !text.substring(next).isBlank()) {
      throw new QueryException(
          start, "Write the number directly after \"%s\", without a space.".formatted(operator));
    }
    String typed = text.substring(start, next);
    double number = NumberText.parse(typed);
    if (Double.isNaN(number)) {
      throw new QueryException(
          start,
          typed.isEmpty()
              ? "A number is missing after \"%s\", such as 17, 1.5M or 4K.".formatted(operator)
              : "\"%s\" is not a number. Numbers are like 17, 1.5M or 4K.".formatted(typed));
    }
    Comparison comparison =
        operator == '<'
            ? (orEqual ? Comparison.AT_MOST : Comparison.LESS)
            : (orEqual ? Comparison.AT_LEAST : Comparison.MORE);
    return new Condition.Compares(name, comparison, number, typed);
  }

  /** One or more texts with {@code |} between them. */
  private List<TextPattern> patterns(String what) throws QueryException {
    List<TextPattern> patterns = new ArrayList<>();
    patterns.add(pattern(what));
    while (next < text.length() && peek() == '|') {
      next++;
      patterns.add(pattern(what + " on each side of |"));
    }
    return List.copyOf(patterns);
  }

  private TextPattern pattern(String what) throws QueryException {
    int start = next;
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    while (next < text.length() && !isSpace(peek()) && peek() != '|') {
      char c = text.charAt(next++);
      if (c == '"') {
        quoted = true;
        readQuoted(part);
      } else if (c == '*') {
        parts.add(lower(part));
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    if (next == start) {
      throw new QueryException(start, "Expected here: " + what + ".");
    }
    parts.add(lower(part));
    boolean word = quoted || parts.size() > 1;
    return new TextPattern(List.copyOf(parts), word ? null : NumberText.range(part.toString()));
  }

  /** Reads up to the closing quote; a backslash takes the next quote or backslash as it is. */
  private void readQuoted(StringBuilder part) throws QueryException {
    int start = next - 1;
    while (next < text.length()) {
      char c = text.charAt(next++);
      if (c == '"') {
        return;
      }
      boolean escapes = c == '\\' && next < text.length() && "\"\\".indexOf(peek()) >= 0;
      part.append(escapes ? text.charAt(next++) : c);
    }
    throw new QueryException(start, "The quote that begins here is not closed.");
  }

  /** In lower case letter by letter, as texts are compared. */
  private static String lower(StringBuilder part) {
    StringBuilder lower = new StringBuilder(part);
    for (int i = 0; i < lower.length(); i++) {
      lower.setCharAt(i, Character.toLowerCase(lower.charAt(i)));
    }
    return lower.toString();
  }

  private void skipSpaces() {
    while (next < text.length() && isSpace(peek())) {
      next++;
    }
  }

  private char peek() {
    return text.charAt(next);
  }

  private static boolean isSpace(char c) {
    return c <= ' ' || Character.isWhitespace(c);
  }
}
