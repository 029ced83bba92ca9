package org.kpackworkbench.model.format.tensile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/** The forms in which libraries are stored; each is read as MessagePack. */
enum TensileContent {
  MESSAGE_PACK,
  ZLIB,
  YAML;

  private static final int DEFLATE = 0x78;
  private static final int HEAD_BYTES = 4096;
  private static final int PEEKED_BYTES = 256;

  /**
   * A kind of library in YAML, known by its first key, on a line of its own or in braces, and by
   * words that only such a library has.
   */
  private record Yaml(Pattern first, List<String> words) {
    static Yaml of(String key, String... words) {
      return new Yaml(
          Pattern.compile(
              "(?m)\\A(?:#.*\\R|---.*\\R|%.*\\R)*"
                  + "(?:(?:---[ \\t]+)?\\{\\s*)?(?<quote>[\"']?)(?:KEY)\\k<quote>\\s*:(?=\\s)"
                      .replace("KEY", key)),
          List.of(words));
    }

    boolean is(String text) {
      return first.matcher(text).lookingAt() && words.stream().anyMatch(text::contains);
    }
  }

  private static final List<Yaml> YAML_KINDS =
      List.of(
          Yaml.of(
              "library|solutions|version|format_version",
              "hardwarePredicate",
              "sizeMapping",
              "Placeholder",
              "ProblemMap",
              "predicate:"),
          Yaml.of("gfx[0-9a-f]{3,}[^\\s\"']*", "co_path"),
          Yaml.of("\\d{1,10}", "Tensile"));

  /** The form of a file by its first bytes; null if it is no library. */
  static @Nullable TensileContent of(ByteView file) throws FormatException {
    if (isLibrary(file)) {
      return MESSAGE_PACK;
    }
    byte[] head = file.bytes(0, (int) Math.min(HEAD_BYTES, file.size()));
    if (head.length > 1 && head[0] == DEFLATE && (head[0] << 8 | (head[1] & 0xff)) % 31 == 0) {
      return isLibrary(peeked(file, head)) ? ZLIB : null;
    }
    String text = new String(head, StandardCharsets.UTF_8);
    return YAML_KINDS.stream().anyMatch(kind -> kind.is(text)) ? YAML : null;
  }

  /** Whether it begins as a map with a library's keys, or with what names files of one. */
  private static boolean isLibrary(ByteView content) {
    try {
      MsgCursor cursor = new MsgCursor(content, 0, content.size(), TensileReading.STRUCTURE);
      if (content.size() == 0 || cursor.kind("library") != MsgKind.MAP) {
        return false;
      }
      // Other files have versions, too.
      for (long left = Math.min(3, cursor.mapHeaderUnchecked("library")); left > 0; left--) {
        String key = cursor.kind("key") == MsgKind.TEXT ? cursor.text("key") : "";
        if (TensileFile.KEYS.contains(key)) {
          return true;
        }
        if (!TensileFile.VERSIONS.contains(key)) {
          break;
        }
        cursor.skip(key);
      }
      return TensileFile.isMapping(content) || TensileFile.isOperations(content);
    } catch (FormatException cut) {
      return false;
    }
  }

  /** Returns the unpacked first bytes of a stream, as far as they unpack. */
  private static ByteView peeked(ByteView file, byte[] head) throws FormatException {
    byte[] start = new byte[PEEKED_BYTES];
    int size = 0;
    try (InputStream in =
        UnpackedStream.zlib(
            new ByteArrayInputStream(head), UnpackBudget.one().meter(file, "zlib stream"))) {
      for (int read = 0; read >= 0 && size < start.length; ) {
        size += read;
        read = in.read(start, size, start.length - size);
      }
    } catch (IOException cut) {
      // A library that was cut is one: reading it says so.
    }
    return ByteView.of(file.name(), start).slice(0, size);
  }

  /**
   * A library's MessagePack.
   *
   * @param content where it is; closed with the library
   * @param behindBytes how many bytes the file has behind the stream that it was unpacked from
   * @param endsInLine whether it is text whose last line has no end
   */
  record Read(SpooledBytes content, long behindBytes, boolean endsInLine) {}

