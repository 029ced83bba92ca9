package org.kpackworkbench.model.format.registration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registration.CodeOwnership.Disputed;
import org.kpackworkbench.model.format.registration.CodeOwnership.Foreign;
import org.kpackworkbench.model.format.registration.CodeOwnership.Own;
import org.kpackworkbench.model.format.registration.CodeOwnership.Unknown;

/**
 * Code objects that are filed under a binary's name, examined one after another, and then weighed
 * together: the code that one architecture has under an index shows what another one should have.
 * Not for use by many threads.
 *
 * <p>Of each code object a few words are kept, and none of its bytes.
 */
public final class FiledCode {
  private final String name;
  private final KernelOwners owners;
  private final @Nullable Original original;
  private final Progress progress;
  private final long inMemoryBytes;
  private final Map<Column, Map<Long, Row>> columns = new LinkedHashMap<>();
  private final Map<String, String> kept = new HashMap<>();

  /** Code objects that are filed in one archive for one target. */
  private record Column(Path archive, String target) {}

  /**
   * Evidence in a code object's bytes besides its owner.
   *
   * @param runtime whether runtimes load it
   * @param fitting where its index is not one wrapper's number, the wrappers stating it that it
   *     belongs to
   */
  private record Seen(RuntimeCheck runtime, List<Integer> fitting) {}

  /**
   * @param unit the identity of its translation unit: the compile unit's hash, or its kernels; null
   *     if nothing does
   * @param kernels its kernels, if these are the only evidence; else null
   * @param exact the wrappers that register its kernels and no other ones, where it has no hash
   * @param certain whether names leave no doubt whose it is
   * @param proved whether the bytes of the original prove the owner, which overrides all other
   *     evidence
   * @param seen what else its bytes show
   */
  private record Row(
      int number,
      long index,
      @Nullable Object unit,
      @Nullable Set<String> kernels,
      Set<Integer> exact,
      CodeOwnership byNames,
      boolean certain,
      boolean proved,
      Seen seen) {

    static Row unread(int number, long index, Seen seen) {
      return new Row(number, index, null, null, Set.of(), new Unknown(), false, false, seen);
    }
  }

  /**
   * A code object and whose it is.
   *
   * @param archive its archive
   * @param row its row there
   * @param index the index it is filed under
   * @param runtime whether runtimes load it
   * @param fitting where its index is not one wrapper's number, the wrappers stating it that it
   *     belongs to by what they register, by the original, or as the archive has the same code
   *     under their number
   */
  public record Judged(
      Path archive,
      int row,
      long index,
      String target,
      CodeOwnership ownership,
      RuntimeCheck runtime,
      List<Integer> fitting) {
    public Judged {
      fitting = List.copyOf(fitting);
    }
  }

  /**
   * @param name what the binary is called in archives
   * @param original the fat binary that it was made of; null if that is not available
   * @param progress checked for cancellation while large code objects are unpacked
   */
  public FiledCode(
      String name, KernelOwners owners, @Nullable Original original, Progress progress) {
    this(name, owners, original, progress, SpooledBytes.IN_MEMORY_BYTES);
  }

  FiledCode(
      String name,
      KernelOwners owners,
      @Nullable Original original,
      Progress progress,
      long inMemoryBytes) {
    this.name = name;
    this.owners = owners;
    this.original = original;
    this.progress = progress;
    this.inMemoryBytes = inMemoryBytes;
  }

  /**
   * Examines a row, once. What does not unpack, or is no code object, is no evidence. Of a very
   * large one the bytes are unpacked to a temporary file for as long as they are examined.
   *
   * @throws FormatException only where the file changed meanwhile
   * @throws IOException if the original cannot be read, or a temporary file not written
   */
  public void add(Path path, KpackArchive archive, int row, long index, String target)
      throws IOException {
    Map<Long, Row> column =
        columns.computeIfAbsent(new Column(path, target), each -> new HashMap<>());
    if (!column.containsKey(index)) {
      column.put(index, examine(archive, row, index, target));
    }
  }

