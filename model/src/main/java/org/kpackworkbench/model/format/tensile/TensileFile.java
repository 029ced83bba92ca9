package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Where in a library's MessagePack its solutions, tables and nodes are. Reads all of it once, from
 * its beginning to its end, and keeps numbers only. No size or count that the file states is
 * trusted: what is wrong is a problem, and the rest is read. Immutable once it is made.
 */
final class TensileFile {
  static final String STRUCTURE = "Tensile library";
  static final int FORMAT_VERSION = 2;

  /** Keys of the first level by which a library is known, and those that other files have, too. */
  static final List<String> KEYS =
      List.of("solutions", "library", "solutions_index", "solutions_blob");

  static final List<String> VERSIONS = List.of("version", "format_version");

  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_LEVELS = 60;
  private static final int MOST_DECODED_BYTES = 1 << 20;
  private static final int MOST_PATH = 200;
  private static final int MOST_LENGTHS = 16;
  private static final String REFUSED =
      "The library refuses such a file; build it again, or get it again.";
  private static final String NUMBER = "\\d{1,10}";

  private final ByteView content;
  private final boolean stored;
  private final Progress progress;
  private final Numbers starts = new Numbers();
  private final Numbers lengths = new Numbers();
  private final Numbers indices = new Numbers();
  private final List<Table> tables = new ArrayList<>();
  private final Numbers rows = new Numbers();
  private final Numbers tableOfRow = new Numbers();
  private final List<Child> children = new ArrayList<>();
  private final Map<String, Long> nodes = new TreeMap<>();
  private final Set<String> processors = new TreeSet<>();
  private final List<FormatException> problems = new ArrayList<>();
  private long[] known = {};
  private long[] rowOfKnown = {};
  private boolean operations;

  private String where = "";

  /** Where the index of the solution that was read last is; -1 if it has none. */
  private long indexAt = -1;

  /** Whether the numbers of all solutions are known. */
  private boolean complete;

  /** How many bytes the progress was advanced by. */
  private long counted;

  private String version = "";
  private long formatVersion;
  private long tree = -1;
  private long unsaid;
  private long end = -1;

  /** Problems of solutions that are not in the bytes for them, by their number. */
  private final Map<Integer, FormatException> outside = new HashMap<>();

  /**
   * A table that chooses by sizes.
   *
   * @param path the names of what leads to it
   * @param names what its sizes are called
   */
  record Table(String path, List<String> names) {}

  /**
   * A file beside the library that it loads when it needs it: a library, or code objects where it
   * is one {@link #ofOperations}.
   *
   * @param stem its name without the ending
   * @param path the names of what leads to it
   * @param at where the node is
   */
  record Child(String stem, String path, long at) {}

  private TensileFile(ByteView content, boolean stored, Progress progress) {
    this.content = content;
    this.stored = stored;
    this.progress = progress;
  }

  /**
   * Reads a library.
   *
   * @param content its MessagePack
   * @param stored whether these are the bytes of the file; else no mistake has a place in it
   * @param progress is advanced by the bytes that were read
   * @throws FormatException if it does not begin as one
   */
  static TensileFile read(ByteView content, boolean stored, Progress progress)
      throws FormatException {
    TensileFile file = new TensileFile(content, stored, progress);
    progress.begin("Reading " + content.name(), content.size(), Unit.BYTES);
    MsgCursor cursor = file.cursor(0);
    long pairs = cursor.mapHeader("library");
    try {
      if (isMapping(content)) {
        file.mapping(cursor, pairs);
      } else if (isOperations(content)) {
        file.operations = true;
        file.architectures(cursor, pairs);
      } else {
        file.library(cursor, pairs);
      }
      file.end = cursor.position();
    } catch (FormatException broken) {
      file.mistake(broken);
    }
    if (file.unsaid > 0) {
      file.problems.add(
          file.error(0, "library", Reason.BAD_VALUE)
              .mismatch(
                  "a library without mistakes",
                  "%d more mistakes like those".formatted(file.unsaid)));
    }
    progress.advance(content.size() - file.counted);
    return file;
  }

  /** Whether it says which file has the solutions from a number on, as one of hipBLASLt does. */
  static boolean isMapping(ByteView content) throws FormatException {
    MsgCursor cursor = new MsgCursor(content, 0, content.size(), STRUCTURE);
    if (cursor.kind("library") != MsgKind.MAP || cursor.mapHeaderUnchecked("library") == 0) {
      return false;
    }
    boolean number =
        cursor.kind("number") == MsgKind.TEXT
            ? cursor.text("number").matches(NUMBER)
            : cursor.size("number") >= 0;
    return number
        && cursor.kind("file") == MsgKind.TEXT
        && cursor.text("file").startsWith("Tensile");
  }

