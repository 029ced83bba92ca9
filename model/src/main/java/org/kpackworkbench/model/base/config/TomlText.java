package org.kpackworkbench.model.base.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * Reads TOML. The parser stops making sense of a text at its first error; that line is then taken
 * away and the rest read again, so that one slip does not hide everything behind it.
 */
final class TomlText {
  private static final int MOST_ROUNDS = 12;

  /** Larger texts are read once: this parser takes a second for every few hundred kilobytes. */
  private static final int MOST_CHARACTERS_AGAIN = 200_000;

  private final TreeMaker maker;
  private List<String> lines = List.of();

  private TomlText(TreeMaker maker) {
    this.maker = maker;
  }

  static ConfigText read(String text, TreeMaker maker) {
    ConfigPosition deep = TomlDepth.tooDeep(text);
    if (deep != null) {
      return maker.failed(
          deep, "values are nested more than %d levels deep".formatted(ConfigText.MOST_DEPTH));
    }
    return new TomlText(maker).read(text);
  }

  private ConfigText read(String text) {
    lines = new ArrayList<>(text.lines().toList());
    boolean complete = true;
    Parsed parsed = Parsed.of(text);
    for (int round = 0; !parsed.errors().isEmpty(); round++) {
      complete = false;
      TomlParseError first =
          parsed.errors().stream()
              .min(Comparator.comparing(error -> position(error.position())))
              .orElseThrow();
      ConfigPosition at = position(first.position());
      maker.problem(at, "this is not valid TOML: " + first.getMessage(), "");
      int line = Math.min(at.line(), lines.size()) - 1;
      boolean again = round < MOST_ROUNDS && text.length() <= MOST_CHARACTERS_AGAIN;
      if (!again || line < 0 || lines.get(line).isBlank()) {
        break;
      }
      lines.set(line, "");
      parsed = Parsed.of(String.join("\n", lines));
    }
    if (parsed.table() == null) {
      return maker.done(false);
    }
    try {
      table(parsed.table(), ConfigPosition.START);
    } catch (TreeMaker.TooMuch tooMuch) {
      return maker.failed(ConfigPosition.START, String.valueOf(tooMuch.getMessage()));
    }
    return maker.done(complete);
  }

  /**
   * The parser's results for a text. The parser throws errors in a table's header, and lists those
   * elsewhere.
   *
   * @param table null if it threw
   */
  private record Parsed(@Nullable TomlTable table, List<TomlParseError> errors) {
    static Parsed of(String text) {
      try {
        TomlParseResult result = Toml.parse(text);
        return new Parsed(result, result.errors());
      } catch (TomlParseError header) {
        return new Parsed(null, List.of(header));
      }
    }
  }

  private record Key(String name, ConfigPosition at) {}

  private void table(TomlTable table, ConfigPosition at) throws TreeMaker.TooMuch {
    maker.start(at, true);
    List<Key> keys = new ArrayList<>();
    for (String name : table.keySet()) {
      keys.add(new Key(name, position(table.inputPositionOf(List.of(name)))));
    }
    keys.sort(Comparator.comparing(Key::at));
    for (Key key : keys) {
      maker.key(key.at(), key.name());
      value(Objects.requireNonNull(table.get(List.of(key.name()))), key.at());
    }
    maker.end();
  }

  private void value(Object value, ConfigPosition at) throws TreeMaker.TooMuch {
    switch (value) {
      case TomlTable table -> table(table, at);
      case TomlArray array -> {
        maker.start(at, false);
        for (int i = 0; i < array.size(); i++) {
          value(array.get(i), item(position(array.inputPositionOf(i))));
        }
        maker.end();
      }
      case String text -> maker.scalar(new Scalar(at, Scalar.Kind.TEXT, text));
      case Long number -> maker.scalar(new Scalar(at, Scalar.Kind.NUMBER, number.toString()));
      case Double number -> maker.scalar(new Scalar(at, Scalar.Kind.NUMBER, number.toString()));
      case Boolean flag -> maker.scalar(new Scalar(at, Scalar.Kind.BOOLEAN, flag.toString()));
      default -> maker.scalar(new Scalar(at, Scalar.Kind.TIME, value.toString()));
    }
  }

  /** The parser says where the comma before a list's value ends; this is where the value begins. */
  private ConfigPosition item(ConfigPosition comma) {
    int column = comma.column() - 1;
    for (int line = comma.line() - 1; line < lines.size(); line++) {
      String text = lines.get(line);
      while (column < text.length() && " \t,".indexOf(text.charAt(column)) >= 0) {
        column++;
      }
      if (column < text.length() && text.charAt(column) != '#') {
        return new ConfigPosition(line + 1, column + 1);
      }
      column = 0;
    }
    return comma;
  }

  private static ConfigPosition position(@Nullable TomlPosition at) {
    return at == null ? ConfigPosition.START : new ConfigPosition(at.line(), at.column());
  }

  /** How deep brackets nest in TOML. The parser recurses for each, so this is checked before. */
  private static final class TomlDepth {
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    private TomlDepth(String text) {
      this.text = text;
    }

    /** Where it becomes too deep; null if it never does. */
    static @Nullable ConfigPosition tooDeep(String text) {
      return new TomlDepth(text).find();
    }

    private @Nullable ConfigPosition find() {
      int depth = 0;
      while (at < text.length()) {
        char c = text.charAt(at);
        switch (c) {
          case '[', '{' -> {
            if (++depth > ConfigText.MOST_DEPTH) {
              return new ConfigPosition(line, at - lineStart + 1);
            }
          }
          case ']', '}' -> depth = Math.max(0, depth - 1);
          case '#' -> comment();
          case '"', '\'' -> string(c);
          default -> {}
        }
        step();
      }
      return null;
    }

    private void step() {
      if (at < text.length() && text.charAt(at) == '\n') {
        line++;
        lineStart = at + 1;
      }
      at++;
    }

    private void comment() {
      while (at + 1 < text.length() && text.charAt(at + 1) != '\n') {
        at++;
      }
    }

    /** Goes to the last character of a string; one in a line ends with the line at the latest. */
    private void string(char quote) {
      String three = String.valueOf(quote).repeat(3);
      boolean several = text.startsWith(three, at);
      at += several ? 3 : 1;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c == '\\' && quote == '"' && at + 1 < text.length() && text.charAt(at + 1) != '\n') {
          at += 2;
          continue;
        }
        if (several ? text.startsWith(three, at) : c == quote) {
          at += several ? 2 : 0;
          return;
        }
        if (!several && c == '\n') {
          at--;
          return;
        }
        step();
      }
    }
  }
}
