package org.kpackworkbench.model.base.query;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTable;

/**
 * A text to look for, in whatever case.
 *
 * @param parts what is between the stars, in lower case; one part where there is no star
 * @param range the number or numbers that it represents; null if it represents none
 */
record TextPattern(List<String> parts, NumberText.@Nullable Range range) {

  /** Whether it can be only the name of a GPU, rather than a part of a target. */
  boolean isName() {
    return parts.size() == 1 && !GpuTable.isPart(parts.getFirst());
  }

  /** Returns it, and the targets that it means where it is a GPU's name and no part of a target. */
  Stream<TextPattern> withTargets() {
    return isName()
        ? Stream.concat(
            Stream.of(this),
            GpuNames.read(parts.getFirst()).targets().stream()
                .map(target -> new TextPattern(List.of(target.toString(), ""), null)))
        : Stream.of(this);
  }

  /** Whether a number is what it represents. */
  boolean counts(double number) {
    return range != null && range.holds(number);
  }

  /** Whether a text holds it; with stars, whether it is the whole text. */
  boolean isIn(String text) {
    return parts.size() == 1 ? indexOf(text, parts.getFirst(), 0) >= 0 : is(text);
  }

  /** Whether it is one of the words of a text, or all of it. */
  boolean isWordOf(String text) {
    if (is(text)) {
      return true;
    }
    int start = 0;
    for (int end = 0; end <= text.length(); end++) {
      if (end == text.length() || isBetweenWords(text.charAt(end))) {
        if (end > start && is(text.substring(start, end))) {
          return true;
        }
        start = end + 1;
      }
    }
    return false;
  }

  private static boolean isBetweenWords(char c) {
    return c == ' ' || c == ',';
  }

  /** Whether it is the whole text; a star represents any characters. */
  boolean is(String text) {
    String first = parts.getFirst();
    String last = parts.getLast();
    if (parts.size() == 1) {
      return text.length() == first.length() && startsWith(text, first, 0);
    }
    int end = text.length() - last.length();
    if (!startsWith(text, first, 0) || end < first.length() || !startsWith(text, last, end)) {
      return false;
    }
    int at = first.length();
    for (int i = 1; i < parts.size() - 1; i++) {
      int found = indexOf(text, parts.get(i), at);
      if (found < 0 || found > end - parts.get(i).length()) {
        return false;
      }
      at = found + parts.get(i).length();
    }
    return true;
  }

  /** Where {@code part} is in a text from {@code from} on, -1 if there is none. */
  private static int indexOf(String text, String part, int from) {
    int last = text.length() - part.length();
    if (part.isEmpty()) {
      return from <= last ? from : -1;
    }
    char lower = part.charAt(0);
    char upper = Character.toUpperCase(lower);
    int nextLower = text.indexOf(lower, from);
    int nextUpper = upper == lower ? -1 : text.indexOf(upper, from);
    while (nextLower >= 0 || nextUpper >= 0) {
      boolean takeLower = nextUpper < 0 || (nextLower >= 0 && nextLower < nextUpper);
      int candidate = takeLower ? nextLower : nextUpper;
      if (candidate > last) {
        return -1;
      }
      if (startsWith(text, part, candidate)) {
        return candidate;
      }
      if (takeLower) {
        nextLower = text.indexOf(lower, candidate + 1);
      } else {
        nextUpper = text.indexOf(upper, candidate + 1);
      }
    }
    return -1;
  }

  private static boolean startsWith(String text, String part, int at) {
    if (text.length() - at < part.length()) {
      return false;
    }
    for (int i = 0; i < part.length(); i++) {
      char found = text.charAt(at + i);
      char wanted = part.charAt(i);
      if (found != wanted && Character.toLowerCase(found) != wanted) {
        return false;
      }
    }
    return true;
  }

  /** Its form behind a field's name. */
  @Override
  public String toString() {
    String only = parts.getFirst();
    boolean wordLikeNumber = range == null && NumberText.range(only) != null;
    if (parts.size() == 1 && (only.isEmpty() || wordLikeNumber)) {
      return '"' + only + '"';
    }
    // Two colons in a row are a part of a C++ name, not a field's name and its value.
    String text = parts.stream().map(TextPattern::quoted).collect(Collectors.joining("*"));
    return only.startsWith(":") && !text.startsWith("\"")
        ? inQuotes(only) + text.substring(only.length())
        : text;
  }

  /** Its form alone, where a minus before it and an operator inside would mean something. */
  String asWord() {
    String only = parts.getFirst();
    boolean plain = !only.startsWith("-") && only.chars().noneMatch(c -> ":=<>".indexOf(c) >= 0);
    return plain
        ? toString()
        : parts.stream().map(TextPattern::inQuotes).collect(Collectors.joining("*"));
  }

  private static String quoted(String part) {
    boolean special =
        part.chars().anyMatch(c -> c <= ' ' || "\"|*".indexOf(c) >= 0 || Character.isWhitespace(c));
    return special ? inQuotes(part) : part;
  }

  private static String inQuotes(String part) {
    return '"' + part.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