  private Row examine(KpackArchive archive, int row, long index, String target) throws IOException {
    CodeOwnership proof =
        original == null
            ? new Unknown()
            : original.of(owners.wrappers(index), target, archive, row, progress);
    try (SpooledBytes unpacked = unpack(archive, row)) {
      UnitNames names = unpacked == null ? null : UnitNames.of(unpacked.bytes());
      Seen seen =
          new Seen(
              unpacked == null ? RuntimeCheck.NONE : RuntimeCheck.ofStored(unpacked.bytes()),
              fitting(
                  archive, row, index, target, unpacked == null ? null : unpacked.bytes(), names));
      if (!(proof instanceof Unknown)) {
        return new Row(row, index, null, null, Set.of(), proof, true, true, seen);
      }
      return unpacked == null || names == null
          ? Row.unread(row, index, seen)
          : look(archive, row, index, target, unpacked.bytes(), names, seen);
    }
  }

  /**
   * Compares what is filed under an index that is not one wrapper's number with those stating it.
   */
  private List<Integer> fitting(
      KpackArchive archive,
      int row,
      long index,
      String target,
      @Nullable ByteView bytes,
      @Nullable UnitNames names)
      throws IOException {
    List<Integer> fitting = new ArrayList<>();
    List<Integer> wrappers = owners.wrappers(index);
    if (wrappers.size() == 1) {
      boolean alike =
          wrappers.getFirst() != index
              && bytes != null
              && isSharedWith(wrappers, archive, row, target, bytes);
      return alike ? wrappers : List.of();
    }
    for (int wrapper : wrappers) {
      CodeOwnership proof =
          original == null
              ? new Unknown()
              : original.of(List.of(wrapper), target, archive, row, progress);
      if (proof instanceof Unknown
          ? names != null && owners.fits(wrapper, names)
          : proof instanceof Own) {
        fitting.add(wrapper);
      }
    }
    return fitting;
  }

  private Row look(
      KpackArchive archive,
      int row,
      long index,
      String target,
      ByteView bytes,
      UnitNames names,
      Seen seen)
      throws IOException {
    CodeOwnership byUnit = owners.byUnit(index, names);
    CodeOwnership byNames = owners.of(index, names);
    boolean sameWords =
        byUnit instanceof Foreign one
            && byNames instanceof Foreign other
            && one.wrappers().equals(other.wrappers());
    // If both give the same evidence, names are easier to read.
    CodeOwnership ownership = byUnit == null || sameWords ? byNames : byUnit;
    if (ownership instanceof Foreign foreign
        && isSharedWith(foreign.wrappers(), archive, row, target, bytes)) {
      ownership = new Unknown();
    }
    boolean certain = ownership instanceof Own && (byUnit != null || owners.certain(index, names));
    if (names.units().size() == 1) {
      String unit = names.units().iterator().next();
      return new Row(row, index, unit, null, Set.of(), ownership, certain, false, seen);
    }
    boolean byKernels = !owners.knows(index) && names.units().isEmpty();
    Set<String> kernels = byKernels ? keep(names.kernels()) : Set.of();
    return kernels.isEmpty()
        ? new Row(row, index, null, null, owners.exact(names), ownership, certain, false, seen)
        : new Row(row, index, kernels, kernels, Set.of(), ownership, false, false, seen);
  }

  private Set<String> keep(Set<String> names) {
    Set<String> set = new HashSet<>();
    for (String each : names) {
      set.add(kept.computeIfAbsent(each, same -> same));
    }
    return set;
  }

