package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * A library while it is read: where it is read, and what is wrong with it. No size or count that
 * the file states is trusted.
 */
final class TensileReading {
  static final String STRUCTURE = "Tensile library";
  static final int MOST_DECODED_BYTES = 1 << 20;
  static final String REFUSED = "The library refuses such a file; build it again, or get it again.";

  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_PATH = 200;

  private final ByteView content;
  private final boolean stored;
  private final Progress progress;
  private final List<FormatException> problems = new ArrayList<>();

  /** How many bytes the progress was advanced by. */
  private long counted;

  private long unsaid;
  private String where = "";

  /**
   * @param stored whether these are the bytes of the file; else no mistake has a place in it
   */
  TensileReading(ByteView content, boolean stored, Progress progress) {
    this.content = content;
    this.stored = stored;
    this.progress = progress;
    progress.begin("Reading " + content.name(), content.size(), Unit.BYTES);
  }

  /** Ends it: advances the progress by what is left, and says how many mistakes were not said. */
  void end() {
    if (unsaid > 0) {
      problems.add(
          error(0, "library", Reason.BAD_VALUE)
              .mismatch(
                  "a library without mistakes", "%d more mistakes like those".formatted(unsaid)));
    }
    progress.advance(content.size() - counted);
  }

  /** Returns the problems of the library. */
  List<FormatException> problems() {
    return List.copyOf(problems);
  }

  /** Whether one more mistake is said by itself. */
  boolean isSayingAll() {
    return problems.size() < MOST_PROBLEMS;
  }

  /** The names of what leads to the node that is read. */
  String where() {
    return where;
  }

  void where(String now) {
    where = now;
  }

  /** Some of it is read a second time, which does not count again. */
  void reached(MsgCursor cursor) {
    long more = Math.max(0, cursor.position() - counted);
    counted += more;
    progress.step(more);
  }

  MsgCursor cursor(long at) throws FormatException {
    return new MsgCursor(content, at, content.size(), STRUCTURE);
  }

  FormatException.Builder error(long at, String field, Reason reason) {
    return stored
        ? FormatException.at(content, at, STRUCTURE, field, reason)
        : FormatException.in(content.name(), STRUCTURE, field, reason);
  }

  void problem(FormatException problem) {
    if (isSayingAll()) {
      problems.add(problem);
    } else {
      unsaid++;
    }
  }

  /** Notes a mistake in the file; what is no mistake of it is thrown. */
  void mistake(FormatException broken) throws FormatException {
    broken.throwIfFileChanged();
    problem(broken);
  }

  /** Notes what no library reads, with the names of what leads to it in the tree. */
  void refused(long at, String field, String expected, String found) {
    problem(
        error(at, below(where, field), Reason.BAD_VALUE)
            .expected(expected)
            .found(found)
            .advice(REFUSED)
            .build());
  }

  /** Whether a value is of a kind; any other is a mistake, and stepped over. */
  boolean is(MsgCursor cursor, MsgKind kind, String field) throws FormatException {
    MsgKind found = cursor.kind(field);
    if (found == kind) {
      return true;
    }
    refused(cursor.position(), field, kind.words(), found.words());
    cursor.skip(field);
    return false;
  }

  /**
   * Returns the value that is written in a list, some values behind a place: also what is no size.
   */
  String written(long at, int skipped) throws FormatException {
    MsgCursor cursor = cursor(at);
    for (int i = 0; i < skipped; i++) {
      cursor.skip("value");
    }
    return String.valueOf(decoded(cursor, "value"));
  }

  /**
   * A value where it is not too large to be one of few bytes; else null, having stepped over it.
   */
  @Nullable MsgValue decoded(MsgCursor cursor, String field) throws FormatException {
    long start = cursor.position();
    cursor.skip(field);
    return cursor.position() - start > MOST_DECODED_BYTES
        ? null
        : new MsgCursor(content, start, cursor.position(), STRUCTURE).value(field);
  }

  static String below(String path, String name) {
    String longer = path.isEmpty() || name.isEmpty() ? path + name : path + " ▸ " + name;
    return longer.length() > MOST_PATH ? longer.substring(0, MOST_PATH) : longer;
  }

  String name(MsgCursor cursor) throws FormatException {
    return cursor.kind("name") == MsgKind.TEXT
        ? cursor.text("name")
        : String.valueOf(decoded(cursor, "name"));
  }

  static long skipped(MsgCursor cursor, long at, String field) throws FormatException {
    cursor.skip(field);
    return at;
  }
}
