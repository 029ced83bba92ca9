package org.kpackworkbench.model.analysis.diff.manifest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDialect;

/**
 * Manifests as a table: a column a manifest, a row an architecture. Each column is compared with
 * the one before it. Immutable.
 *
 * @param columns the manifests, at least two
 * @param headers what they state about themselves, with a value for each column
 * @param rows the architectures, sorted by their text; then archives that no manifest names
 */
public record ManifestMatrix(List<Column> columns, List<Header> headers, List<Row> rows) {
  public ManifestMatrix {
    columns = List.copyOf(columns);
    headers = List.copyOf(headers);
    rows = List.copyOf(rows);
  }

  /** How columns follow one another. */
  public enum Order {
    /** As they were given. */
    GIVEN("as given"),
    /** By path, numbers in it as numbers. */
    NAME("by name"),
    /** By the time of the file's last change; those of one time by name. */
    TIME("by time");

    private final String words;

    Order(String words) {
      this.words = words;
    }

    /** For people, e.g. {@code by name}. */
    public String words() {
      return words;
    }

    /** For programs, e.g. {@code name}. */
    public String id() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * The order among things with a path and a time.
     *
     * @param millis since 1970; what has none has a negative one and comes first
     */
    public <T> Comparator<T> comparator(
        java.util.function.Function<T, String> path, java.util.function.ToLongFunction<T> millis) {
      Comparator<T> byName = Comparator.comparing(path, NaturalOrder.INSTANCE).thenComparing(path);
      return switch (this) {
        case GIVEN -> (_, _) -> 0;
        case NAME -> byName;
        case TIME -> Comparator.comparingLong(millis).thenComparing(byName);
      };
    }
  }

  /**
   * A manifest.
   *
   * @param side its number in the comparison
   * @param label its path or what it is in full
   * @param name the shortest name that distinguishes it from the others
   * @param place where it is
   * @param modifiedMillis when its file was last changed, in milliseconds since 1970; -1: not known
   * @param sizeBytes its size
   * @param dialect how it is written
   * @param extent how much of it could be read
   * @param wrong why nothing of it could be read; empty if something could
   * @param disk whether its archives were looked for
   */
  public record Column(
      int side,
      String label,
      String name,
      Place place,
      long modifiedMillis,
      long sizeBytes,
      ManifestDialect dialect,
      Extent extent,
      String wrong,
      DiskLook disk) {}

  /** How much of a manifest could be read. */
  public enum Extent {
    WHOLE,
    /** The manifest breaks off, but behind its rows. */
    ALL_ROWS,
    /** The manifest breaks off before or inside its rows: it may have more of them. */
    SOME_ROWS,
    /** The manifest is empty, or not a manifest any more. */
    NOTHING
  }

  /** Whether what a manifest names was looked for beside it. */
  public enum DiskLook {
    /** Not yet, or it is in no folder. */
    NOT_DONE,
    /** None of its archives is beside it: it is a copy, as {@code git} makes one. */
    NOWHERE,
    /** Its folder could not be listed. */
    FAILED,
    DONE
  }

  /**
   * Something that manifests state about themselves.
   *
   * @param name what, such as {@code component}
   * @param values what each says; null if it does not
   * @param unread the columns of which it could not be read
   */
  public record Header(String name, List<@Nullable String> values, Set<Integer> unread) {
    public Header {
      values = java.util.Collections.unmodifiableList(new ArrayList<>(values));
      unread = Set.copyOf(unread);
    }

    /** Whether it is known what a column says. */
    public boolean known(int column) {
      return !unread.contains(column);
    }

    /** Whether a column is known to say something else than another one. */
    public boolean differs(int from, int to) {
      return known(from) && known(to) && !Objects.equals(values.get(from), values.get(to));
    }

    /**
     * Whether a column is known to say something else than the last one before it that is known.
     */
    public boolean changedIn(int column) {
      int before = before(column);
      return before >= 0 && differs(before, column);
    }

    /** The last column before one that is known; -1 for none. */
    public int before(int column) {
      int before = column - 1;
      while (before >= 0 && !known(before)) {
        before--;
      }
      return before;
    }

    /** Returns the header for these columns, in that order. */
    Header picked(List<Integer> columns) {
      List<@Nullable String> picked = new ArrayList<>();
      Set<Integer> pickedUnread = new LinkedHashSet<>();
      for (int at : columns) {
        if (!known(at)) {
          pickedUnread.add(picked.size());
        }
        picked.add(values.get(at));
      }
      return new Header(name, picked, pickedUnread);
    }
  }

  /**
   * An architecture, or an archive that no manifest names.
   *
   * @param key the architecture; of an archive without one its file's name
   * @param named whether some manifest names it
   * @param cells what each manifest says
   * @param comparisonRow its number in the comparison; -1 for an archive that no manifest names
   */
  public record Row(String key, boolean named, List<Cell> cells, int comparisonRow) {
    public Row {
      cells = List.copyOf(cells);
    }

