package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.sizes.SizedRows;

/**
 * The rows of an archive with what sorting, grouping and filtering need: binaries and targets have
 * numbers, and a rank says where a number is in the natural order of the names. Immutable; safe for
 * use by many threads; touches no file.
 */
final class ArchiveRows implements SizedRows {
  private static final int CHECK_EVERY = 4096;
  private static final Comparator<String> TARGET_ORDER =
      Comparator.comparing(GpuTarget::lenient).thenComparing(NaturalOrder.INSTANCE);

  private final KpackArchive archive;
  private final List<ArchiveEntry> entries;
  private final Texts binaries;
  private final Texts targets;
  private final int[] codeObject;
  private final int codeObjectCount;
  private final int[] byKey;
  private final @Nullable NameTree names;
  private final long @Nullable [] stored;
  private final long[] tableStart;
  private final int problemCount;

  /** The different texts of a column, in the order of their first rows, and their ranks. */
  private record Texts(int[] ofRow, List<String> all, int[] ranks) {
    static Texts of(
        List<ArchiveEntry> entries,
        Function<ArchiveEntry, String> column,
        Function<List<String>, Comparator<String>> order) {
      Map<String, Integer> numbers = new LinkedHashMap<>();
      int[] ofRow =
          entries.stream().mapToInt(entry -> number(numbers, column.apply(entry))).toArray();
      List<String> all = List.copyOf(numbers.keySet());
      Comparator<String> comparator = order.apply(all);
      int[] sorted =
          sorted(IntStream.range(0, all.size()), Comparator.comparing(all::get, comparator));
      int[] ranks = new int[sorted.length];
      for (int i = 0; i < sorted.length; i++) {
        ranks[sorted[i]] = i;
      }
      return new Texts(ofRow, all, ranks);
    }

    String text(int row) {
      return all.get(ofRow[row]);
    }

    int rank(int row) {
      return ranks[ofRow[row]];
    }
  }

  private static <K> int number(Map<K, Integer> numbers, K key) {
    int next = numbers.size();
    return numbers.computeIfAbsent(key, unknown -> next);
  }

  /** Sorts numbers of rows or names; what is equal stays in its order. */
  static int[] sorted(IntStream numbers, Comparator<Integer> order) {
    return numbers.boxed().sorted(order).mapToInt(Integer::intValue).toArray();
  }

  private ArchiveRows(KpackArchive archive, List<ArchiveEntry> entries) {
    this.archive = archive;
    this.entries = entries;
    binaries = Texts.of(entries, ArchiveEntry::binary, NaturalOrder::among);
    targets = Texts.of(entries, ArchiveEntry::targetText, all -> TARGET_ORDER);
    Map<Integer, Integer> ordinals = new HashMap<>();
    codeObject =
        entries.stream()
            .mapToInt(entry -> entry.ordinal() < 0 ? -1 : number(ordinals, entry.ordinal()))
            .toArray();
    codeObjectCount = ordinals.size();
    byKey =
        sorted(
            IntStream.range(0, entries.size()),
            Comparator.<Integer, Integer>comparing(binaries::rank)
                .thenComparing(this::index)
                .thenComparing(targets::rank));
    boolean indexed =
        entries.isEmpty() || entries.stream().anyMatch(entry -> entry.key().indexed());
    names = indexed ? null : new NameTree(binaries.all(), binaries.ranks());
    stored =
        archive.blobsIfKnown().isEmpty()
            ? null
            : IntStream.range(0, entries.size()).mapToLong(archive::storedSizeBytes).toArray();
    tableStart = entries.stream().mapToLong(entry -> entry.tableRange().start()).toArray();
    problemCount = (int) entries.stream().filter(entry -> !entry.usable()).count();
  }

  /**
   * Reads the rows. Takes time: background threads only.
   *
   * @throws FormatException if the file cannot be read any more
   */
  static ArchiveRows read(KpackArchive archive, Progress progress) throws FormatException {
    int count = archive.entryCount();
    List<ArchiveEntry> entries = new ArrayList<>(count);
    progress.begin("Reading the table of contents", count, Unit.ROWS);
    for (int row = 0; row < count; row++) {
      if (row % CHECK_EVERY == 0) {
        progress.step(Math.min(CHECK_EVERY, count - row));
      }
      entries.add(archive.entry(row));
    }
    return new ArchiveRows(archive, List.copyOf(entries));
  }

  /** No rows; represents those of an archive until they have been read. */
  static ArchiveRows none(KpackArchive archive) {
    return new ArchiveRows(archive, List.of());
  }

  KpackArchive archive() {
    return archive;
  }

  @Override
  public int count() {
    return entries.size();
  }

  /** Whether stored sizes are known as far as they can be. */
  @Override
  public boolean located() {
    return stored != null || archive.refusal() != null;
  }

  /** Whether stored sizes are known at all: of an unknown scheme they never are. */
  boolean storedSizesKnown() {
    return stored != null;
  }

  /** Number of the binary. */
  @Override
  public int binary(int row) {
    return binaries.ofRow()[row];
  }

  int binaryCount() {
    return binaries.all().size();
  }

  /** The rank of the binary among all, by name. */
  int binaryRank(int row) {
    return binaries.rank(row);
  }

  @Override
  public String binaryName(int row) {
    return binaries.text(row);
  }

  /** The wrapper's index; 0 for a plain key. */
  int index(int row) {
    return entries.get(row).index();
  }

  /** Whether the key is plain, without an index. */
  boolean plainKey(int row) {
    return !entries.get(row).key().indexed();
  }

  /** Whether there are rows, and none of their keys has an index: names are one library's own. */
  boolean free() {
    return names != null;
  }

