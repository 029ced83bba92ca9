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
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * A configuration as it was read. Immutable.
 *
 * @param root its value; null where nothing could be read
 * @param complete whether all of it could be read; where not, what seems to be missing may stand in
 *     the part that could not
 * @param problems what is wrong with the text itself
 */
public record ConfigText(
    @Nullable ConfigNode root, boolean complete, List<ConfigProblem> problems) {
  /** The largest text that is read, in characters; in a file, in bytes. */
  public static final int MOST_CHARACTERS = 4 << 20;

  /** The most values that a text may stand for, aliases counted as what they stand for. */
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
      case JSON -> JsonText.read(marked, maker);
    };
  }

  /**
   * Reads a file; its name, or its beginning, says in which language it is.
   *
   * @throws FormatException where it is no text, or far too large
   */
  public static ConfigText read(Path file) throws IOException {
    String text = load(file);
    return read(ConfigFormat.of(file, text), text);
  }

  /**
   * The text of a file.
   *
   * @throws FormatException where it is no text, or far too large
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
          .expected("at most %d bytes".formatted(MOST_CHARACTERS))
          .found("more")
          .build();
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException failure) {
      throw FormatException.in(file.toString(), "configuration", "text", Reason.BAD_VALUE)
          .expected("text in UTF-8")
          .found("bytes that are none")
          .cause(failure)
          .build();
    }
  }
}