    /** Its change from one column to another. */
    public Step step(int from, int to) {
      return Step.of(cells.get(from), cells.get(to));
    }

    /** The last column before one that could be read so far that it is known; -1 for none. */
    public int before(int column) {
      int before = column - 1;
      while (before >= 0 && cells.get(before).unread()) {
        before--;
      }
      return before;
    }

    /** Its change up to a column since the last known one before it. */
    public Step stepIn(int column) {
      int before = before(column);
      return before < 0 && !cells.get(column).unread()
          ? new Step(Change.SAME, Set.of(), 0, 0)
          : step(Math.max(0, before), column);
    }

    /** Whether it is known to have changed in a column. */
    public boolean changedIn(int column) {
      return before(column) >= 0
          && !cells.get(column).unread()
          && stepIn(column).change() != Change.SAME;
    }

    /** Whether both columns were read so far that it is known whether they have it. */
    public boolean known(int from, int to) {
      return !cells.get(from).unread() && !cells.get(to).unread();
    }
  }

  /**
   * An architecture's data in a manifest, and on the disk.
   *
   * @param stated whether it has a row for it
   * @param targetText the architecture as it is written there; empty if it has none
   * @param file the archive's name; empty for none
   * @param sizeBytes its size; -1: not stated
   * @param kernels its number of kernels; -1: not stated
   * @param sha256 its checksum; null: not stated
   * @param more values of keys that are not known, in hexadecimal
   * @param place the row's place; null for none
   * @param problem what is wrong with the row, or why it is not known whether there is one; null if
   *     nothing is
   * @param disk what is on the disk
   */
  public record Cell(
      boolean stated,
      String targetText,
      String file,
      long sizeBytes,
      long kernels,
      @Nullable Checksum sha256,
      Map<String, String> more,
      @Nullable Place place,
      @Nullable FormatException problem,
      Disk disk) {
    static final Cell NONE =
        new Cell(false, "", "", -1, -1, null, Map.of(), null, null, Disk.NOTHING);

    /** Where a manifest may have a row that could not be read. */
    static Cell unread(FormatException why) {
      return new Cell(false, "", "", -1, -1, null, Map.of(), null, why, Disk.NOTHING);
    }

    public Cell {
      more = Map.copyOf(more);
    }

    /** Whether the manifest may have such a row, but could not be read to there. */
    public boolean unread() {
      return !stated && problem != null;
    }

    /** The stated size; that on the disk where none is stated; -1 if neither is known. */
    public long shownBytes() {
      return sizeBytes >= 0 || !stated ? sizeBytes : disk.sizeBytes();
    }
  }

  /**
   * State of a row's archive on the disk.
   *
   * @param state what is to be said of it
   * @param sizeBytes the archive's size; -1 if it is missing or was not read
   * @param words what differs, in full; empty if nothing does
   */
  public record Disk(DiskState state, long sizeBytes, String words) {
    static final Disk NOTHING = new Disk(DiskState.NOTHING, -1, "");
    static final Disk NOT_DONE = new Disk(DiskState.NOT_DONE, -1, "");
  }

  /** The results of comparing a row with the disk. */
  public enum DiskState {
    /** There is no row, and no archive for it. */
    NOTHING("", ""),
    /** The archive was not looked for, or its manifest is a copy without archives. */
    NOT_DONE("", "not looked for"),
    /** Size, kernels and checksum are as stated. */
    AGREES("✓", "as stated"),
    /** Size and kernels are as stated; no checksum was compared. */
    SIZE_AGREES("✓", "size as stated"),
    /** The archive is there; no size is stated, and no checksum was compared. */
    PRESENT("·", "there"),
    MISSING("✖", "missing"),
    OTHER_SIZE("≠", "other size"),
    OTHER_KERNELS("≠", "other kernels"),
    /** The archive has code for other targets only. */
    OTHER_TARGET("≠", "other target"),
    OTHER_CHECKSUM("≠", "other checksum"),
    UNREADABLE("⚠", "unreadable"),
    /** There is an archive that no manifest of its folder names. */
    UNNAMED("+", "not in manifest");

    private final String sign;
    private final String words;

    DiskState(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    /** A sign of its own, so that no colour is needed; empty if there is nothing to say. */
    public String sign() {
      return sign;
    }

    /** In a word or two. */
    public String words() {
      return words;
    }

    /** Whether manifest and disk disagree. */
    public boolean wrong() {
      return switch (this) {
        case NOTHING, NOT_DONE, AGREES, SIZE_AGREES, PRESENT -> false;
        case MISSING,
            OTHER_SIZE,
            OTHER_KERNELS,
            OTHER_TARGET,
            OTHER_CHECKSUM,
            UNREADABLE,
            UNNAMED ->
            true;
      };
    }
  }

