package org.kpackworkbench.views.format.kpack;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.format.kpack.NameTree.NamePool;

/**
 * The rows of an archive as columns of numbers, for sorting, grouping and filtering: some fifty
 * bytes a row and no objects. Immutable; safe for use by many threads; touches no file.
 *
 * <p>Binaries, targets and types have numbers; a rank says where a number is in the natural order
 * of the names.
 */
final class ArchiveRows {
  private static final Reason[] REASONS = Reason.values();

  private final KpackArchive archive;
  private final Numbers columns;
  private final long @Nullable [] stored;
  private final byte[] problems;
  private final int problemCount;

  /** Columns that do not change when the stored sizes become known. */
  record Numbers(
      NamePool binaries,
      String[] targets,
      String[] types,
      int[] binary,
      int[] index,
      boolean[] plain,
      int[] target,
      int[] type,
      int[] ordinal,
      int[] codeObject,
      int codeObjectCount,
      long[] original,
      long[] tableStart,
      int[] tableLength,
      int[] binaryRank,
      int[] targetRank,
      int[] byKey,
      @Nullable NameTree names) {}

  private ArchiveRows(
      KpackArchive archive, Numbers columns, long @Nullable [] stored, byte[] problems) {
    this.archive = archive;
    this.columns = columns;
    this.stored = stored;
    this.problems = problems;
    int count = 0;
    for (byte problem : problems) {
      count += problem == 0 ? 0 : 1;
    }
    this.problemCount = count;
  }

  /**
   * Reads the rows. Takes time: background threads only.
   *
   * @throws FormatException if the file cannot be read any more
   */
  static ArchiveRows read(KpackArchive archive, Progress progress) throws FormatException {
    ArchiveRowsReader reader = new ArchiveRowsReader(archive, progress);
    Numbers columns = reader.read();
    return new ArchiveRows(archive, columns, stored(archive), reader.problems());
  }

  /** No rows; represents those of an archive until they have been read. */
  static ArchiveRows none(KpackArchive archive) {
    int[] none = {};
    long[] noSizes = {};
    Numbers columns =
        new Numbers(
            new NamePool(),
            new String[0],
            new String[0],
            none,
            none,
            new boolean[0],
            none,
            none,
            none,
            none,
            0,
            noSizes,
            noSizes,
            none,
            none,
            none,
            none,
            null);
    return new ArchiveRows(archive, columns, null, new byte[0]);
  }

  /** Returns the same rows, once the archive knows where its blobs are. Background threads only. */
  ArchiveRows located(Progress progress) throws FormatException {
    byte[] now = new byte[count()];
    for (int row = 0; row < now.length; row++) {
      if ((row & 0xfff) == 0) {
        progress.step(0);
      }
      now[row] = problemCode(archive.entry(row).problem());
    }
    return new ArchiveRows(archive, columns, stored(archive), now);
  }

  static byte problemCode(@Nullable FormatException problem) {
    return problem == null ? 0 : (byte) (problem.reason().ordinal() + 1);
  }

  private static long @Nullable [] stored(KpackArchive archive) {
    StoredBlobs blobs = archive.blobsIfKnown().orElse(null);
    if (blobs == null) {
      return null;
    }
    long[] sizes = new long[archive.entryCount()];
    for (int row = 0; row < sizes.length; row++) {
      sizes[row] = archive.storedSizeBytes(row);
    }
    return sizes;
  }

  KpackArchive archive() {
    return archive;
  }

  int count() {
    return columns.binary.length;
  }

  /** Whether stored sizes are known as far as they can be. */
  boolean located() {
    return stored != null || archive.refusal() != null;
  }

  /** Whether stored sizes are known at all: of an unknown scheme they never are. */
  boolean storedSizesKnown() {
    return stored != null;
  }

  /** Number of the binary. */
  int binary(int row) {
    return columns.binary[row];
  }

  int binaryCount() {
    return columns.binaries.count();
  }

  /** The rank of the binary among all, by name. */
  int binaryRank(int row) {
    return columns.binaryRank[columns.binary[row]];
  }

  String binaryName(int row) {
    return columns.binaries.get(columns.binary[row]);
  }

  /** The wrapper's index; 0 for a plain key. */
  int index(int row) {
    return columns.index[row];
  }

  /** Whether the key is plain, without an index. */
  boolean plainKey(int row) {
    return columns.plain[row];
  }

  /** Whether there are rows, and none of their keys has an index: names are one library's own. */
  boolean free() {
    return columns.names != null;
  }

  /** The folders of the names; null where keys have an index. */
  @Nullable NameTree names() {
    return columns.names;
  }

  /** Where the binary is among all in a tree: by its name, but folders are not torn apart. */
  int treeRank(int row) {
    NameTree names = columns.names;
    return names == null ? binaryRank(row) : names.rank(binary(row));
  }

  /** A group's name: a folder's path, a binary's name, a key, or a target; {@code row} is in it. */
  String groupName(GroupId group, int row) {
    NameTree names = columns.names;
    return switch (group.kind()) {
      case TARGET -> targetText(row);
      case FOLDER -> names == null ? "" : names.path(group.number());
      case BINARY -> binaryName(row);
      case INDEX -> keyText(row);
    };
  }

  /** A group's name without that of the group around it; {@code row} is in it. */
  String shortName(GroupId group, int row) {
    NameTree names = columns.names;
    return switch (group.kind()) {
      case TARGET -> targetText(row);
      case FOLDER -> names == null ? "" : names.lastPart(group.number());
      case BINARY -> names == null ? binaryName(row) : names.lastPartOfName(binary(row));
      case INDEX -> plainKey(row) ? "plain key" : "#" + index(row);
    };
  }

