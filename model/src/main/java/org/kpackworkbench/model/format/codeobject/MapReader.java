package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * Reads values of the metadata's maps: one of the wrong kind is a problem that is kept, and is
 * otherwise taken as not stated. Not safe for use by several threads.
 */
final class MapReader {
  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_POOLED = 4096;
  private static final int LONGEST_POOLED_BYTES = 64;
  private static final int MOST_UNKNOWN = 50_000;
  private static final int LARGEST_UNKNOWN_BYTES = 1024;
  private static final long MOST_UNKNOWN_BYTES = 2 << 20;

  private final String structure;
  private ByteView view;
  private MsgCursor cursor;
  private final Map<String, String> pool = new HashMap<>();
  private final List<FormatException> problems = new ArrayList<>();
  private int unknown;
  private long unknownBytes;

  MapReader(String structure, ByteView view) throws FormatException {
    this.structure = structure;
    this.view = view;
    this.cursor = new MsgCursor(view, 0, view.size(), structure);
  }

  /** Goes on with another map; limits count for all of them. */
  void open(ByteView next) throws FormatException {
    view = next;
    cursor = new MsgCursor(next, 0, next.size(), structure);
  }

  /** The next key; one that is not text becomes a name that no known key has. */
  String key(String structure) throws FormatException {
    long start = cursor.position();
    if (cursor.textSpan(structure)) {
      return pooled();
    }
    problem(start, structure + " key", "text", "something else");
    return "(key at 0x%x)".formatted(view.fileOffset(start));
  }

  /** Text; empty, with a problem, where it is none. */
  String text(String field) throws FormatException {
    long start = cursor.position();
    MsgKind kind = cursor.kind(field);
    if (cursor.textSpan(field)) {
      return pooled();
    }
    problem(start, field, MsgKind.TEXT.words(), kind.words());
    return "";
  }

  /** The text that was read last; short ones are shared, since keys repeat in each kernel. */
  private String pooled() {
    String text = cursor.spanText();
    String known = cursor.spanLength() > LONGEST_POOLED_BYTES ? text : pool.get(text);
    if (known == null && pool.size() < MOST_POOLED) {
      pool.put(text, text);
    }
    return known == null ? text : known;
  }

  /** A number from 0; {@link Kernel#NOT_STATED}, with a problem, where it is none. */
  long number(String field) throws FormatException {
    long start = cursor.position();
    MsgKind kind = cursor.kind(field);
    long value = cursor.size(field);
    if (value < 0) {
      problem(start, field, "a number from 0", kind == MsgKind.INTEGER ? "another" : kind.words());
      return Kernel.NOT_STATED;
    }
    return value;
  }

  /** Yes or no, written as a boolean or as 0 or 1. */
  @Nullable Boolean truth(String field) throws FormatException {
    long start = cursor.position();
    MsgKind kind = cursor.kind(field);
    if (kind == MsgKind.BOOLEAN) {
      return cursor.value(field) instanceof MsgValue.Bool bool && bool.value();
    }
    long value = cursor.size(field);
    if (value == 0 || value == 1) {
      return value == 1;
    }
    problem(start, field, "true, false, 0 or 1", kind.words());
    return null;
  }

  /** At most {@code most} numbers; empty, with a problem, where it is no array. */
  List<Long> numbers(String field, int most) throws FormatException {
    long count = items(field, most);
    List<Long> numbers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      numbers.add(number(field));
    }
    return List.copyOf(numbers);
  }

  /**
   * Steps into an array of at most {@code most} items. Anything else, and a longer one, is skipped
   * with a problem and counts as empty.
   */
  long items(String field, long most) throws FormatException {
    long start = cursor.position();
    MsgKind kind = cursor.kind(field);
    if (kind != MsgKind.ARRAY) {
      cursor.skip(field);
      problem(start, field, MsgKind.ARRAY.words(), kind.words());
      return 0;
    }
    long count = cursor.arrayHeader(field);
    if (count > most) {
      for (long i = 0; i < count; i++) {
        cursor.skip(field);
      }
      problem(start, field, "at most " + most + " items", Long.toString(count));
      return 0;
    }
    return count;
  }

  /** Steps into a map; anything else is skipped with a problem and gives -1. */
  long pairs(String field) throws FormatException {
    long start = cursor.position();
    MsgKind kind = cursor.kind(field);
    if (kind != MsgKind.MAP) {
      cursor.skip(field);
      problem(start, field, MsgKind.MAP.words(), kind.words());
      return -1;
    }
    return cursor.mapHeader(field);
  }

  /** Keeps the value of a key that is not known. */
  Map<String, MsgValue> keep(Map<String, MsgValue> other, String key) throws FormatException {
    long start = cursor.position();
    cursor.skip(key);
    long length = cursor.position() - start;
    if (++unknown > MOST_UNKNOWN) {
      return other;
    }
    boolean small = length <= LARGEST_UNKNOWN_BYTES && unknownBytes <= MOST_UNKNOWN_BYTES;
    unknownBytes += small ? length : 0;
    Map<String, MsgValue> kept = other.isEmpty() ? new LinkedHashMap<>() : other;
    kept.put(
        key,
        small
            ? new MsgCursor(view, start, start + length, key).value(key)
            : new MsgValue.Text("(%d bytes at 0x%x)".formatted(length, view.fileOffset(start))));
    return kept;
  }

  void problem(long offset, String field, String expected, String found) {
    add(cursor.error(offset, field, Reason.BAD_VALUE).mismatch(expected, found));
  }

  void add(FormatException problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem);
    }
  }

  List<FormatException> problems() {
    return problems;
  }

  MsgCursor cursor() {
    return cursor;
  }
}