  /**
   * The change of a row from one manifest to another.
   *
   * @param change added, removed, changed, same, or unreadable
   * @param fields what differs, by name: {@code file}, {@code kernels}, {@code checksum}, {@code
   *     size}, and keys that are not known
   * @param deltaBytes by how much the stated size grew; 0 if one is not known
   * @param deltaKernels by how much the number of kernels grew; 0 if one is not known
   */
  public record Step(Change change, Set<String> fields, long deltaBytes, long deltaKernels) {
    public static final String FILE = "file";
    public static final String KERNELS = "kernels";
    public static final String CHECKSUM = "checksum";
    public static final String SIZE = "size";

    public Step {
      fields = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(fields));
    }

    static Step of(Cell from, Cell to) {
      if (from.unread() || to.unread()) {
        return new Step(Change.UNREADABLE, Set.of(), 0, 0);
      }
      if (!from.stated() || !to.stated()) {
        Change change = from.stated() ? Change.REMOVED : to.stated() ? Change.ADDED : Change.SAME;
        return new Step(change, Set.of(), 0, 0);
      }
      Set<String> fields = new LinkedHashSet<>();
      add(fields, FILE, from.file(), to.file());
      add(fields, KERNELS, from.kernels(), to.kernels());
      add(fields, CHECKSUM, from.sha256(), to.sha256());
      add(fields, SIZE, from.sizeBytes(), to.sizeBytes());
      Set<String> unknown = new java.util.TreeSet<>(from.more().keySet());
      unknown.addAll(to.more().keySet());
      unknown.forEach(name -> add(fields, name, from.more().get(name), to.more().get(name)));
      Change change =
          from.problem() != null || to.problem() != null
              ? Change.UNREADABLE
              : fields.isEmpty() ? Change.SAME : Change.CHANGED;
      return new Step(
          change,
          fields,
          grown(from.sizeBytes(), to.sizeBytes()),
          grown(from.kernels(), to.kernels()));
    }

    private static void add(
        Set<String> fields, String name, @Nullable Object one, @Nullable Object other) {
      if (!Objects.equals(one, other)) {
        fields.add(name);
      }
    }

    private static long grown(long from, long to) {
      return from < 0 || to < 0 ? 0 : to - from;
    }
  }

  /** Returns the matrix with its columns in another order. */
  public ManifestMatrix sorted(Order order) {
    List<Integer> sorted =
        IntStream.range(0, columns.size())
            .boxed()
            .sorted(
                order
                    .<Integer>comparator(
                        at -> columns.get(at).label(), at -> columns.get(at).modifiedMillis())
                    .thenComparing(at -> columns.get(at).side()))
            .toList();
    return picked(sorted);
  }

  /** Returns a matrix of these columns, in this order. */
  ManifestMatrix picked(List<Integer> order) {
    return new ManifestMatrix(
        order.stream().map(columns::get).toList(),
        headers.stream().map(header -> header.picked(order)).toList(),
        rows.stream()
            .map(
                row ->
                    new Row(
                        row.key(),
                        row.named(),
                        order.stream().map(row.cells()::get).toList(),
                        row.comparisonRow()))
            .toList());
  }

  /** How bars are to be read. */
  public String scale() {
    return "All bars are on one scale, up to %s.".formatted(SizeText.of(largestBytes()));
  }

  /** The size of the largest archive that is stated anywhere; 0 if none is. */
  public long largestBytes() {
    return rows.stream()
        .flatMap(row -> row.cells().stream())
        .mapToLong(Cell::shownBytes)
        .max()
        .stream()
        .map(largest -> Math.max(0, largest))
        .findFirst()
        .orElse(0);
  }

  /** Whether something is known to be said otherwise in a column than in another one. */
  public boolean differs(int from, int to) {
    return headers.stream().anyMatch(header -> header.differs(from, to))
        || rows.stream()
            .anyMatch(row -> row.known(from, to) && row.step(from, to).change() != Change.SAME);
  }

  /** Whether something is known to be said otherwise in a column than before it. */
  private boolean changedIn(int column) {
    return headers.stream().anyMatch(header -> header.changedIn(column))
        || rows.stream().anyMatch(row -> row.changedIn(column));
  }

  /** Whether all manifests could be read to their ends. */
  public boolean whole() {
    return columns.stream().allMatch(column -> column.extent() == Extent.WHOLE);
  }

  /**
   * The next column in which something is said otherwise than before it.
   *
   * @param from the column from which it is looked for; 0 for the first
   * @param by 1 towards the last, -1 towards the first
   * @return -1 if there is none
   */
  public int nextChanged(int from, int by) {
    for (int at = from + by; at >= 1 && at < columns.size(); at += by) {
      if (changedIn(at)) {
        return at;
      }
    }
    return -1;
  }

  /** The number of the row of an architecture; -1 if there is none. */
  public int rowOf(String key) {
    return IntStream.range(0, rows.size())
        .filter(row -> rows.get(row).key().equals(key))
        .findFirst()
        .orElse(-1);
  }
}
