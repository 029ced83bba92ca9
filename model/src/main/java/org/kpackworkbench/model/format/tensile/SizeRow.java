package org.kpackworkbench.model.format.tensile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * A row of a table that chooses by sizes.
 *
 * @param sizes what the table calls its sizes, and those of the row as they are written, which may
 *     be negative
 * @param index the number of the solution that it chooses; -1 if it is none
 * @param speed what was measured, as it is written; empty if nothing is
 */
public record SizeRow(Map<String, BigInteger> sizes, long index, String speed) {
  /**
   * Reads a row.
   *
   * @param cursor where it begins
   * @param names what the table calls its sizes
   */
  static SizeRow of(MsgCursor cursor, List<String> names) throws FormatException {
    Map<String, BigInteger> sizes = new LinkedHashMap<>();
    long own = -1;
    long node = -1;
    String speed = "";
    for (long pairs = cursor.mapHeader("row"); pairs > 0; pairs--) {
      switch (cursor.textSpan("key") ? cursor.spanText() : "") {
        case "key" -> key(cursor, names, sizes);
        case "index" -> own = cursor.size("index");
        case "value" ->
            node = cursor.kind("value") == MsgKind.MAP ? index(cursor) : cursor.size("value");
        case "speed" -> speed = cursor.value("speed").toString();
        default -> cursor.skip("value");
      }
    }
    // The solution is a number of the row, or of the node that is its value.
    return new SizeRow(sizes, own >= 0 ? own : node, speed);
  }

  private static void key(MsgCursor cursor, List<String> names, Map<String, BigInteger> sizes)
      throws FormatException {
    if (cursor.kind("key") != MsgKind.ARRAY) {
      cursor.skip("key");
      return;
    }
    long count = cursor.arrayHeader("key");
    for (int i = 0; i < count; i++) {
      String name = i < names.size() ? names.get(i) : Integer.toString(i);
      if (cursor.kind("key") != MsgKind.INTEGER) {
        cursor.skip("key");
      } else if (cursor.value("key") instanceof MsgValue.Int size) {
        sizes.put(name, size.value());
      }
    }
  }

  /** The number of the solution that a node chooses; -1 if it is none. */
  private static long index(MsgCursor node) throws FormatException {
    long index = -1;
    for (long pairs = node.mapHeader("node"); pairs > 0; pairs--) {
      if (node.textSpan("key") && node.spanText().equals("index")) {
        index = node.size("index");
      } else {
        node.skip("value");
      }
    }
    return index;
  }

  /** Returns the names of the sizes of a table for people, from its properties. */
  static List<String> names(@Nullable MsgValue properties) {
    List<String> names = new ArrayList<>();
    if (properties instanceof MsgValue.Array(List<MsgValue> items)) {
      for (MsgValue item : items) {
        String type =
            item instanceof MsgValue.Mapping fields
                    && fields.get("type").orElse(null) instanceof MsgValue.Text(String text)
                ? text
                : "";
        String name =
            switch (type) {
              case "FreeSizeA" -> "M";
              case "FreeSizeB" -> "N";
              case "BatchSize" -> "batch";
              case "BoundSize" -> "K";
              case "" -> Integer.toString(names.size());
              default -> type;
            };
        names.add(names.contains(name) ? name + names.size() : name);
      }
    }
    return List.copyOf(names);
  }

  /** Its sizes in a few words, e.g. {@code M=1024 N=64}. */
  public String words() {
    StringBuilder words = new StringBuilder();
    sizes.forEach((name, size) -> words.append(name).append('=').append(size).append(' '));
    return words.toString().stripTrailing();
  }
}