  /**
   * Whether it says which file has the kernels of operations that are no multiplications: {@code
   * hipblasltExtOpLibrary.dat}, whose first level is architectures and the second operations.
   */
  static boolean isOperations(ByteView content) throws FormatException {
    MsgCursor cursor = new MsgCursor(content, 0, content.size(), STRUCTURE);
    if (cursor.kind("library") != MsgKind.MAP
        || cursor.mapHeaderUnchecked("library") == 0
        || cursor.kind("architecture") != MsgKind.TEXT
        || !cursor.text("architecture").startsWith("gfx")
        || cursor.kind("operations") != MsgKind.MAP
        || cursor.mapHeaderUnchecked("operations") == 0
        || cursor.kind("operation") != MsgKind.TEXT) {
      return false;
    }
    cursor.skip("operation");
    MsgKind kernels = cursor.kind("kernels");
    return kernels == MsgKind.MAP || kernels == MsgKind.ARRAY;
  }

  /** Some of it is read a second time, which does not count again. */
  private void reached(MsgCursor cursor) {
    long more = Math.max(0, cursor.position() - counted);
    counted += more;
    progress.step(more);
  }

  private MsgCursor cursor(long at) throws FormatException {
    return new MsgCursor(content, at, content.size(), STRUCTURE);
  }

  private FormatException.Builder error(long at, String field, Reason reason) {
    return stored
        ? FormatException.at(content, at, STRUCTURE, field, reason)
        : FormatException.in(content.name(), STRUCTURE, field, reason);
  }

