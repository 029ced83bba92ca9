package org.kpackworkbench.model.format.kernelprovider;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.JsonWords;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Finds the sources in a JSON document, wherever they are. */
final class KernelSourceReader {
  /** The name under which they are. */
  static final String NAME = "kernel_source";

  private static final int MOST_SOURCES = 1_000_000;

  private final ByteView bytes;
  private final List<KernelSource> found = new ArrayList<>();

  private KernelSourceReader(ByteView bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads a whole document.
   *
   * @throws FormatException if it is no complete JSON document
   */
  static List<KernelSource> read(ByteView bytes, Progress progress) throws FormatException {
    KernelSourceReader reader = new KernelSourceReader(bytes);
    try (InputStream in = bytes.stream();
        JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw reader
            .error(0, "", Reason.BAD_VALUE)
            .expected("a JSON object")
            .found(first == null ? "nothing" : "something else")
            .advice(KernelProviderFormat.COPY_AGAIN)
            .build();
      }
      reader.all(parser, progress);
    } catch (JacksonException broken) {
      long at = broken.getLocation() == null ? 0 : broken.getLocation().getByteOffset();
      throw reader
          .error(Math.clamp(at, 0, Math.max(0, bytes.size() - 1)), "", Reason.BAD_VALUE)
          .expected("a complete JSON document")
          .found(JsonWords.of(broken))
          .advice(KernelProviderFormat.COPY_AGAIN)
          .cause(broken)
          .build();
    } catch (FormatException broken) {
      throw broken;
    } catch (IOException broken) {
      throw reader
          .error(0, "", Reason.BAD_VALUE)
          .expected("a file that can be read")
          .found(String.valueOf(broken.getMessage()))
          .cause(broken)
          .build();
    }
    return List.copyOf(reader.found);
  }

  private FormatException.Builder error(long at, String field, Reason reason) {
    return FormatException.at(bytes, at, KernelProviderFormat.FORMAT.words(), field, reason);
  }

  private void all(JsonParser parser, Progress progress) throws FormatException {
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      progress.step(0);
      if (token == JsonToken.START_OBJECT && NAME.equals(parser.currentName())) {
        if (found.size() == MOST_SOURCES) {
          throw error(parser.currentTokenLocation().getByteOffset(), NAME, Reason.TOO_LARGE)
              .mismatch("at most %d sources".formatted(MOST_SOURCES), "more");
        }
        found.add(source(parser));
      }
    }
  }

  private static KernelSource source(JsonParser parser) {
    String path = parser.streamReadContext().getParent().pathAsPointer().toString();
    long start = parser.currentTokenLocation().getByteOffset();
    Map<String, String> texts = new HashMap<>();
    List<KernelSource.Argument> signature = List.of();
    boolean signed = false;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      String name = parser.currentName();
      if (token == JsonToken.START_ARRAY && name.equals("signature")) {
        signature = signature(parser);
        signed = true;
      } else if (token.isStructStart()) {
        parser.skipChildren();
      } else if (token == JsonToken.VALUE_STRING) {
        texts.put(name, parser.getString());
      }
    }
    long end = parser.currentTokenLocation().getByteOffset() + 1;
    return new KernelSource(
        path,
        ByteRange.between(start, end),
        texts.getOrDefault("kind", ""),
        texts.getOrDefault("library", ""),
        texts.getOrDefault("toc_key", ""),
        texts.getOrDefault("symbol", ""),
        texts.getOrDefault("sha256", ""),
        signed,
        signature);
  }

  private static List<KernelSource.Argument> signature(JsonParser parser) {
    List<KernelSource.Argument> all = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      Map<String, Long> numbers = new HashMap<>();
      if (token == JsonToken.START_OBJECT) {
        for (JsonToken field = parser.nextToken();
            field != JsonToken.END_OBJECT;
            field = parser.nextToken()) {
          if (field == JsonToken.VALUE_NUMBER_INT && isLong(parser)) {
            numbers.put(parser.currentName(), parser.getLongValue());
          } else {
            parser.skipChildren();
          }
        }
      } else {
        parser.skipChildren();
      }
      all.add(
          new KernelSource.Argument(
              numbers.getOrDefault("size", KernelSource.Argument.NOT_STATED),
              numbers.getOrDefault("offset", KernelSource.Argument.NOT_STATED)));
    }
    return all;
  }

  private static boolean isLong(JsonParser parser) {
    return parser.getNumberType() == JsonParser.NumberType.INT
        || parser.getNumberType() == JsonParser.NumberType.LONG;
  }
}
