package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.Numbers;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.CountText;

/** The tree by which solutions are chosen, read from its root to its leaves. */
final class TreeReader {
  private static final int MOST_LEVELS = 60;
  private static final int MOST_LENGTHS = 16;
  private static final int MOST_PROCESSORS = 256;
  private static final List<String> ANY = List.of("");

  private final TensileReading reading;
  private final List<TensileFile.Child> children;
  private final Set<String> processors;
  private final int solutions;
  private final LongToIntFunction solutionOf;
  private final boolean complete;

  /** The solutions that are chosen on a processor, and under empty text those chosen on any. */
  private final Map<String, BitSet> chosen = new TreeMap<>();

  private List<String> on = ANY;
  private final List<Table> tables = new ArrayList<>();
  private final Numbers rows = new Numbers();
  private final Numbers tableOfRow = new Numbers();
  private final Map<String, Long> nodes = new TreeMap<>();

  /**
   * A table that chooses by sizes.
   *
   * @param path the names of what leads to it
   * @param names what its sizes are called
   */
  record Table(String path, List<String> names) {}

  /**
   * @param children where files are noted that the library loads
   * @param processors where it is noted by which processors the tree chooses
   * @param solutions how many solutions with an index there are
   * @param solutionOf the number of the solution with an index; -1 for none
   * @param complete whether all solutions are known
   */
  TreeReader(
      TensileReading reading,
      List<TensileFile.Child> children,
      Set<String> processors,
      int solutions,
      LongToIntFunction solutionOf,
      boolean complete) {
    this.reading = reading;
    this.children = children;
    this.processors = processors;
    this.solutions = solutions;
    this.solutionOf = solutionOf;
    this.complete = complete;
  }

  /** Reads a node and all below it. */
  void node(MsgCursor cursor, String path, int level) throws FormatException {
    reading.reached(cursor);
    long at = cursor.position();
    if (level > MOST_LEVELS) {
      throw reading
          .error(at, "library", Reason.TOO_LARGE)
          .mismatch("at most %d levels".formatted(MOST_LEVELS), "more");
    }
    String above = reading.where();
    reading.where(path);
    fields(cursor, at, path, level);
    reading.where(above);
  }

  private void fields(MsgCursor cursor, long at, String path, int level) throws FormatException {
    if (!reading.is(cursor, MsgKind.MAP, "node")) {
      return;
    }
    String type = "";
    boolean typed = false;
    @Nullable String value = null;
    int table = -1;
    long properties = -1;
    @Nullable TableRows found = null;
    Set<NodeField> fields = EnumSet.noneOf(NodeField.class);
    for (long pairs = cursor.mapHeader("node"); pairs > 0; pairs--) {
      String key = cursor.textSpan("key") ? cursor.spanText() : "";
      @Nullable NodeField field = NodeField.of(key);
      if (field != null) {
        fields.add(field);
        boolean own = field == NodeField.INDEX || field == NodeField.VALUE;
        if (!own && !reading.is(cursor, field.kind(), key)) {
          continue;
        }
      }
      switch (key) {
        case "type" -> {
          typed = true;
          type = reading.is(cursor, MsgKind.TEXT, key) ? cursor.text(key) : "";
        }
        case "rows" -> rules(cursor, path, level);
        case "map" -> map(cursor, path, level);
        case "table", "exact" -> {
          table = table < 0 ? newTable(path) : table;
          found = found == null ? new TableRows() : found;
          table(cursor, table, path, level, found);
        }
        case "properties" -> {
          table = table < 0 ? newTable(path) : table;
          MsgValue names = reading.decoded(cursor, key);
          tables.set(table, new Table(path, SizeRow.names(names)));
          properties = names == null ? -1 : tables.get(table).names().size();
        }
        case "trees" -> trees(cursor, path, level);
        case "nullValue" -> {
          if (cursor.kind(key) == MsgKind.NIL) {
            cursor.skip(key);
          } else {
            node(cursor, path, level + 1);
          }
        }
        case "indices" -> references(cursor);
        case "index" -> reference(cursor);
        case "value" -> {
          if (cursor.shortTextSpan(key)) {
            value = cursor.spanText();
          }
        }
        default -> cursor.skip("value");
      }
    }
    if (type.isEmpty()) {
      if (!typed) {
        reading.problem(
            reading.error(at, "library", Reason.BAD_VALUE).mismatch("a node's type", "none"));
      }
      return;
    }
    nodes.merge(type, 1L, Long::sum);
    for (NodeField field : NodeField.required(type)) {
      if (!fields.contains(field)) {
        reading.refused(at, type, field.key(), "none");
      }
    }
    if (found != null) {
      rows(type, at, properties, found);
    }
    if (type.equals("Placeholder") && fields.contains(NodeField.VALUE)) {
      if (value == null || value.isEmpty()) {
        reading.refused(at, type, "the name of a file", value == null ? "none" : "an empty name");
      } else {
        children.add(new TensileFile.Child(value, path, at));
        on.forEach(this::chosenOn);
      }
    }
  }

