package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.Numbers;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * Where in a library's MessagePack its solutions, tables and nodes are. Reads all of it once, from
 * its beginning to its end, and keeps numbers only. No size or count that the file states is
 * trusted: what is wrong is a problem, and the rest is read. Immutable once it is made.
 */
final class TensileFile {
  static final int FORMAT_VERSION = 2;

  /** Keys of the first level by which a library is known, and those that other files have, too. */
  static final List<String> KEYS =
      List.of("solutions", "library", "solutions_index", "solutions_blob");

  static final List<String> VERSIONS = List.of("version", "format_version");

  private static final String NUMBER = "\\d{1,10}";

  private final ByteView content;
  private final TensileReading reading;
  private final Numbers starts = new Numbers();
  private final Numbers lengths = new Numbers();
  private final Numbers indices = new Numbers();
  private final List<Child> children = new ArrayList<>();
  private final Set<String> processors = new TreeSet<>();
  private long[] known = {};
  private long[] rowOfKnown = {};
  private boolean operations;

  /** Where the index of the solution that was read last is; -1 if it has none. */
  private long indexAt = -1;

  /** Whether the numbers of all solutions are known. */
  private boolean complete;

  private String version = "";
  private long formatVersion;
  private long tree = -1;
  private TreeReader selection;
  private long end = -1;

  /** Problems of solutions that are not in the bytes for them, by their number. */
  private final Map<Integer, FormatException> outside = new HashMap<>();

  /**
   * A file beside the library that it loads when it needs it: a library, or code objects where it
   * is one {@link #ofOperations}.
   *
   * @param stem its name without the ending
   * @param path the names of what leads to it
   * @param at where the node is
   */
  record Child(String stem, String path, long at) {}