  /**
   * The library's MessagePack.
   *
   * @throws FormatException if it does not unpack, is too much, or is no YAML
   */
  Read read(ByteView file, UnpackBudget budget, Progress progress) throws FormatException {
    return switch (this) {
      case MESSAGE_PACK -> new Read(new SpooledBytes(file, null), 0, false);
      case ZLIB -> unpacked(file, budget, progress);
      case YAML -> new Read(new SpooledBytes(encoded(file), null), 0, endsInLine(file));
    };
  }

  private static Read unpacked(ByteView file, UnpackBudget budget, Progress progress)
      throws FormatException {
    InputStream packed = file.stream();
    try (UnpackedStream in = UnpackedStream.zlib(packed, budget.meter(file, "zlib stream"))) {
      SpooledBytes content = SpooledBytes.of(in, file.name() + ", unpacked", "library", progress);
      return new Read(content, in.leftBytes() + packed.available(), false);
    } catch (UnpackException broken) {
      throw error(file, Reason.BAD_COMPRESSION, broken)
          .expected("a complete stream")
          .advice(TensileFormat.COPY_AGAIN)
          .build();
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException noRoom) {
      throw error(file, Reason.TOO_LARGE, noRoom)
          .expected("enough disk space for its unpacked content")
          .build();
    }
  }

  private static FormatException.Builder error(ByteView file, Reason reason, IOException cause) {
    return FormatException.at(file, 0, "zlib stream", "", reason)
        .found(String.valueOf(cause.getMessage()))
        .cause(cause);
  }

  /** Whether text ends within a line, unless brackets say that it is all. */
  private static boolean endsInLine(ByteView file) throws FormatException {
    int last = file.size() == 0 ? '\n' : file.u8(file.size() - 1);
    return last != '\n' && last != '\r' && last != '}' && last != ']';
  }

  private static ByteView encoded(ByteView file) throws FormatException {
    if (file.size() > ConfigText.MOST_CHARACTERS) {
      throw FormatException.at(file, 0, TensileReading.STRUCTURE, "YAML", Reason.TOO_LARGE)
          .expected("at most %d bytes of YAML".formatted(ConfigText.MOST_CHARACTERS))
          .found(file.size())
          .advice("Build the library as MessagePack, which libraries load by themselves.")
          .build();
    }
    String text = new String(file.bytes(0, (int) file.size()), StandardCharsets.UTF_8);
    ConfigText read = ConfigText.read(ConfigFormat.YAML, text);
    ConfigNode root = read.root();
    if (root == null || !read.complete()) {
      throw FormatException.at(file, 0, TensileReading.STRUCTURE, "YAML", Reason.BAD_VALUE)
          .mismatch("a library in YAML", read.problems().getFirst().message());
    }
    return ByteView.of(file.name() + ", as MessagePack", MsgEncoder.value(value(root)));
  }

  private static MsgValue value(ConfigNode node) {
    return switch (node) {
      case ConfigNode.Mapping mapping -> {
        List<MsgValue.Pair> pairs = new ArrayList<>();
        for (ConfigNode.Entry entry : mapping.entries()) {
          pairs.add(new MsgValue.Pair(new MsgValue.Text(entry.key()), value(entry.value())));
        }
        yield new MsgValue.Mapping(pairs);
      }
      case ConfigNode.Sequence sequence ->
          new MsgValue.Array(sequence.items().stream().map(TensileContent::value).toList());
      case ConfigNode.Scalar scalar ->
          switch (scalar.kind()) {
            case TEXT, TIME -> new MsgValue.Text(scalar.text());
            case BOOLEAN -> new MsgValue.Bool(Boolean.parseBoolean(scalar.text()));
            case NOTHING -> new MsgValue.Nil();
            case NUMBER -> number(scalar.text());
          };
    };
  }

  private static MsgValue number(String text) {
    try {
      if (text.matches("[-+]?\\d{1,18}")) {
        return new MsgValue.Int(BigInteger.valueOf(Long.parseLong(text)));
      }
      return new MsgValue.Real(Double.parseDouble(text));
    } catch (NumberFormatException other) {
      return new MsgValue.Text(text);
    }
  }
}