  /** The other rows with the same code object, in the order of the table. */
  int[] sameAs(int row) {
    int[] found = new int[8];
    int count = 0;
    for (int other = 0; other < count() && codeObject(row) >= 0; other++) {
      if (other != row && codeObject(other) == codeObject(row)) {
        if (count == found.length) {
          found = java.util.Arrays.copyOf(found, 2 * count);
        }
        found[count++] = other;
      }
    }
    return java.util.Arrays.copyOf(found, count);
  }

  /** The key as it is stored. */
  String keyText(int row) {
    return plainKey(row) ? binaryName(row) : binaryName(row) + "#" + index(row);
  }

  /** Number of the target's text. */
  int target(int row) {
    return columns.target[row];
  }

  int targetCount() {
    return columns.targets.length;
  }

  int targetRank(int row) {
    return columns.targetRank[columns.target[row]];
  }

  /** The target as it is written. */
  String targetText(int row) {
    return columns.targets[columns.target[row]];
  }

  /** The type as it is written; empty if it could not be read. */
  String typeText(int row) {
    return columns.types[columns.type[row]];
  }

  /** Index into the blobs; -1 if there is none that can be. */
  int ordinal(int row) {
    return columns.ordinal[row];
  }

  /** Number of the code object: rows with one ordinal have one number; -1 if a row names none. */
  int codeObject(int row) {
    return columns.codeObject[row];
  }

  /** How many different code objects the rows name. */
  int codeObjectCount() {
    return columns.codeObjectCount;
  }

  /** Declared size in bytes; -1 if it could not be read. */
  long originalSizeBytes(int row) {
    return columns.original[row];
  }

  /** Stored size in bytes; -1 if it is not known (yet). */
  long storedSizeBytes(int row) {
    return stored == null ? -1 : stored[row];
  }

  /** Stored bytes for each original one; NaN where either is not known. */
  double ratio(int row) {
    return ratio(storedSizeBytes(row), originalSizeBytes(row));
  }

  static double ratio(long storedBytes, long originalBytes) {
    return storedBytes < 0 || originalBytes <= 0
        ? Double.NaN
        : (double) storedBytes / originalBytes;
  }

  /** Returns the reason why the row is spoiled, as far as it is known; null if there is none. */
  @Nullable Reason problem(int row) {
    return problems[row] == 0 ? null : REASONS[problems[row] - 1];
  }

  /** How many rows are spoiled. */
  int problemCount() {
    return problemCount;
  }

  /** All rows in the order of the table. */
  int[] all() {
    int[] rows = new int[count()];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = row;
    }
    return rows;
  }

  /** The rows by binary, then index, then target, each in natural order. */
  int[] byKey() {
    return columns.byKey.clone();
  }

  /** A row's place. */
  Place.CodeObject place(int row) {
    return new Place.CodeObject(
        archive.place(),
        binaryName(row),
        index(row),
        targetText(row),
        archive.storedRange(row).orElse(null),
        archive.scheme() == StorageScheme.ZSTD_PER_KERNEL);
  }

  /** The row of a place; -1 if there is none. */
  int find(Place.CodeObject place) {
    if (!archive.place().equals(place.parent())) {
      return -1;
    }
    int first = firstRowOf(place.binary());
    if (first < 0) {
      return -1;
    }
    for (int at = firstOf(place.binary()); at < count(); at++) {
      int row = columns.byKey[at];
      if (binary(row) != binary(first)) {
        return -1;
      }
      if (index(row) == place.index() && targetText(row).equals(place.target())) {
        return row;
      }
    }
    return -1;
  }

  /** The first row of a binary; -1 if there is none. */
  int firstRowOf(String binary) {
    int at = firstOf(binary);
    boolean found = at < count() && binaryName(columns.byKey[at]).equals(binary);
    return found ? columns.byKey[at] : -1;
  }

  /** The first row in the table with the same binary. */
  int firstOfBinary(int row) {
    int at = firstOf(binaryName(row));
    int first = row;
    for (; at < count() && binary(columns.byKey[at]) == binary(row); at++) {
      first = Math.min(first, columns.byKey[at]);
    }
    return first;
  }

  /** The first row in the table with the same binary and index. */
  int firstOfKey(int row) {
    int at = firstOf(binaryName(row));
    int first = row;
    for (; at < count() && binary(columns.byKey[at]) == binary(row); at++) {
      if (index(columns.byKey[at]) == index(row)) {
        first = Math.min(first, columns.byKey[at]);
      }
    }
    return first;
  }

  /** Where the rows of a binary start in {@link #byKey}, or would. */
  private int firstOf(String binary) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (NaturalOrder.INSTANCE.compare(binaryName(columns.byKey[middle]), binary) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Where a row starts in the table of contents. */
  long tableStart(int row) {
    return columns.tableStart[row];
  }

  /** Behind a row's last byte in the table of contents. */
  long tableEnd(int row) {
    return columns.tableStart[row] + columns.tableLength[row];
  }

  /** The row whose entry in the table holds a byte of the file; -1 if none does. */
  int rowAtTable(long fileOffset) {
    int found = java.util.Arrays.binarySearch(columns.tableStart, fileOffset);
    int row = found >= 0 ? found : -found - 2;
    return row >= 0 && fileOffset < tableEnd(row) ? row : -1;
  }
}