  private TensileFile(ByteView content, TensileReading reading) {
    this.content = content;
    this.reading = reading;
    this.selection = new TreeReader(reading, children, processors, 0, index -> -1, false);
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
    TensileReading reading = new TensileReading(content, stored, progress);
    TensileFile file = new TensileFile(content, reading);
    MsgCursor cursor = reading.cursor(0);
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
      reading.mistake(broken);
    }
    reading.end();
    return file;
  }

  /** Whether it says which file has the solutions from a number on, as one of hipBLASLt does. */
  static boolean isMapping(ByteView content) throws FormatException {
    MsgCursor cursor = new MsgCursor(content, 0, content.size(), TensileReading.STRUCTURE);
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
    MsgCursor cursor = new MsgCursor(content, 0, content.size(), TensileReading.STRUCTURE);
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

  private void mapping(MsgCursor cursor, long pairs) throws FormatException {
    for (long i = 0; i < pairs; i++) {
      reading.reached(cursor);
      long at = cursor.position();
      String from = reading.name(cursor);
      if (!from.matches(NUMBER)) {
        reading.refused(at, "number", "the number of a solution", from);
      }
      if (reading.is(cursor, MsgKind.TEXT, "file")) {
        children.add(new Child(cursor.text("file"), "solutions from " + from, at));
      }
    }
  }

  private void architectures(MsgCursor cursor, long pairs) throws FormatException {
    for (long i = 0; i < pairs; i++) {
      String architecture = cursor.text("architecture");
      processors.add(architecture);
      for (long left = cursor.mapHeader("operations"); left > 0; left--) {
        operation(cursor, TensileReading.below(architecture, cursor.text("operation")));
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
      kernels(cursor, TensileReading.below(path, cursor.text("data type")));
    }
  }

  private void kernels(MsgCursor cursor, String path) throws FormatException {
    for (long left = cursor.arrayHeader("kernels"); left > 0; left--) {
      reading.reached(cursor);
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
        reading.problem(
            reading
                .error(at, "co_path", Reason.BAD_VALUE)
                .mismatch("the file that has the kernel " + kernel, "none"));
      } else {
        children.add(new Child(LibraryCode.stem(code), TensileReading.below(path, kernel), at));
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
        case "version" -> version = String.valueOf(reading.decoded(cursor, "version"));
        case "format_version" -> formatVersion = cursor.size("format_version");
        case "solutions" -> {
          solutions = true;
          if (reading.is(cursor, MsgKind.ARRAY, key)) {
            solutions(cursor);
            complete = true;
          }
        }
        case "solutions_index" -> index = TensileReading.skipped(cursor, value, key);
        case "solutions_blob" -> blob = TensileReading.skipped(cursor, value, key);
        case "library" -> tree = TensileReading.skipped(cursor, value, key);
        default -> {
          reading.problem(
              reading
                  .error(at, "key", Reason.BAD_VALUE)
                  .mismatch(
                      "one of %s, %s"
                          .formatted(String.join(", ", KEYS), String.join(", ", VERSIONS)),
                      key.length() > 80 ? key.substring(0, 80) + "…" : key));
          cursor.skip(key);
        }
      }
    }
    if (formatVersion > FORMAT_VERSION) {
      throw reading
          .error(0, "format_version", Reason.UNSUPPORTED)
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
        reading.mistake(broken);
      }
    } else if (!solutions) {
      reading.problem(
          reading.error(0, "solutions", Reason.BAD_VALUE).mismatch("solutions", "none"));
    }
    sortIndices();
    for (int i = 1; i < known.length; i++) {
      if (known[i] == known[i - 1] && known[i] >= 0) {
        reading.problem(
            reading
                .error(0, "solutions", Reason.DUPLICATE_KEY)
                .mismatch("each index once", known[i]));
      }
    }
    if (tree < 0) {
      throw reading
          .error(0, "library", Reason.BAD_VALUE)
          .mismatch("the tree by which solutions are chosen", "none");
    }
    selection = new TreeReader(reading, children, processors, known.length, this::rowOf, complete);
    selection.node(reading.cursor(tree), "", 0);
  }

  /**
   * Sorts indices together with their rows; an index has 31 bits, and any other is no solution's.
   */
  private void sortIndices() {
    rowOfKnown =
        IntStream.range(0, indices.size())
            .filter(row -> indices.get(row) >= 0 && indices.get(row) <= Integer.MAX_VALUE)
            .mapToLong(row -> indices.get(row) << Integer.SIZE | row)
            .sorted()
            .toArray();
    known = Arrays.stream(rowOfKnown).map(each -> each >> Integer.SIZE).toArray();
    rowOfKnown = Arrays.stream(rowOfKnown).map(each -> each & 0xffffffffL).toArray();
  }

  private void solutions(MsgCursor cursor) throws FormatException {
    long count = cursor.arrayHeader("solutions");
    for (long i = 0; i < count; i++) {
      reading.reached(cursor);
      long start = cursor.position();
      long index = index(cursor);
      starts.add(start);
      lengths.add(cursor.position() - start);
      indices.add(index);
      if (index < 0) {
        reading.problem(
            reading
                .error(indexAt < 0 ? start : indexAt, "solution " + i, Reason.BAD_VALUE)
                .expected("a solution with an index")
                .found(indexAt < 0 ? "none" : reading.written(indexAt, 0))
                .advice(TensileReading.REFUSED)
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
      throw reading
          .error(0, index < 0 ? "solutions_index" : "solutions_blob", Reason.BAD_VALUE)
          .mismatch("both in a library of format_version 2", "none");
    }
    MsgCursor bytes = reading.cursor(blob);
    bytes.expect(MsgKind.BINARY, "solutions_blob");
    bytes.skip("solutions_blob");
    int first = content.u8(blob);
    long base = blob + (first == 0xc4 ? 2 : first == 0xc5 ? 3 : 5);
    long size = bytes.position() - base;
    MsgCursor cursor = reading.cursor(index);
    long count = cursor.arrayHeader("solutions_index");
    if (count % 3 != 0) {
      throw reading
          .error(index, "solutions_index", Reason.BAD_VALUE)
          .mismatch("an index, offset and length for each solution", "%d numbers".formatted(count));
    }
    for (long i = 0; i < count / 3; i++) {
      reading.reached(cursor);
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
            reading
                .error(
                    numbered ? begins ? lengthAt : offsetAt : at,
                    "solutions_index",
                    Reason.OUT_OF_BOUNDS)
                .mismatch(
                    "a solution in the %d bytes of solutions_blob".formatted(size),
                    "index %s, %s bytes at %s"
                        .formatted(
                            reading.written(at, 0),
                            reading.written(at, 2),
                            reading.written(at, 1)));
        if (reading.isSayingAll()) {
          outside.put(starts.size() - 1, wrong);
        }
        reading.problem(wrong);
      }
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
          : reading
              .error(start(row), "solutions_index", Reason.OUT_OF_BOUNDS)
              .mismatch("a solution in solutions_blob", "none, or one that is not in it");
    }
    MsgValue.Mapping fields = mapping(start(row), length(row), "solution");
    long index = Solution.index(fields);
    if (index != indices.get(row)) {
      throw reading
          .error(start(row), "solution", Reason.BAD_VALUE)
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
                reading
                    .error(start(row), wrong.field(), Reason.BAD_VALUE)
                    .expected(wrong.expected())
                    .found(wrong.found())
                    .advice(TensileReading.REFUSED)
                    .build())
        .orElse(null);
  }

  /** The number of the solution with an index; -1 for none. */
  int rowOf(long index) {
    int at = Arrays.binarySearch(known, index);
    return at < 0 ? -1 : (int) rowOfKnown[at];
  }

  /**
   * A row of a table.
   *
   * @param length how many bytes it has
   */
  record ReadRow(long length, SizeRow sizes) {}

  /** Reads a row of a table. */
  ReadRow readRow(int row) throws FormatException {
    long start = selection.rowStart(row);
    long end = Math.min(content.size(), start + TensileReading.MOST_DECODED_BYTES);
    MsgCursor cursor = new MsgCursor(content, start, end, TensileReading.STRUCTURE);
    SizeRow sizes = SizeRow.of(cursor, selection.tableOf(row).names());
    return new ReadRow(cursor.position() - start, sizes);
  }

  private MsgValue.Mapping mapping(long start, long length, String field) throws FormatException {
    if (length > TensileReading.MOST_DECODED_BYTES) {
      throw reading
          .error(start, field, Reason.TOO_LARGE)
          .mismatch("at most %d bytes".formatted(TensileReading.MOST_DECODED_BYTES), length);
    }
    MsgCursor cursor = new MsgCursor(content, start, start + length, TensileReading.STRUCTURE);
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

  /** The tree by which solutions are chosen; without nodes where there is none. */
  TreeReader selection() {
    return selection;
  }

  /** Where the tree begins; -1 if there is none. */
  long tree() {
    return tree;
  }

  List<FormatException> problems() {
    return reading.problems();
  }
}
