package org.kpackworkbench.model.format.registry;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A field that parts of files of a format may have: a column of their table, and a name in filters
 * over them.
 *
 * @param name its name, as {@link DocumentPart#fields} has it
 * @param kind what it is, for filters
 */
public record PartField(String name, FieldKind kind) {
  /** The kinds of fields. */
  public enum FieldKind {
    /** Text, or a number in some parts. */
    TEXT,
    /** One or more words of a closed set, which filters compare as a whole. */
    WORDS,
    /** A whole number. */
    NUMBER
  }

  /** Any number of so many digits is one that there can be. */
  private static final int MOST_DIGITS = 18;

  private static final int MOST_ASKED = 1000;

  /** Fields that are text, mostly. */
  public static List<PartField> texts(String... names) {
    return List.of(names).stream().map(PartField::text).toList();
  }

  /** A field that is text, or a number in some parts. */
  public static PartField text(String name) {
    return new PartField(name, FieldKind.TEXT);
  }

  /** A field that is one or more words of a closed set, such as data types. */
  public static PartField words(String name) {
    return new PartField(name, FieldKind.WORDS);
  }

  /** A field that is a whole number. */
  public static PartField number(String name) {
    return new PartField(name, FieldKind.NUMBER);
  }

  /** Whether it always is a whole number. */
  public boolean isNumber() {
    return kind == FieldKind.NUMBER;
  }

  /** The name in a filter: lower case, without what is no letter or digit. */
  public String filterName() {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Returns the text of the field in a part; empty where it has no such field. */
  public String text(DocumentPart part) {
    return part.fields().getOrDefault(name, "");
  }

  /** The number that a part says; -1 where it says none. */
  public long number(DocumentPart part) {
    String text = text(part);
    return isNumber(text) ? Long.parseLong(text) : -1;
  }

  /** Whether a text is of digits only, so few that they are no larger number than there can be. */
  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MOST_DIGITS;
  }

  /**
   * Those of a format's fields that parts have.
   *
   * @param fields the format's
   * @param all whether every part is asked; else some of many, as where each is read from the file
   */
  public static List<PartField> used(
      List<PartField> fields, List<DocumentPart> parts, boolean all) {
    Set<String> used = new HashSet<>();
    int step = all ? 1 : Math.max(1, parts.size() / MOST_ASKED);
    for (int row = 0; row < parts.size(); row += step) {
      used.addAll(parts.get(row).fields().keySet());
    }
    if (!parts.isEmpty()) {
      used.addAll(parts.getLast().fields().keySet());
    }
    return fields.stream().filter(field -> used.contains(field.name())).toList();
  }
}
