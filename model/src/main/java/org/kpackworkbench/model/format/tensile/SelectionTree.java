package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** Reads nodes of a library's tree on demand. Safe for use by many threads. */
record SelectionTree(ByteView content) {
  private static final int MOST_DECODED_BYTES = 1 << 20;

  private enum Field {
    ROWS,
    MAP,
    TABLE,
    TREES,
    OTHER;

    static Field of(String key) {
      return switch (key) {
        case "rows" -> ROWS;
        case "map" -> MAP;
        case "table" -> TABLE;
        case "trees" -> TREES;
        default -> OTHER;
      };
    }
  }

  private MsgCursor cursor(long at) throws FormatException {
    return new MsgCursor(content, at, content.size(), TensileReading.STRUCTURE);
  }

  /** The node that begins at an offset. */
  SelectionNode node(long at, String label) throws FormatException {
    MsgCursor cursor = cursor(at);
    String type = "";
    @Nullable String value = null;
    long below = 0;
    long solution = -1;
    if (cursor.kind("node") != MsgKind.MAP) {
      return new SelectionNode(label, "nothing", at, 0, OptionalLong.empty(), "");
    }
    for (long pairs = cursor.mapHeader("node"); pairs > 0; pairs--) {
      String key = cursor.textSpan("key") ? cursor.spanText() : "";
      if (Field.of(key) != Field.OTHER) {
        below = count(cursor);
      } else if (key.equals("type")) {
        type = cursor.shortTextSpan("type") ? cursor.spanText() : "";
      } else if (key.equals("index")) {
        solution = cursor.size("index");
      } else if (key.equals("value")) {
        value = cursor.shortTextSpan("value") ? cursor.spanText() : null;
      } else {
        cursor.skip("value");
      }
    }
    return new SelectionNode(
        label,
        type,
        at,
        below,
        solution < 0 ? OptionalLong.empty() : OptionalLong.of(solution),
        type.equals("Placeholder") && value != null ? value : "");
  }

  /** Steps over an array or map; how many items it has, none for what is neither. */
  private long count(MsgCursor cursor) throws FormatException {
    long at = cursor.position();
    cursor.skip("nodes");
    MsgCursor again = cursor(at);
    return switch (again.kind("nodes")) {
      case MAP -> again.mapHeader("nodes");
      case ARRAY -> again.arrayHeader("nodes");
      default -> 0;
    };
  }

  /** Some of the nodes directly below one. */
  List<SelectionNode> below(SelectionNode node, long from, int most, Progress progress)
      throws FormatException {
    List<SelectionNode> found = new ArrayList<>();
    if (node.below() == 0) {
      return found;
    }
    MsgCursor cursor = cursor(node.at());
    List<String> names = List.of();
    long table = -1;
    for (long pairs = cursor.mapHeader("node"); pairs > 0; pairs--) {
      String key = cursor.textSpan("key") ? cursor.spanText() : "";
      switch (Field.of(key)) {
        case ROWS -> items(cursor, from, most, progress, at -> found.add(rule(at)));
        case TREES -> items(cursor, from, most, progress, at -> found.add(tree(at)));
        case MAP -> map(cursor, from, most, progress, found);
        case TABLE -> {
          table = cursor.position();
          cursor.skip("table");
        }
        case OTHER -> {
          long at = cursor.position();
          cursor.skip("value");
          if (key.equals("properties")) {
            names = SizeRow.names(value(at, cursor.position()));
          }
        }
      }
    }
    if (table >= 0) {
      // The names of its sizes may be behind it.
      List<String> known = names;
      items(cursor(table), from, most, progress, at -> found.add(sizes(at, known)));
    }
    return List.copyOf(found);
  }

  private interface Item {
    void at(long offset) throws FormatException;
  }

  private static void items(MsgCursor cursor, long from, int most, Progress progress, Item item)
      throws FormatException {
    if (cursor.kind("nodes") != MsgKind.ARRAY) {
      cursor.skip("nodes");
      return;
    }
    long count = cursor.arrayHeader("nodes");
    for (long i = 0; i < count; i++) {
      progress.step(0);
      long at = cursor.position();
      cursor.skip("node");
      if (i >= from && i < from + most) {
        item.at(at);
      }
    }
  }

  private void map(
      MsgCursor cursor, long from, int most, Progress progress, List<SelectionNode> found)
      throws FormatException {
    if (cursor.kind("map") != MsgKind.MAP) {
      cursor.skip("map");
      return;
    }
    long count = cursor.mapHeader("map");
    for (long i = 0; i < count; i++) {
      progress.step(0);
      long name = cursor.position();
      cursor.skip("name");
      long at = cursor.position();
      cursor.skip("node");
      if (i >= from && i < from + most) {
        found.add(node(at, String.valueOf(value(name, at))));
      }
    }
  }

  private SelectionNode rule(long at) throws FormatException {
    MsgCursor cursor = cursor(at);
    if (cursor.kind("row") != MsgKind.MAP) {
      return nothing(at, "");
    }
    String rule = "";
    long node = -1;
    for (long pairs = cursor.mapHeader("row"); pairs > 0; pairs--) {
      String key = cursor.textSpan("key") ? cursor.spanText() : "";
      long start = cursor.position();
      cursor.skip("value");
      if (key.equals("predicate")) {
        rule = PredicateText.of(value(start, cursor.position()));
      } else if (key.equals("library")) {
        node = start;
      }
    }
    return node < 0 ? nothing(at, rule) : node(node, rule);
  }

  private SelectionNode tree(long at) throws FormatException {
    MsgCursor cursor = cursor(at);
    if (cursor.kind("tree") != MsgKind.MAP) {
      return nothing(at, "");
    }
    long node = -1;
    for (long pairs = cursor.mapHeader("tree"); pairs > 0; pairs--) {
      String key = cursor.textSpan("key") ? cursor.spanText() : "";
      node = key.equals("value") ? cursor.position() : node;
      cursor.skip("value");
    }
    return node < 0 ? nothing(at, "") : node(node, "");
  }

  private static SelectionNode nothing(long at, String label) {
    return new SelectionNode(label, "nothing", at, 0, OptionalLong.empty(), "");
  }

  private SelectionNode sizes(long at, List<String> names) throws FormatException {
    MsgCursor cursor = cursor(at);
    if (cursor.kind("row") == MsgKind.MAP) {
      SizeRow sizes = SizeRow.of(cursor, names);
      return new SelectionNode(sizes.words(), "row", at, 0, chosen(sizes.index()), "");
    }
    return new SelectionNode("", "row", at, 0, chosen(cursor.size("row")), "");
  }

  private static OptionalLong chosen(long index) {
    return index < 0 ? OptionalLong.empty() : OptionalLong.of(index);
  }

  private @Nullable MsgValue value(long start, long end) throws FormatException {
    return end - start > MOST_DECODED_BYTES
        ? null
        : new MsgCursor(content, start, end, TensileReading.STRUCTURE).value("value");
  }
}