  /** Whether the other wrapper has the very same code object: one bundle that both point to. */
  private boolean isSharedWith(
      List<Integer> wrappers, KpackArchive archive, int row, String target, ByteView bytes)
      throws IOException {
    for (int wrapper : wrappers) {
      int other = archive.find(name, wrapper, target).orElse(-1);
      if (other >= 0 && other != row) {
        if (archive.ordinal(other).equals(archive.ordinal(row))) {
          return true;
        }
        try (SpooledBytes there = unpack(archive, other)) {
          if (there != null
              && bytes.size() == there.bytes().size()
              && bytes.mismatch(there.bytes(), progress.cancelOnly()).isEmpty()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** A row's bytes, to be closed; null if they do not unpack. */
  private @Nullable SpooledBytes unpack(KpackArchive archive, int row) throws IOException {
    try {
      return archive.unpacked(row, inMemoryBytes, progress);
    } catch (TooMuchException noRoom) {
      return null;
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
      return null;
    }
  }

  /**
   * Whether the owner of a code object so far depends on what else is filed under the binary's
   * name.
   */
  public boolean isOpen() {
    return columns.values().stream()
        .flatMap(rows -> rows.values().stream())
        .anyMatch(
            row ->
                !row.proved()
                    && ((row.unit() != null && !row.certain()) || !row.exact().isEmpty()));
  }

  /** Returns each code object with its owner, in the order in which they were added. */
  public List<Judged> judge() {
    boolean counted = columns.values().stream().allMatch(this::isCounted);
    Map<Object, Unit> units = units();
    List<Judged> judged = new ArrayList<>();
    columns.forEach(
        (column, rows) ->
            rows.values().stream()
                .sorted(java.util.Comparator.comparingLong(Row::index))
                .forEach(
                    row ->
                        judged.add(
                            new Judged(
                                column.archive(),
                                row.number(),
                                row.index(),
                                column.target(),
                                weigh(row, rows, counted ? units : Map.of()),
                                row.seen().runtime(),
                                row.seen().fitting()))));
    return judged;
  }

  private CodeOwnership weigh(Row row, Map<Long, Row> column, Map<Object, Unit> units) {
    CodeOwnership alone = weigh(row, units);
    return alone.wrong() || !isExchanged(row, column)
        ? alone
        : new Foreign(
            row.exact().stream().sorted().toList(),
            false,
            "The code object has exactly the kernels that wrapper %d registers, and what is filed there has exactly those of another wrapper."
                .formatted(Collections.min(row.exact())));
  }

  /**
   * Whether a row and the row of the wrapper whose kernels it has exactly both have another
   * wrapper's. One alone may be a unit that lacks some kernels for an architecture.
   */
  private boolean isExchanged(Row row, Map<Long, Row> column) {
    return isElsewhere(row)
        && owners.indicesOf(row.exact()).stream()
            .map(column::get)
            .allMatch(there -> there != null && isElsewhere(there));
  }

  private boolean isElsewhere(Row row) {
    return !row.exact().isEmpty()
        && Collections.disjoint(row.exact(), owners.wrappers(row.index()));
  }

  private CodeOwnership weigh(Row row, Map<Object, Unit> units) {
    if (row.proved()) {
      return row.byNames();
    }
    Unit unit = row.unit() == null ? null : units.get(row.unit());
    if (row.certain() || unit == null || unit.twice || owners.isShared(row.unit())) {
      return row.byNames();
    }
    if (row.byNames() instanceof Foreign foreign) {
      Long owner = foreign.wrappers().size() > 1 ? unit.owner() : null;
      List<Integer> sure = owner == null ? List.of() : owners.wrappers(owner);
      return foreign.wrappers().containsAll(sure) && !sure.isEmpty()
          ? new Foreign(sure, false, foreign.why())
          : foreign;
    }
    return row.kernels() != null && overlaps(row) ? row.byNames() : unit.of(row, owners);
  }

  /** Whether another architecture files some of the same kernels under the same index. */
  private boolean overlaps(Row row) {
    Set<String> own = Objects.requireNonNull(row.kernels());
    for (Map<Long, Row> column : columns.values()) {
      Row there = column.get(row.index());
      Set<String> others = there == null ? null : there.kernels();
      boolean same = there == null || Objects.equals(there.unit(), row.unit());
      if (!same && (others == null || !Collections.disjoint(own, others))) {
        return true;
      }
    }
    return false;
  }

  /** Each translation unit, with its index and the evidence of its owner. */
  private Map<Object, Unit> units() {
    Map<Object, Unit> units = new HashMap<>();
    columns.forEach(
        (column, rows) -> {
          boolean complete = rows.keySet().containsAll(owners.indices());
          Set<Object> here = new HashSet<>();
          for (Row row : rows.values()) {
            if (row.unit() != null) {
              Unit unit =
                  units.computeIfAbsent(row.unit(), each -> new Unit(row.kernels() == null));
              unit.twice |= !here.add(row.unit());
              unit.filed.merge(row.index(), column.target(), (first, second) -> first);
              if (row.certain()) {
                unit.certain.putIfAbsent(row.index(), column.target());
              } else if (complete && !row.byNames().wrong()) {
                unit.complete
                    .computeIfAbsent(row.index(), each -> new ArrayList<>())
                    .add(column.target());
              }
            }
          }
        });
    return units;
  }

  /**
   * Whether the rows may be numbered one after another, and not by wrapper. A gap is there only if
   * they are numbered by wrapper; then a unit may be under another index for each architecture.
   */
  private boolean isCounted(Map<Long, Row> rows) {
    return owners.indices().stream().sorted().limit(rows.size()).allMatch(rows::containsKey);
  }

  private static final class Unit {
    private final boolean hashed;

    /** Each index it is filed under, with a target. */
    private final Map<Long, String> filed = new HashMap<>();

    /** The indices that are its own for certain, with a target. */
    private final Map<Long, String> certain = new HashMap<>();

    /**
     * The correct indices according to architectures that lack no unit, with those architectures.
     */
    private final Map<Long, List<String>> complete = new HashMap<>();

    private boolean twice;

    Unit(boolean hashed) {
      this.hashed = hashed;
    }

    /** The index that it belongs under; null if that is not known, or disputed. */
    @Nullable Long owner() {
      if (!certain.isEmpty()) {
        return certain.size() == 1 ? certain.keySet().iterator().next() : null;
      }
      int most = complete.values().stream().mapToInt(List::size).max().orElse(0);
      List<Long> likely =
          complete.keySet().stream()
              .filter(index -> Objects.requireNonNull(complete.get(index)).size() == most)
              .toList();
      return likely.size() == 1 ? likely.getFirst() : null;
    }

    private String target(long index) {
      String target = certain.get(index);
      List<String> targets = complete.getOrDefault(index, List.of());
      return target != null ? target : targets.isEmpty() ? "" : targets.getFirst();
    }

    CodeOwnership of(Row row, KernelOwners binary) {
      Long owner = owner();
      if (owner != null) {
        return owner == row.index()
            ? new Own()
            : new Foreign(binary.wrappers(owner), false, why(row.index(), owner, target(owner)));
      }
      if (certain.isEmpty() && complete.size() > 1) {
        long other =
            complete.keySet().stream()
                .filter(each -> each != row.index())
                .min(Long::compare)
                .orElseThrow();
        return new Disputed(why(row.index(), other, target(other)));
      }
      long last = Collections.max(filed.keySet());
      return !hashed || !certain.isEmpty() || last == row.index()
          ? row.byNames()
          : new Foreign(binary.wrappers(last), true, why(row.index(), last, filed.get(last)));
    }

    private String why(long index, long owner, @Nullable String target) {
      return "%s is filed under #%d for %s, and for this architecture under #%d."
          .formatted(
              hashed ? "Code of the same compile unit" : "Code with the same kernels",
              owner,
              target,
              index);
    }
  }
}