  /**
   * Forms of the rows of a table, by the place of the first of them; -1 for none.
   *
   * @see #rows(String, long, long, TableRows)
   */
  private static final class TableRows {
    private long plain = -1;
    private long maps = -1;
    private long unkeyed = -1;
    private boolean none;

    /** Where the first size that is none is written. */
    private long negative = -1;

    /** The number of sizes in keys, and where the first such row is. */
    private final Map<Long, Long> keys = new TreeMap<>();
  }

  /** Notes where a table's rows are not what nodes of its type choose by. */
  private void rows(String type, long at, long properties, TableRows found) throws FormatException {
    switch (type) {
      case "Matching" -> {
        if (properties == 0) {
          reading.refused(at, "properties", "at least one property", "none");
        }
        if (found.unkeyed >= 0) {
          reading.refused(found.unkeyed, "key", "the sizes that the row is for", "none");
        }
        found.keys.forEach(
            (length, row) -> {
              if (properties > 0 && length != properties) {
                reading.refused(
                    row,
                    "key",
                    "%s, as the table has properties".formatted(CountText.of(properties, "size")),
                    CountText.of(length, "size"));
              }
            });
        if (found.plain >= 0) {
          reading.refused(found.plain, "row", MsgKind.MAP.words(), MsgKind.INTEGER.words());
        }
        if (found.negative >= 0) {
          reading.problem(
              reading
                  .error(
                      found.negative,
                      TensileReading.below(reading.where(), "key"),
                      Reason.BAD_VALUE)
                  .expected("a size from 0 to 2⁶³−1")
                  .found(reading.written(found.negative, 0))
                  .advice("No problem has such a size; build the library again, or get it again.")
                  .build());
        }
      }
      case "FreeSize" -> {
        if (found.plain >= 0) {
          reading.refused(found.plain, "row", MsgKind.MAP.words(), MsgKind.INTEGER.words());
        }
      }
      case "Prediction", "MLPClassification", "EmbeddingSimilarity" -> {
        if (found.maps >= 0) {
          reading.refused(found.maps, "row", MsgKind.INTEGER.words(), MsgKind.MAP.words());
        }
        if (found.none) {
          reading.refused(at, "table", "at least one solution", "none");
        }
      }
      default -> {
        // Nothing is known of its rows.
      }
    }
  }

  private int newTable(String path) {
    tables.add(new Table(path, List.of()));
    return tables.size() - 1;
  }

  private void rules(MsgCursor cursor, String path, int level) throws FormatException {
    for (long count = cursor.arrayHeader("rows"); count > 0; count--) {
      long at = cursor.position();
      if (!reading.is(cursor, MsgKind.MAP, "row")) {
        continue;
      }
      @Nullable String rule = null;
      List<String> named = List.of();
      boolean chosen = false;
      long library = -1;
      for (long pairs = cursor.mapHeader("row"); pairs > 0; pairs--) {
        switch (cursor.textSpan("key") ? cursor.spanText() : "") {
          case "predicate" -> {
            MsgValue predicate =
                reading.is(cursor, MsgKind.MAP, "predicate")
                    ? reading.decoded(cursor, "predicate")
                    : null;
            rule = PredicateText.of(predicate);
            named = Solution.processors(predicate);
            processors.addAll(named);
          }
          case "library" -> {
            chosen = true;
            if (rule == null) {
              // The rule is behind it: YAML is written with sorted keys.
              library = TensileReading.skipped(cursor, cursor.position(), "library");
            } else {
              chosen(cursor, TensileReading.below(path, rule), level + 1, named);
            }
          }
          default -> cursor.skip("value");
        }
      }
      if (rule == null) {
        reading.refused(at, "row", "predicate", "none");
      }
      if (!chosen) {
        reading.refused(at, "row", "library", "none");
      }
      if (library >= 0) {
        chosen(
            reading.cursor(library),
            TensileReading.below(path, rule == null ? "" : rule),
            level + 1,
            named);
      }
    }
  }

  /**
   * Reads what a row chooses, on the processors that it names or else on those of what is above.
   */
  private void chosen(MsgCursor cursor, String path, int level, List<String> named)
      throws FormatException {
    List<String> above = on;
    on = named.isEmpty() ? above : named;
    node(cursor, path, level);
    on = above;
  }

  private void map(MsgCursor cursor, String path, int level) throws FormatException {
    for (long pairs = cursor.mapHeader("map"); pairs > 0; pairs--) {
      node(cursor, TensileReading.below(path, reading.name(cursor)), level + 1);
    }
  }

