package org.kpackworkbench.model.base.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.text.JsonWords;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * A configuration as it was read. Immutable.
 *
 * @param root its value; null if nothing could be read
 * @param complete whether all of it could be read; where not, what seems to be missing may be in
 *     the part that could not
 * @param problems what is wrong with the text itself
 */
public record ConfigText(
    @Nullable ConfigNode root, boolean complete, List<ConfigProblem> problems) {
  /** The largest text that is read, in characters; in a file, in bytes. */
  public static final int MOST_CHARACTERS = 4 << 20;

  /** The most values that a text may represent, aliases counted as what they represent. */
  public static final int MOST_VALUES = 200_000;

  /** How deep values may lie in values. */
  public static final int MOST_DEPTH = 60;

  public ConfigText {
    problems = List.copyOf(problems);
  }

  /** Reads a text. */
  public static ConfigText read(ConfigFormat format, String text) {
    TreeMaker maker = new TreeMaker();
    if (text.length() > MOST_CHARACTERS) {
      return maker.failed(
          ConfigPosition.START,
          "it has %d characters, and more than %d are no configuration"
              .formatted(text.length(), MOST_CHARACTERS));
    }
    String marked = text.startsWith("\uFEFF") ? text.substring(1) : text;
    return switch (format) {
      case TOML -> TomlText.read(marked, maker);
      case YAML -> YamlText.read(marked, maker);
      case JSON -> JsonSyntax.read(marked, maker);
    };
  }

  /**
   * Reads a file; its name, or its beginning, says in which language it is.
   *
   * @throws FormatException if it is no text, or far too large
   */
  public static ConfigText read(Path file) throws IOException {
    String text = load(file);
    return read(ConfigFormat.of(file, text), text);
  }

  /**
   * The text of a file.
   *
   * @throws FormatException if it is no text, or far too large
   */
  public static String load(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "expected a file, found a folder");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      // A device or pipe does not say how much there is.
      bytes = in.readNBytes(MOST_CHARACTERS + 1);
    }
    if (bytes.length > MOST_CHARACTERS) {
      throw FormatException.in(file.toString(), "configuration", "size", Reason.TOO_LARGE)
          .mismatch("at most %d bytes".formatted(MOST_CHARACTERS), "more");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException failure) {
      throw FormatException.in(file.toString(), "configuration", "text", Reason.BAD_VALUE)
          .expected("text in UTF-8")
          .found("bytes that are not UTF-8")
          .cause(failure)
          .build();
    }
  }

  /** Reads JSON (RFC 8259). */
  private static final class JsonSyntax {
    private JsonSyntax() {}

    static ConfigText read(String text, TreeMaker maker) {
      try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
        boolean any = false;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
          ConfigPosition at = position(parser.currentTokenLocation());
          if (any && maker.atRoot()) {
            return maker.failed(at, "something follows after the end of the value");
          }
          any = true;
          token(parser, token, at, maker);
        }
        return any
            ? maker.done(true)
            : maker.failed(ConfigPosition.START, "there is no value in the text");
      } catch (TreeMaker.TooMuch tooMuch) {
        return maker.failed(ConfigPosition.START, String.valueOf(tooMuch.getMessage()));
      } catch (JacksonException failure) {
        return maker.failed(position(failure.getLocation()), words(failure));
      }
    }

    private static void token(
        JsonParser parser, JsonToken token, ConfigPosition at, TreeMaker maker)
        throws TreeMaker.TooMuch {
      switch (token) {
        case START_OBJECT -> maker.start(at, true);
        case START_ARRAY -> maker.start(at, false);
        case END_OBJECT, END_ARRAY -> maker.end();
        case PROPERTY_NAME -> maker.key(at, parser.currentName());
        case VALUE_STRING -> maker.scalar(new Scalar(at, Scalar.Kind.TEXT, parser.getString()));
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
            maker.scalar(new Scalar(at, Scalar.Kind.NUMBER, parser.getString()));
        case VALUE_TRUE, VALUE_FALSE ->
            maker.scalar(new Scalar(at, Scalar.Kind.BOOLEAN, parser.getString()));
        case VALUE_NULL -> maker.scalar(new Scalar(at, Scalar.Kind.NOTHING, ""));
        case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
            throw new IllegalStateException("a text has no such token: " + token);
      }
    }

    private static String words(JacksonException failure) {
      return "this is not valid JSON: " + JsonWords.of(failure);
    }

    private static ConfigPosition position(@Nullable TokenStreamLocation at) {
      return at == null
          ? ConfigPosition.START
          : new ConfigPosition(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }
  }

  /** The languages in which configurations are written. */
  public enum ConfigFormat {
    TOML,
    YAML,
    JSON;

    /** By a file's name; if that is not known, JSON if it begins with a brace, else YAML. */
    public static ConfigFormat of(Path file, String text) {
      String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
      if (name.endsWith(".toml")) {
        return TOML;
      }
      if (name.endsWith(".yaml") || name.endsWith(".yml")) {
        return YAML;
      }
      return name.endsWith(".json") || text.stripLeading().startsWith("{") ? JSON : YAML;
    }
  }

  /**
   * A position in a text.
   *
   * @param line from 1
   * @param column from 1, in characters
   */
  public record ConfigPosition(int line, int column) implements Comparable<ConfigPosition> {
    /** The text's beginning. */
    public static final ConfigPosition START = new ConfigPosition(1, 1);

    @Override
    public int compareTo(ConfigPosition other) {
      return line != other.line
          ? Integer.compare(line, other.line)
          : Integer.compare(column, other.column);
    }
  }

  /**
   * Something that is wrong with a configuration, or should be known about it.
   *
   * @param severity with an error it cannot be used; notes are no reason to look again
   * @param line where, from 1
   * @param column where in the line, from 1
   * @param path the keys that lead there, with dots, {@code artifacts.blas.type}; empty for the
   *     text
   * @param message what was found, in a sentence
   * @param advice what to do; may be empty
   */
  public record ConfigProblem(
      Severity severity, int line, int column, String path, String message, String advice) {
    /** A problem at a position. */
    public ConfigProblem(
        Severity severity, ConfigPosition at, String path, String message, String advice) {
      this(severity, at.line(), at.column(), path, message, advice);
    }

    /** How much it matters. */
    public enum Severity {
      ERROR,
      WARNING,
      NOTE
    }

    /** Where, with its name: {@code FILE:12:3: artifacts.blas: …}. */
    public String in(String file) {
      return "%s:%d:%d: %s%s"
          .formatted(file, line, column, words(), advice.isEmpty() ? "" : ". " + advice);
    }

    /** The keys that lead there, and what was found. */
    public String words() {
      return path.isEmpty() ? message : path + ": " + message;
    }
  }
}
