package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * The code objects of a document, as an indexed list. Safe for use by many threads.
 *
 * <p>Rows are created on demand, so a list of 100,000 can be scrolled at once.
 */
public interface CodeObjects {

  /**
   * The most bytes that {@link #extract} writes for one code object: far above any real one, and
   * low enough that a file that lies about its sizes does not fill a disk.
   */
  long EXTRACT_LIMIT_BYTES = 16L << 30;

  /** Number of rows. */
  int size();

  /** A row; cheap. Sizes may be -1 before {@link #locate}. */
  CodeObjectRow row(int row) throws FormatException;

  /** Forms of keys without an index. */
  enum UnindexedKey {
    /** A binary's name, which no loader looks up. */
    PLAIN,
    /** A name of one library's own, in an archive that no loader reads. */
    FREE
  }

  /**
   * Returns the problem that spoils a row, like {@link CodeObjectRow#problem}; cheap enough to call
   * for all rows.
   */
  default Optional<FormatException> problem(int row) throws FormatException {
    return Optional.ofNullable(row(row).problem());
  }

  /** Whether a row has to be unpacked, like its place says; cheap enough to call for all rows. */
  default boolean unpacked(int row) throws FormatException {
    return row(row).place().unpacked();
  }

  /** Free-form facts about a row, in the order in which they are written; empty if none are. */
  default Map<String, MsgValue> metadata(int row) throws FormatException {
    return Map.of();
  }

  /** Returns the form of a row's key in an archive; empty for keys with an index, and elsewhere. */
  default Optional<UnindexedKey> unindexedKey(int row) throws FormatException {
    return Optional.empty();
  }

  /** Returns sentences about all rows of a file, such as why no loader finds them. */
  default List<String> notes() {
    return List.of();
  }

  /** The row of a place; empty if no row is there. */
  OptionalInt rowOf(Place.CodeObject place);

  /** Whether {@link #locate} has nothing left to do. */
  default boolean located() {
    return true;
  }

  /**
   * Finds out what needs a pass over the file: positions and stored sizes of compressed frames.
   * Takes time the first time; decompresses nothing that is not needed for a list.
   */
  default void locate(Progress progress) throws FormatException {}

  /**
   * Checks the declared sizes of rows that an operation is going to unpack, before it begins.
   *
   * @throws FormatException {@code TOO_LARGE} where they are more than is plausible
   */
  default void declare(BitSet rows, Progress progress) throws FormatException {}

  /** Declares all rows. */
  default void declareAll(Progress progress) throws FormatException {
    BitSet rows = new BitSet();
    rows.set(0, size());
    declare(rows, progress);
  }

  /**
   * The bytes of a code object; unpacks it where it is packed, and nothing else.
   *
   * @throws FormatException also where it is larger than a program should hold at once
   */
  ByteView load(int row, Progress progress) throws IOException;

  /**
   * Opens a code object of any size for as long as it is read; to be closed. For reading one after
   * another: a large one that is unpacked is given back before the next.
   *
   * @param budget how much the operation may unpack
   */
  default SpooledBytes open(int row, UnpackBudget budget, Progress progress) throws IOException {
    return new SpooledBytes(load(row, progress), null);
  }

  /**
   * Writes the bytes of a code object, of any size, in windows. Does not close {@code out}. By
   * itself it copies what {@link #load} gives: enough where code objects are stored as they are.
   *
   * @param budget how much the operation may unpack
   */
  default void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    load(row, progress).writeTo(out, progress);
  }

  /** No code objects. */
  static CodeObjects none() {
    return NoCodeObjects.INSTANCE;
  }

  /** Code objects of a document that has none. */
  enum NoCodeObjects implements CodeObjects {
    INSTANCE;

    @Override
    public int size() {
      return 0;
    }

    @Override
    public CodeObjectRow row(int row) {
      throw new IndexOutOfBoundsException(row);
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      return OptionalInt.empty();
    }

    @Override
    public ByteView load(int row, Progress progress) {
      throw new IndexOutOfBoundsException(row);
    }
  }
}