  private void trees(MsgCursor cursor, String path, int level) throws FormatException {
    for (long count = cursor.arrayHeader("trees"); count > 0; count--) {
      long at = cursor.position();
      if (!reading.is(cursor, MsgKind.MAP, "tree")) {
        continue;
      }
      boolean chosen = false;
      for (long pairs = cursor.mapHeader("tree"); pairs > 0; pairs--) {
        if (cursor.textSpan("key") && cursor.spanText().equals("value")) {
          chosen = true;
          node(cursor, path, level + 1);
        } else {
          cursor.skip("tree");
        }
      }
      if (!chosen) {
        reading.refused(at, "tree", "value", "none");
      }
    }
  }

  private void table(MsgCursor cursor, int table, String path, int level, TableRows found)
      throws FormatException {
    long count = cursor.arrayHeader("table");
    found.none = count == 0;
    for (; count > 0; count--) {
      reading.reached(cursor);
      long at = cursor.position();
      MsgKind kind = cursor.kind("row");
      if (kind != MsgKind.MAP) {
        found.plain = kind == MsgKind.INTEGER && found.plain < 0 ? at : found.plain;
        reference(cursor);
        continue;
      }
      found.maps = found.maps < 0 ? at : found.maps;
      rows.add(at);
      tableOfRow.add(table);
      boolean chosen = false;
      boolean keyed = false;
      for (long pairs = cursor.mapHeader("row"); pairs > 0; pairs--) {
        switch (cursor.textSpan("key") ? cursor.spanText() : "") {
          case "key" -> {
            keyed = true;
            key(cursor, at, found);
          }
          case "index" -> {
            chosen = true;
            reference(cursor);
          }
          case "value" -> {
            chosen = true;
            if (cursor.kind("value") == MsgKind.INTEGER) {
              reference(cursor);
            } else {
              node(cursor, path, level + 1);
            }
          }
          default -> cursor.skip("value");
        }
      }
      found.unkeyed = keyed || found.unkeyed >= 0 ? found.unkeyed : at;
      if (!chosen) {
        reading.refused(at, "row", "a solution", "none");
      }
    }
  }

  private void key(MsgCursor cursor, long row, TableRows found) throws FormatException {
    if (reading.is(cursor, MsgKind.ARRAY, "key")) {
      long sizes = cursor.arrayHeader("key");
      if (found.keys.size() < MOST_LENGTHS) {
        found.keys.putIfAbsent(sizes, row);
      }
      for (long left = sizes; left > 0; left--) {
        if (reading.is(cursor, MsgKind.INTEGER, "key")) {
          long at = cursor.position();
          found.negative = cursor.size("key") < 0 && found.negative < 0 ? at : found.negative;
        }
      }
    }
  }

  private void references(MsgCursor cursor) throws FormatException {
    for (long count = cursor.arrayHeader("indices"); count > 0; count--) {
      reference(cursor);
    }
  }

  private void reference(MsgCursor cursor) throws FormatException {
    long at = cursor.position();
    if (!reading.is(cursor, MsgKind.INTEGER, "index")) {
      return;
    }
    long stated = cursor.position();
    long index = cursor.size("index");
    int solution = solutionOf.applyAsInt(index);
    if (solution >= 0) {
      on.forEach(processor -> chosenOn(processor).set(solution));
    } else if (complete) {
      FormatException.Builder wrong =
          reading
              .error(at, TensileReading.below(reading.where(), "index"), Reason.OUT_OF_BOUNDS)
              .expected("the index of one of the %d solutions".formatted(solutions))
              .advice(TensileReading.REFUSED);
      reading.problem(wrong.found(reading.written(stated, 0)).build());
    }
  }

  private BitSet chosenOn(String processor) {
    boolean known = chosen.size() < MOST_PROCESSORS || chosen.containsKey(processor);
    return chosen.computeIfAbsent(known ? processor : "", each -> new BitSet());
  }

  /** Whether a solution, or a file that is loaded, is chosen on some processor. */
  boolean isForSome(Predicate<String> processor) {
    return chosen.keySet().stream().anyMatch(processor);
  }

  /** Whether a solution is chosen on some processor. */
  boolean isForSome(int solution, Predicate<String> processor) {
    return chosen.entrySet().stream()
        .anyMatch(each -> each.getValue().get(solution) && processor.test(each.getKey()));
  }

  /** How many rows tables have. */
  int sizeRows() {
    return rows.size();
  }

  Table tableOf(int row) {
    return tables.get((int) tableOfRow.get(row));
  }

  long rowStart(int row) {
    return rows.get(row);
  }

  /** How many nodes of each type there are. */
  Map<String, Long> nodes() {
    return new TreeMap<>(nodes);
  }
}
