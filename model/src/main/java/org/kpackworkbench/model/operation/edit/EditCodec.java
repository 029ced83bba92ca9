package org.kpackworkbench.model.operation.edit;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;

/**
 * Reads the fields of edits that were written as MessagePack maps, from untrusted bytes: what is
 * missing or of another kind is an {@link IllegalArgumentException} with the field's name.
 */
record EditCodec(MsgValue.Mapping fields) {
  static final String KIND = "kind";

  static EditCodec of(MsgValue value) {
    if (value instanceof MsgValue.Mapping mapping) {
      return new EditCodec(mapping);
    }
    throw new IllegalArgumentException("expected a map, found " + value);
  }

  /** Collects fields. */
  static final class Writer {
    private final List<MsgValue.Pair> pairs = new ArrayList<>();

    Writer(String kind) {
      text(KIND, kind);
    }

    Writer() {}

    Writer put(String key, MsgValue value) {
      pairs.add(new MsgValue.Pair(new MsgValue.Text(key), value));
      return this;
    }

    Writer text(String key, @Nullable String value) {
      return value == null ? this : put(key, new MsgValue.Text(value));
    }

    Writer number(String key, long value) {
      return put(key, MsgValue.Int.of(value));
    }

    Writer texts(String key, List<String> values) {
      return list(key, values, MsgValue.Text::new);
    }

    <T> Writer list(String key, List<T> values, java.util.function.Function<T, MsgValue> one) {
      return put(key, new MsgValue.Array(values.stream().map(one).toList()));
    }

    Writer file(String key, FileStamp file) {
      return put(
          key,
          new Writer()
              .text("path", file.path().toString())
              .number("size", file.sizeBytes())
              .number("modified", file.modifiedNanos())
              .value());
    }

    MsgValue value() {
      return new MsgValue.Mapping(pairs);
    }
  }

  static MsgValue row(RowRef row) {
    return new Writer()
        .text("key", row.key())
        .text("target", row.target())
        .number("nth", row.nth())
        .value();
  }

  @Nullable MsgValue find(String key) {
    return fields.get(key).orElse(null);
  }

  MsgValue get(String key) {
    MsgValue value = fields.get(key).orElse(null);
    if (value == null) {
      throw new IllegalArgumentException("no \"" + key + "\"");
    }
    return value;
  }

  String text(String key) {
    if (get(key) instanceof MsgValue.Text(String text)) {
      return text;
    }
    throw wrong(key, "text");
  }

  @Nullable String textOrNull(String key) {
    return find(key) == null ? null : text(key);
  }

  long number(String key) {
    if (get(key) instanceof MsgValue.Int(java.math.BigInteger number) && number.bitLength() < 64) {
      return number.longValue();
    }
    throw wrong(key, "a number");
  }

  int smallNumber(String key) {
    long number = number(key);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw wrong(key, "a number from 0 to 2^31-1");
    }
    return (int) number;
  }

  <T> List<T> list(String key, java.util.function.Function<MsgValue, T> one) {
    if (get(key) instanceof MsgValue.Array(List<MsgValue> items)) {
      return items.stream().map(one).toList();
    }
    throw wrong(key, "an array");
  }

  List<String> texts(String key) {
    return list(
        key,
        item -> {
          if (item instanceof MsgValue.Text(String text)) {
            return text;
          }
          throw wrong(key, "texts");
        });
  }

  <E extends Enum<E>> E constant(String key, Class<E> type) {
    String name = text(key);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw wrong(key, "one of " + List.of(type.getEnumConstants()));
  }

  FileStamp file(String key) {
    EditCodec file = of(get(key));
    try {
      return new FileStamp(
          Path.of(file.text("path")), file.number("size"), file.number("modified"));
    } catch (InvalidPathException noPath) {
      throw new IllegalArgumentException(key + " is no path", noPath);
    }
  }

  RowRef row(String key) {
    return row(get(key), key);
  }

  List<RowRef> rows(String key) {
    return list(key, item -> row(item, key));
  }

  private static RowRef row(MsgValue value, String key) {
    EditCodec row = of(value);
    if (row.number("nth") < 0) {
      throw new IllegalArgumentException(key + " is no row");
    }
    return new RowRef(row.text("key"), row.text("target"), row.smallNumber("nth"));
  }

  Map<String, MsgValue> map(String key) {
    if (get(key) instanceof MsgValue.Mapping(List<MsgValue.Pair> pairs)) {
      Map<String, MsgValue> map = new LinkedHashMap<>();
      for (MsgValue.Pair pair : pairs) {
        map.put(pair.key().toString(), pair.value());
      }
      return map;
    }
    throw wrong(key, "a map");
  }

  @Nullable Checksum checksum(String key) {
    MsgValue value = find(key);
    if (value == null) {
      return null;
    }
    if (value instanceof MsgValue.Binary binary && binary.bytes().length == Checksum.BYTES) {
      return new Checksum(binary.bytes());
    }
    throw wrong(key, "a SHA-256");
  }

  private IllegalArgumentException wrong(String key, String expected) {
    return new IllegalArgumentException(
        "\"%s\" is %s: expected %s".formatted(key, fields.get(key), expected));
  }
}