  private void problem(FormatException problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem);
    } else {
      unsaid++;
    }
  }

  /** Notes a mistake in the file; what is no mistake of it is thrown. */
  private void mistake(FormatException broken) throws FormatException {
    broken.throwIfFileChanged();
    problem(broken);
  }

  /** Notes what no library reads, with the names of what leads to it in the tree. */
  private void refused(long at, String field, String expected, String found) {
    problem(
        error(at, below(where, field), Reason.BAD_VALUE)
            .expected(expected)
            .found(found)
            .advice(REFUSED)
            .build());
  }

  /** Whether a value is of a kind; any other is a mistake, and stepped over. */
  private boolean is(MsgCursor cursor, MsgKind kind, String field) throws FormatException {
    MsgKind found = cursor.kind(field);
    if (found == kind) {
      return true;
    }
    refused(cursor.position(), field, kind.words(), found.words());
    cursor.skip(field);
    return false;
  }

  private void mapping(MsgCursor cursor, long pairs) throws FormatException {
    for (long i = 0; i < pairs; i++) {
      reached(cursor);
      long at = cursor.position();
      String from = name(cursor);
      if (!from.matches(NUMBER)) {
        refused(at, "number", "the number of a solution", from);
      }
      if (is(cursor, MsgKind.TEXT, "file")) {
        children.add(new Child(cursor.text("file"), "solutions from " + from, at));
      }
    }
  }

  private void architectures(MsgCursor cursor, long pairs) throws FormatException {
    for (long i = 0; i < pairs; i++) {
      String architecture = cursor.text("architecture");
      processors.add(architecture);
      for (long left = cursor.mapHeader("operations"); left > 0; left--) {
        operation(cursor, below(architecture, cursor.text("operation")));
      }
    }
  }

  /** The kernels of an operation, in newer files by their data types. */
  private void operation(MsgCursor cursor, String path) throws FormatException {
    if (cursor.kind("kernels") == MsgKind.ARRAY) {
      kernels(cursor, path);
      return;
    }
    for (long left = cursor.mapHeader("data types"); left > 0; left--) {
      kernels(cursor, below(path, cursor.text("data type")));
    }
  }

  private void kernels(MsgCursor cursor, String path) throws FormatException {
    for (long left = cursor.arrayHeader("kernels"); left > 0; left--) {
      reached(cursor);
      long at = cursor.position();
      String kernel = "";
      String code = "";
      for (long pairs = cursor.mapHeader("kernel"); pairs > 0; pairs--) {
        switch (cursor.textSpan("key") ? cursor.spanText() : "") {
          case "func_name" -> kernel = cursor.text("func_name");
          case "co_path" -> code = cursor.text("co_path");
          default -> cursor.skip("value");
        }
      }
      if (code.isEmpty()) {
        problem(
            error(at, "co_path", Reason.BAD_VALUE)
                .mismatch("the file that has the kernel " + kernel, "none"));
      } else {
        children.add(new Child(LibraryCode.stem(code), below(path, kernel), at));
      }
    }
  }

  private void library(MsgCursor cursor, long pairs) throws FormatException {
    boolean solutions = false;
    long index = -1;
    long blob = -1;
    for (long i = 0; i < pairs; i++) {
      long at = cursor.position();
      if (!cursor.textSpan("key")) {
        cursor.skip("value");
        continue;
      }
      String key = cursor.spanText();
      long value = cursor.position();
      switch (key) {
        case "version" -> version = String.valueOf(decoded(cursor, "version"));
        case "format_version" -> formatVersion = cursor.size("format_version");
        case "solutions" -> {
          solutions = true;
          if (is(cursor, MsgKind.ARRAY, key)) {
            solutions(cursor);
            complete = true;
          }
        }
        case "solutions_index" -> index = skipped(cursor, value, key);
        case "solutions_blob" -> blob = skipped(cursor, value, key);
        case "library" -> tree = skipped(cursor, value, key);
        default -> {
          problem(
              error(at, "key", Reason.BAD_VALUE)
                  .mismatch(
                      "one of %s, %s"
                          .formatted(String.join(", ", KEYS), String.join(", ", VERSIONS)),
                      key.length() > 80 ? key.substring(0, 80) + "…" : key));
          cursor.skip(key);
        }
      }
    }
    if (formatVersion > FORMAT_VERSION) {
      throw error(0, "format_version", Reason.UNSUPPORTED)
          .expected("at most " + FORMAT_VERSION)
          .found(formatVersion)
          .advice("It is from a newer hipBLASLt than this program supports.")
          .build();
    }
    if (formatVersion == FORMAT_VERSION) {
      try {
        slices(index, blob);
        complete = true;
      } catch (FormatException broken) {
        mistake(broken);
      }
    } else if (!solutions) {
      problem(error(0, "solutions", Reason.BAD_VALUE).mismatch("solutions", "none"));
    }
    sortIndices();
    for (int i = 1; i < known.length; i++) {
      if (known[i] == known[i - 1] && known[i] >= 0) {
        problem(error(0, "solutions", Reason.DUPLICATE_KEY).mismatch("each index once", known[i]));
      }
    }
    if (tree < 0) {
      throw error(0, "library", Reason.BAD_VALUE)
          .mismatch("the tree by which solutions are chosen", "none");
    }
    node(cursor(tree), "", 0);
  }

  /**
   * Sorts indices together with their rows; an index has 31 bits, and any other is no solution's.
   */
  private void sortIndices() {
    Numbers both = new Numbers();
    for (int row = 0; row < indices.size(); row++) {
      long index = indices.get(row);
      if (index >= 0 && index <= Integer.MAX_VALUE) {
        both.add(index << Integer.SIZE | row);
      }
    }
    rowOfKnown = both.sorted();
    known = Arrays.stream(rowOfKnown).map(each -> each >> Integer.SIZE).toArray();
    rowOfKnown = Arrays.stream(rowOfKnown).map(each -> each & 0xffffffffL).toArray();
  }

  private static long skipped(MsgCursor cursor, long at, String field) throws FormatException {
    cursor.skip(field);
    return at;
  }

  private void solutions(MsgCursor cursor) throws FormatException {
    long count = cursor.arrayHeader("solutions");
    for (long i = 0; i < count; i++) {
      reached(cursor);
      long start = cursor.position();
      long index = index(cursor);
      starts.add(start);
      lengths.add(cursor.position() - start);
      indices.add(index);
      if (index < 0) {
        problem(
            error(indexAt < 0 ? start : indexAt, "solution " + i, Reason.BAD_VALUE)
                .expected("a solution with an index")
                .found(indexAt < 0 ? "none" : written(indexAt, 0))
                .advice(REFUSED)
                .build());
      }
    }
  }

  /** Steps over a solution; its index, -1 if it has none that is one. */
  private long index(MsgCursor cursor) throws FormatException {
    indexAt = -1;
    if (cursor.kind("solution") != MsgKind.MAP) {
      cursor.skip("solution");
      return -1;
    }
    long index = -1;
    for (long pairs = cursor.mapHeader("solution"); pairs > 0; pairs--) {
      if (cursor.textSpan("key") && cursor.spanText().equals("index")) {
        indexAt = cursor.position();
        index = cursor.size("index");
      } else {
        cursor.skip("value");
      }
    }
    return index;
  }

  /** The newer layout: numbers, offsets and lengths of solutions in bytes of their own. */
  private void slices(long index, long blob) throws FormatException {
    if (index < 0 || blob < 0) {
      throw error(0, index < 0 ? "solutions_index" : "solutions_blob", Reason.BAD_VALUE)
          .mismatch("both in a library of format_version 2", "none");
    }
    MsgCursor bytes = cursor(blob);
    bytes.expect(MsgKind.BINARY, "solutions_blob");
    bytes.skip("solutions_blob");
    int first = content.u8(blob);
    long base = blob + (first == 0xc4 ? 2 : first == 0xc5 ? 3 : 5);
    long size = bytes.position() - base;
    MsgCursor cursor = cursor(index);
    long count = cursor.arrayHeader("solutions_index");
    if (count % 3 != 0) {
      throw error(index, "solutions_index", Reason.BAD_VALUE)
          .mismatch("an index, offset and length for each solution", "%d numbers".formatted(count));
    }
    for (long i = 0; i < count / 3; i++) {
      reached(cursor);
      long at = cursor.position();
      long number = cursor.size("index");
      long offsetAt = cursor.position();
      long offset = cursor.size("offset");
      long lengthAt = cursor.position();
      long length = cursor.size("length");
      boolean numbered = number >= 0 && number <= Integer.MAX_VALUE;
      boolean begins = offset >= 0 && offset <= size;
      boolean inside = numbered && begins && length >= 0 && length <= size - offset;
      starts.add(inside ? base + offset : base);
      lengths.add(inside ? length : 0);
      indices.add(number);
      if (!inside) {
        FormatException wrong =
            error(
                    numbered ? begins ? lengthAt : offsetAt : at,
                    "solutions_index",
                    Reason.OUT_OF_BOUNDS)
                .mismatch(
                    "a solution in the %d bytes of solutions_blob".formatted(size),
                    "index %s, %s bytes at %s"
                        .formatted(written(at, 0), written(at, 2), written(at, 1)));
        if (problems.size() < MOST_PROBLEMS) {
          outside.put(starts.size() - 1, wrong);
        }
        problem(wrong);
      }
    }
  }

  /**
   * Returns the value that is written in a list, some values behind a place: also what is no size.
   */
  private String written(long at, int skipped) throws FormatException {
    MsgCursor cursor = cursor(at);
    for (int i = 0; i < skipped; i++) {
      cursor.skip("value");
    }
    return String.valueOf(decoded(cursor, "value"));
  }

  /**
   * A value where it is not too large to be one of few bytes; else null, having stepped over it.
   */
  private @Nullable MsgValue decoded(MsgCursor cursor, String field) throws FormatException {
    long start = cursor.position();
    cursor.skip(field);
    return cursor.position() - start > MOST_DECODED_BYTES
        ? null
        : new MsgCursor(content, start, cursor.position(), STRUCTURE).value(field);
  }

  private void node(MsgCursor cursor, String path, int level) throws FormatException {
    reached(cursor);
    long at = cursor.position();
    if (level > MOST_LEVELS) {
      throw error(at, "library", Reason.TOO_LARGE)
          .mismatch("at most %d levels".formatted(MOST_LEVELS), "more");
    }
    String above = where;
    where = path;
    fields(cursor, at, path, level);
    where = above;
  }

  private void fields(MsgCursor cursor, long at, String path, int level) throws FormatException {
    if (!is(cursor, MsgKind.MAP, "node")) {
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
        if (!own && !is(cursor, field.kind(), key)) {
          continue;
        }
      }
      switch (key) {
        case "type" -> {
          typed = true;
          type = is(cursor, MsgKind.TEXT, key) ? cursor.text(key) : "";
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
          MsgValue names = decoded(cursor, key);
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
        problem(error(at, "library", Reason.BAD_VALUE).mismatch("a node's type", "none"));
      }
      return;
    }
    nodes.merge(type, 1L, Long::sum);
    for (NodeField field : NodeField.required(type)) {
      if (!fields.contains(field)) {
        refused(at, type, field.key(), "none");
      }
    }
    if (found != null) {
      rows(type, at, properties, found);
    }
    if (type.equals("Placeholder") && fields.contains(NodeField.VALUE)) {
      if (value == null || value.isEmpty()) {
        refused(at, type, "the name of a file", value == null ? "none" : "an empty name");
      } else {
        children.add(new Child(value, path, at));
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
          refused(at, "properties", "at least one property", "none");
        }
        if (found.unkeyed >= 0) {
          refused(found.unkeyed, "key", "the sizes that the row is for", "none");
        }
        found.keys.forEach(
            (length, row) -> {
              if (properties > 0 && length != properties) {
                refused(
                    row,
                    "key",
                    "%s, as the table has properties".formatted(CountText.of(properties, "size")),
                    CountText.of(length, "size"));
              }
            });
        if (found.plain >= 0) {
          refused(found.plain, "row", MsgKind.MAP.words(), MsgKind.INTEGER.words());
        }
        if (found.negative >= 0) {
          problem(
              error(found.negative, below(where, "key"), Reason.BAD_VALUE)
                  .expected("a size from 0 to 2⁶³−1")
                  .found(written(found.negative, 0))
                  .advice("No problem has such a size; build the library again, or get it again.")
                  .build());
        }
      }
      case "FreeSize" -> {
        if (found.plain >= 0) {
          refused(found.plain, "row", MsgKind.MAP.words(), MsgKind.INTEGER.words());
        }
      }
      case "Prediction", "MLPClassification", "EmbeddingSimilarity" -> {
        if (found.maps >= 0) {
          refused(found.maps, "row", MsgKind.INTEGER.words(), MsgKind.MAP.words());
        }
        if (found.none) {
          refused(at, "table", "at least one solution", "none");
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

  private static String below(String path, String name) {
    String longer = path.isEmpty() || name.isEmpty() ? path + name : path + " ▸ " + name;
    return longer.length() > MOST_PATH ? longer.substring(0, MOST_PATH) : longer;
  }

  private void rules(MsgCursor cursor, String path, int level) throws FormatException {
    for (long count = cursor.arrayHeader("rows"); count > 0; count--) {
      long at = cursor.position();
      if (!is(cursor, MsgKind.MAP, "row")) {
        continue;
      }
      @Nullable String rule = null;
      boolean chosen = false;
      long library = -1;
      for (long pairs = cursor.mapHeader("row"); pairs > 0; pairs--) {
        switch (cursor.textSpan("key") ? cursor.spanText() : "") {
          case "predicate" -> {
            MsgValue predicate =
                is(cursor, MsgKind.MAP, "predicate") ? decoded(cursor, "predicate") : null;
            rule = PredicateText.of(predicate);
            processors.addAll(Solution.processors(predicate));
          }
          case "library" -> {
            chosen = true;
            if (rule == null) {
              // The rule is behind it: YAML is written with sorted keys.
              library = skipped(cursor, cursor.position(), "library");
            } else {
              node(cursor, below(path, rule), level + 1);
            }
          }
          default -> cursor.skip("value");
        }
      }
      if (rule == null) {
        refused(at, "row", "predicate", "none");
      }
      if (!chosen) {
        refused(at, "row", "library", "none");
      }
      if (library >= 0) {
        node(cursor(library), below(path, rule == null ? "" : rule), level + 1);
      }
    }
  }

  private void map(MsgCursor cursor, String path, int level) throws FormatException {
    for (long pairs = cursor.mapHeader("map"); pairs > 0; pairs--) {
      node(cursor, below(path, name(cursor)), level + 1);
    }
  }

  private String name(MsgCursor cursor) throws FormatException {
    return cursor.kind("name") == MsgKind.TEXT
        ? cursor.text("name")
        : String.valueOf(decoded(cursor, "name"));
  }

  private void trees(MsgCursor cursor, String path, int level) throws FormatException {
    for (long count = cursor.arrayHeader("trees"); count > 0; count--) {
      long at = cursor.position();
      if (!is(cursor, MsgKind.MAP, "tree")) {
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
        refused(at, "tree", "value", "none");
      }
    }
  }

  private void table(MsgCursor cursor, int table, String path, int level, TableRows found)
      throws FormatException {
    long count = cursor.arrayHeader("table");
    found.none = count == 0;
    for (; count > 0; count--) {
      reached(cursor);
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
        refused(at, "row", "a solution", "none");
      }
    }
  }

  private void key(MsgCursor cursor, long row, TableRows found) throws FormatException {
    if (is(cursor, MsgKind.ARRAY, "key")) {
      long sizes = cursor.arrayHeader("key");
      if (found.keys.size() < MOST_LENGTHS) {
        found.keys.putIfAbsent(sizes, row);
      }
      for (long left = sizes; left > 0; left--) {
        if (is(cursor, MsgKind.INTEGER, "key")) {
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
    if (!is(cursor, MsgKind.INTEGER, "index")) {
      return;
    }
    long stated = cursor.position();
    long index = cursor.size("index");
    if (complete && Arrays.binarySearch(known, index) < 0) {
      FormatException.Builder wrong =
          error(at, below(where, "index"), Reason.OUT_OF_BOUNDS)
              .expected("the index of one of the %d solutions".formatted(known.length))
              .advice(REFUSED);
      problem(wrong.found(written(stated, 0)).build());
    }
  }

  ByteView content() {
    return content;
  }

  String version() {
    return version;
  }

  /** How many bytes are behind the library; 0 also if its end is not known. */
  long behindBytes() {
    return end < 0 ? 0 : content.size() - end;
  }

  /** 1 if it does not say. */
  long formatVersion() {
    return Math.max(1, formatVersion);
  }

  int solutions() {
    return starts.size();
  }

  /** Where a solution begins. */
  long start(int solution) {
    return starts.get(solution);
  }

  long length(int solution) {
    return lengths.get(solution);
  }

  /**
   * Reads the fields of a solution.
   *
   * @throws FormatException if it is none, or not of the index that the table states for it
   */
  MsgValue.Mapping fieldsOf(int row) throws FormatException {
    if (length(row) == 0) {
      FormatException known = outside.get(row);
      throw known != null
          ? known
          : error(start(row), "solutions_index", Reason.OUT_OF_BOUNDS)
              .mismatch("a solution in solutions_blob", "none, or one that is not in it");
    }
    MsgValue.Mapping fields = mapping(start(row), length(row), "solution");
    long index = Solution.index(fields);
    if (index != indices.get(row)) {
      throw error(start(row), "solution", Reason.BAD_VALUE)
          .mismatch("index %d, as solutions_index states".formatted(indices.get(row)), index);
    }
    return fields;
  }

  /** Returns a solution in the words of the field. */
  Solution solution(int row) throws FormatException {
    return Solution.of(fieldsOf(row));
  }

  /** Returns the problem for which no library reads a solution; null if there is none. */
  @Nullable FormatException refusedIn(int row, MsgValue.Mapping fields) {
    return Solution.wrong(fields)
        .map(
            wrong ->
                error(start(row), wrong.field(), Reason.BAD_VALUE)
                    .expected(wrong.expected())
                    .found(wrong.found())
                    .advice(REFUSED)
                    .build())
        .orElse(null);
  }

  /** The number of the solution with an index; -1 for none. */
  int rowOf(long index) {
    int at = Arrays.binarySearch(known, index);
    return at < 0 ? -1 : (int) rowOfKnown[at];
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

  /**
   * A row of a table.
   *
   * @param length how many bytes it has
   */
  record ReadRow(long length, SizeRow sizes) {}

  /** Reads a row of a table. */
  ReadRow readRow(int row) throws FormatException {
    long start = rows.get(row);
    long end = Math.min(content.size(), start + MOST_DECODED_BYTES);
    MsgCursor cursor = new MsgCursor(content, start, end, STRUCTURE);
    SizeRow sizes = SizeRow.of(cursor, tableOf(row).names());
    return new ReadRow(cursor.position() - start, sizes);
  }

  private MsgValue.Mapping mapping(long start, long length, String field) throws FormatException {
    if (length > MOST_DECODED_BYTES) {
      throw error(start, field, Reason.TOO_LARGE)
          .mismatch("at most %d bytes".formatted(MOST_DECODED_BYTES), length);
    }
    MsgCursor cursor = new MsgCursor(content, start, start + length, STRUCTURE);
    cursor.expect(MsgKind.MAP, field);
    return (MsgValue.Mapping) cursor.value(field);
  }

  /** Whether the files that it loads are code objects of operations. */
  boolean ofOperations() {
    return operations;
  }

  List<Child> children() {
    return List.copyOf(children);
  }

  /** The processors that the tree chooses by; none where it is for any. */
  Set<String> processors() {
    return Collections.unmodifiableSet(processors);
  }

  /** How many nodes of each type the tree has. */
  Map<String, Long> nodes() {
    return new TreeMap<>(nodes);
  }

  /** Where the tree begins; -1 if there is none. */
  long tree() {
    return tree;
  }

  List<FormatException> problems() {
    return List.copyOf(problems);
  }
}
