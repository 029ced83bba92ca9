package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

/**
 * How the files of code objects are named. Immutable; see the package for the placeholders.
 *
 * @param text the pattern as it was typed
 */
public record NamePattern(String text, List<Piece> pieces) {
  /** {@code {binary}-{index}-{target}.hsaco}. */
  public static final NamePattern STANDARD = parse("{binary}-{index}-{target}.hsaco");

  private enum Placeholder {
    BINARY,
    NAME,
    PATH,
    INDEX,
    TARGET,
    ORDINAL,
    TYPE,
    GROUP;

    @Override
    public String toString() {
      return "{" + name().toLowerCase(Locale.ROOT) + "}";
    }
  }

  private sealed interface Piece {}

  private record Literal(String text) implements Piece {}

  private record Value(Placeholder placeholder) implements Piece {}

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it is no pattern; the message says why, for people
   */
  public static NamePattern parse(String text) {
    if (text.isBlank() || text.endsWith("/")) {
      throw wrong(text, "it names no file");
    }
    if (text.startsWith("/") || Arrays.asList(text.split("/", -1)).contains("..")) {
      throw wrong(text, "it leads out of the folder");
    }
    List<Piece> pieces = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      int literalEnd = open < 0 ? text.length() : open;
      if (literalEnd > at) {
        pieces.add(literal(text, text.substring(at, literalEnd)));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw wrong(text, "a { without a }");
      }
      pieces.add(value(text, text.substring(open, close + 1)));
      at = close + 1;
    }
    return new NamePattern(text, List.copyOf(pieces));
  }

  private static Literal literal(String pattern, String text) {
    if (text.indexOf('}') >= 0) {
      throw wrong(pattern, "a } without a {");
    }
    return new Literal(text);
  }

  private static Value value(String pattern, String word) {
    for (Placeholder placeholder : Placeholder.values()) {
      if (placeholder.toString().equals(word)) {
        return new Value(placeholder);
      }
    }
    throw wrong(pattern, word + " is not a placeholder");
  }

  private static IllegalArgumentException wrong(String pattern, String why) {
    return new IllegalArgumentException(
        "\"%s\" is not a pattern for file names: %s. Placeholders: %s; a / makes a folder."
            .formatted(
                pattern,
                why,
                Arrays.stream(Placeholder.values())
                    .map(Placeholder::toString)
                    .collect(Collectors.joining(" "))));
  }

  /** The placeholders of a pattern, such as <code>{target}</code>. */
  public static List<String> placeholders() {
    return Arrays.stream(Placeholder.values()).map(Placeholder::toString).toList();
  }

  /** An example of the name for a code object of a library, for authors of a pattern. */
  public String example() {
    GpuTarget target = GpuTarget.parse("gfx90a:xnack+");
    Place archive = new Place.File(Path.of("rand_lib_gfx90a.kpack"));
    return path(
        new Place.CodeObject(archive, "lib/librocrand.so.1", 0, target.toString(), null, true),
        "rand");
  }

  /**
   * The path of the file that a code object is extracted to, below the chosen folder.
   *
   * @param group the group's name of its archive
   */
  public String path(Place.CodeObject code, String group) {
    CodeObjectRow row =
        new CodeObjectRow(
            3,
            code.binary(),
            code.index(),
            code.target(),
            GpuTarget.lenient(code.target()),
            "hsaco",
            3,
            -1,
            -1,
            code,
            null);
    return String.join("/", nameOf(row, group));
  }

  /**
   * The safe name of a row's file: the folders below the chosen one, outermost first, and the
   * file's name last.
   */
  List<String> nameOf(CodeObjectRow row, String group) {
    List<StringBuilder> parts = new ArrayList<>(List.of(new StringBuilder()));
    for (Piece piece : pieces) {
      switch (piece) {
        case Literal(String literal) -> appendFolders(parts, literal);
        case Value(Placeholder placeholder) when placeholder == Placeholder.PATH ->
            appendFolders(parts, row.binary());
        case Value(Placeholder placeholder) ->
            parts.getLast().append(valueOf(placeholder, row, group));
      }
    }
    // "{path}" of a key that ends in a slash still has to name a file.
    List<String> safe = new ArrayList<>();
    for (StringBuilder part : parts) {
      if (!part.isEmpty() || part == parts.getLast()) {
        safe.add(SafeName.of(part.toString()));
      }
    }
    return safe;
  }

  private static void appendFolders(List<StringBuilder> parts, String text) {
    String[] split = text.split("/", -1);
    parts.getLast().append(split[0]);
    for (int i = 1; i < split.length; i++) {
      parts.add(new StringBuilder(split[i]));
    }
  }

  private static String valueOf(Placeholder placeholder, CodeObjectRow row, String group) {
    String value =
        switch (placeholder) {
          case BINARY, PATH -> row.binary();
          case NAME -> row.binary().substring(row.binary().lastIndexOf('/') + 1);
          case INDEX -> row.index() < 0 ? "unreferenced" : Integer.toString(row.index());
          case TARGET -> row.targetText().replace(':', '-');
          case ORDINAL -> Integer.toString(row.ordinal() < 0 ? row.row() : row.ordinal());
          case TYPE -> row.type().isEmpty() ? "hsaco" : row.type();
          case GROUP -> group;
        };
    return value.replace('/', '_');
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
