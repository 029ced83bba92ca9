package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * A row of a table that chooses by sizes.
 *
 * @param sizes what the table calls its sizes, and those of the row
 * @param index the number of the solution that it chooses; -1 if it is none
 * @param speed what was measured, as it is written; empty if nothing is
 */
public record SizeRow(Map<String, Long> sizes, long index, String speed) {
  static SizeRow of(MsgValue.Mapping row, List<String> names) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    if (row.get("key").orElse(null) instanceof MsgValue.Array(List<MsgValue> key)) {
      for (int i = 0; i < key.size(); i++) {
        sizes.put(
            i < names.size() ? names.get(i) : Integer.toString(i), Solution.number(key.get(i)));
      }
    }
    MsgValue speed = row.get("speed").orElse(null);
    return new SizeRow(sizes, index(row), speed == null ? "" : speed.toString());
  }

  /** The solution is a number of the row, or of the node that is its value. */
  private static long index(MsgValue.Mapping row) {
    long own = Solution.number(row.get("index").orElse(null));
    MsgValue value = row.get("value").orElse(null);
    return own >= 0
        ? own
        : value instanceof MsgValue.Mapping node
            ? Solution.number(node.get("index").orElse(null))
            : Solution.number(value);
  }

  /** What people call the sizes of a table, from its properties. */
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