  /** The folder with a path among those that a row's name is in; null where none has it. */
  @Nullable GroupId folder(int row, String path) {
    int folder = names == null ? NameTree.TOP : names.folder(binary(row), path);
    return folder == NameTree.TOP ? null : new GroupId(GroupId.Kind.FOLDER, folder, GroupId.ALL);
  }

  /** The folders of the names; null where keys have an index. */
  @Nullable NameTree names() {
    return names;
  }

  /** Where the binary is among all in a tree: by its name, but folders are not torn apart. */
  int treeRank(int row) {
    return names == null ? binaryRank(row) : names.rank(binary(row));
  }

  /** A group's name: a folder's path, a binary's name, a key, or a target; {@code row} is in it. */
  String groupName(GroupId group, int row) {
    return switch (group.kind()) {
      case TARGET -> targetText(row);
      case FOLDER -> names == null ? "" : names.path(group.number());
      case BINARY -> binaryName(row);
      case INDEX -> keyText(row);
    };
  }

  /** A group's name without that of the group around it; {@code row} is in it. */
  String shortName(GroupId group, int row) {
    return switch (group.kind()) {
      case TARGET -> targetText(row);
      case FOLDER -> names == null ? "" : names.lastPart(group.number());
      case BINARY -> names == null ? binaryName(row) : names.lastPartOfName(binary(row));
      case INDEX -> plainKey(row) ? "plain key" : "#" + index(row);
    };
  }

  /** The other rows with the same code object, in the order of the table. */
  int[] sameAs(int row) {
    return IntStream.range(0, count())
        .filter(other -> other != row && blob(row) >= 0 && blob(other) == blob(row))
        .toArray();
  }

  /** The key as it is stored. */
  String keyText(int row) {
    return plainKey(row) ? binaryName(row) : binaryName(row) + "#" + index(row);
  }

  /** Number of the target's text. */
  @Override
  public int target(int row) {
    return targets.ofRow()[row];
  }

  int targetCount() {
    return targets.all().size();
  }

  int targetRank(int row) {
    return targets.rank(row);
  }

  /** The target as it is written. */
  @Override
  public String targetText(int row) {
    return targets.text(row);
  }

  /** The type as it is written; empty if it could not be read. */
  String typeText(int row) {
    return entries.get(row).type();
  }

  /** Index into the blobs; -1 if there is none that can be. */
  int ordinal(int row) {
    return entries.get(row).ordinal();
  }

  /** Number of the code object: rows with one ordinal have one number; -1 if a row names none. */
  @Override
  public int blob(int row) {
    return codeObject[row];
  }

  /** How many different code objects the rows name. */
  int codeObjectCount() {
    return codeObjectCount;
  }

  /** Declared size in bytes; -1 if it could not be read. */
  @Override
  public long originalSizeBytes(int row) {
    return entries.get(row).originalSizeBytes();
  }

  /** Stored size in bytes; -1 if it is not known (yet). */
  @Override
  public long storedSizeBytes(int row) {
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
    FormatException problem = entries.get(row).problem();
    return problem == null ? null : problem.reason();
  }

  /** How many rows are spoiled. */
  int problemCount() {
    return problemCount;
  }

  /** All rows in the order of the table. */
  int[] all() {
    return IntStream.range(0, count()).toArray();
  }

  /** The rows by binary, then index, then target, each in natural order. */
  int[] byKey() {
    return byKey.clone();
  }

  /** A row's place. */
  @Override
  public Place.CodeObject place(int row) {
    return new Place.CodeObject(
        archive.place(),
        binaryName(row),
        index(row),
        targetText(row),
        archive.storedRange(row).orElse(null),
        archive.scheme().isCompressed());
  }

  /** The row of a place; -1 if there is none. */
  @Override
  public int find(Place.CodeObject place) {
    if (!archive.place().equals(place.parent())) {
      return -1;
    }
    int first = firstRowOf(place.binary());
    if (first < 0) {
      return -1;
    }
    for (int at = firstOf(place.binary()); at < count(); at++) {
      int row = byKey[at];
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
    boolean found = at < count() && binaryName(byKey[at]).equals(binary);
    return found ? byKey[at] : -1;
  }

  /** The first row in the table with the same binary. */
  int firstOfBinary(int row) {
    int at = firstOf(binaryName(row));
    int first = row;
    for (; at < count() && binary(byKey[at]) == binary(row); at++) {
      first = Math.min(first, byKey[at]);
    }
    return first;
  }

  /** The first row in the table with the same binary and index. */
  int firstOfKey(int row) {
    int at = firstOf(binaryName(row));
    int first = row;
    for (; at < count() && binary(byKey[at]) == binary(row); at++) {
      if (index(byKey[at]) == index(row)) {
        first = Math.min(first, byKey[at]);
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
      if (NaturalOrder.INSTANCE.compare(binaryName(byKey[middle]), binary) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Where a row starts in the table of contents. */
  long tableStart(int row) {
    return tableStart[row];
  }

  /** Behind a row's last byte in the table of contents. */
  long tableEnd(int row) {
    return entries.get(row).tableRange().end();
  }

  /** The row whose entry in the table holds a byte of the file; -1 if none does. */
  int rowAtTable(long fileOffset) {
    int found = java.util.Arrays.binarySearch(tableStart, fileOffset);
    int row = found >= 0 ? found : -found - 2;
    return row >= 0 && fileOffset < tableEnd(row) ? row : -1;
  }

  @Override
  public String name() {
    return archive.place().label();
  }

  @Override
  public String name(int row) {
    return keyText(row);
  }

  @Override
  public boolean packed() {
    return archive.scheme() != StorageScheme.NONE;
  }

  @Override
  public boolean damaged(int row) {
    return problem(row) != null;
  }

  @Override
  public Place binaryPlace(int row) {
    return ArchivePlaces.binary(this, firstOfBinary(row));
  }
}
