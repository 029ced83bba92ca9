package org.kpackworkbench.model.analysis.diff.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Difference;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.SwappedComparison;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.archive.EntryChanges.EntryTables;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;

/**
 * Compares archives. First come rows about the archives themselves, then one row for each binary,
 * index and target, kept as a few numbers; its texts are read on request.
 */
public final class ArchiveComparison implements TableComparison {
  /** The group of the rows of tables of contents. */
  public static final String ENTRIES = "code object";

  private final List<Side> sides;
  private final List<KpackArchive> archives;
  private final ListComparison heads;
  private final int headRows;
  private final int[][] rows;
  private final EntryChanges changes;
  private final Map<Integer, Integer> renamed = new HashMap<>();
  private final List<Side.Problem> problems = new CopyOnWriteArrayList<>();
  private final PartOpener opener;
  private final Resources resources;
  private volatile boolean compared;
  private volatile boolean identical;

  private ArchiveComparison(
      List<Side> sides,
      List<KpackArchive> archives,
      PartOpener opener,
      Resources resources,
      Progress progress)
      throws FormatException {
    this.sides = List.copyOf(sides);
    this.archives = List.copyOf(archives);
    this.opener = opener;
    this.resources = resources;
    for (int side = 0; side < archives.size(); side++) {
      walk(side, progress);
    }
    this.heads = ArchiveHeads.of(this.sides, this.archives);
    this.headRows = heads.rowCount();
    this.rows = RowAligner.align(this.archives, progress);
    this.changes = EntryChanges.ofTables(this.archives, rows, progress);
  }

  /**
   * Compares the tables of archives.
   *
   * @param sides the archives' bytes
   * @param opener opens code objects
   * @param resources what ends with the comparison
   * @throws FormatException if one is no archive
   */
  public static ArchiveComparison open(
      List<Side> sides, PartOpener opener, Resources resources, Progress progress)
      throws FormatException {
    List<KpackArchive> archives = new ArrayList<>();
    for (Side side : sides) {
      ByteView bytes = Objects.requireNonNull(side.bytes(), "an archive is a file");
      archives.add(resources.add(KpackArchive.read(bytes, side.place(), resources.budget())));
    }
    return new ArchiveComparison(sides, archives, opener, resources, progress);
  }

  private void walk(int side, Progress progress) throws FormatException {
    KpackArchive archive = archives.get(side);
    archive.problems().forEach(failure -> problems.add(new Side.Problem(side, failure)));
    if (archive.refusal() == null) {
      FormatException damage = archive.blobs(progress).damage();
      if (damage != null) {
        problems.add(new Side.Problem(side, damage));
      }
    }
  }

  @Override
  public ComparisonKind kind() {
    return ComparisonKind.ARCHIVES;
  }

  @Override
  public List<Side> sides() {
    return sides;
  }

  @Override
  public List<Side.Problem> problems() {
    return List.copyOf(problems);
  }

  @Override
  public List<String> remarks() {
    return List.of();
  }

  @Override
  public List<String> groups() {
    return List.of(ArchiveHeads.GROUP, ENTRIES);
  }

  @Override
  public int rowCount() {
    return headRows + changes.rowCount();
  }

  @Override
  public Row row(int index) throws FormatException {
    if (index < headRows) {
      return heads.row(index);
    }
    int at = index - headRows;
    Integer partner = partner(at);
    return EntryRows.row(archives, rows, at, index, changes, partner == null ? at : partner);
  }

  private synchronized @Nullable Integer partner(int at) {
    return renamed.get(at);
  }

  @Override
  public int counterpart(int index) {
    Integer partner = index < headRows ? null : partner(index - headRows);
    return partner == null ? -1 : partner + headRows;
  }

  @Override
  public Change change(int index) {
    return index < headRows ? heads.change(index) : changes.of(index - headRows);
  }

  @Override
  public boolean moved(int index, int side) {
    return index >= headRows && side > 0 && changes.moved(index - headRows, side);
  }

  @Override
  public List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    int at = index - headRows;
    if (at < 0 || changes.shown(at, side) != Change.CHANGED) {
      return List.of();
    }
    try (Resources unpacked = opener.resources()) {
      List<ByteView> contents = new ArrayList<>();
      for (int each : new int[] {0, side}) {
        contents.add(
            unpacked
                .add(
                    archives
                        .get(each)
                        .unpacked(
                            rows[each][at], SpooledBytes.IN_MEMORY_BYTES, progress.cancelOnly()))
                .bytes());
      }
      return opener.differences(contents.getFirst(), contents.getLast(), progress);
    }
  }

  @Override
  public String group(int index) {
    return index < headRows ? ArchiveHeads.GROUP : ENTRIES;
  }

  @Override
  public long deltaBytes(int index) {
    int at = index - headRows;
    if (at < 0) {
      return 0;
    }
    Integer partner = partner(at);
    int other = partner == null ? at : partner;
    long[] sizes = EntryRows.sizes(archives, rows, at, other);
    return Math.max(0, sizes[sizes.length - 1]) - Math.max(0, sizes[0]);
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    if (index < headRows) {
      return heads.open(index, progress);
    }
    int at = index - headRows;
    try {
      return unpacked(at, progress);
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      Comparison stored = damaged.reason() == Reason.TOO_LARGE ? null : stored(at, damaged);
      if (stored == null) {
        throw damaged;
      }
      return stored;
    }
  }

  private @Nullable Comparison unpacked(int at, Progress progress) throws IOException {
    List<Side> parts = new ArrayList<>();
    Resources unpacked = opener.resources();
    boolean open = false;
    try {
      for (int side = 0; side < archives.size(); side++) {
        int row = rowOf(side, at);
        if (row >= 0) {
          KpackArchive archive = archives.get(side);
          Place.CodeObject place = archive.place(row);
          SpooledBytes code =
              unpacked.add(
                  archive.unpacked(row, SpooledBytes.IN_MEMORY_BYTES, progress.cancelOnly()));
          parts.add(new Side(label(side, place), place, code.bytes()));
        }
      }
      Comparison opened = parts.size() < 2 ? null : opener.open(parts, unpacked, progress);
      open = opened != null;
      return opened;
    } finally {
      if (!open) {
        unpacked.close();
      }
    }
  }

  private int rowOf(int side, int at) {
    Integer partner = partner(at);
    return rows[side][at] < 0 && partner != null ? rows[side][partner] : rows[side][at];
  }

  private String label(int side, Place place) {
    return sides.get(side).label() + ", " + place.label();
  }

  /**
   * The frames of a row as they are stored; null where there are not two of one scheme. They end
   * with this comparison.
   */
  private @Nullable Comparison stored(int at, FormatException damaged) throws FormatException {
    List<Side> parts = new ArrayList<>();
    Set<StorageScheme> schemes = new HashSet<>();
    for (int side = 0; side < archives.size(); side++) {
      int row = rowOf(side, at);
      if (row >= 0) {
        KpackArchive archive = archives.get(side);
        ByteView frame = archive.stored(row);
        ByteRange range = new ByteRange(frame.fileOffset(0), frame.size());
        Place place =
            new Place.Part(archive.place(), "frame of " + archive.place(row).label(), range);
        parts.add(new Side(label(side, place), place, frame));
        schemes.add(archive.scheme());
      }
    }
    if (parts.size() < 2 || schemes.size() > 1) {
      return null;
    }
    return new ByteComparison(
        parts,
        List.of(),
        List.of("Compared as stored%s. %s".formatted(differing(parts), damaged.getMessage())),
        new Resources());
  }

  /** In how many bytes two frames of one size differ; empty for others. */
  private static String differing(List<Side> frames) throws FormatException {
    ByteView one = Objects.requireNonNull(frames.getFirst().bytes());
    ByteView other = Objects.requireNonNull(frames.getLast().bytes());
    OptionalLong first = one.mismatch(other, Progress.NONE);
    if (frames.size() > 2 || one.size() != other.size() || first.isEmpty()) {
      return "";
    }
    long count = Difference.count(one, other, Progress.NONE);
    return count == 1
        ? ": one byte differs at 0x%x of the frame".formatted(first.getAsLong())
        : ": %d bytes differ, the first at 0x%x of the frame".formatted(count, first.getAsLong());
  }

  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    if (compared) {
      return;
    }
    progress.begin("Comparing archives", storedBytes(), Unit.BYTES);
    if (isIdentical(progress)) {
      changes.allSame();
      for (int at = 0; at < changes.rowCount(); at++) {
        changed.accept(headRows + at);
      }
    } else {
      for (int at = 0; at < changes.rowCount(); at++) {
        if (changes.isPending(at)) {
          compare(at, progress);
          changed.accept(headRows + at);
        }
      }
      if (archives.size() == 2) {
        try {
          findRenames(progress, changed);
        } catch (FormatException failure) {
          if (failure.reason() != Reason.TOO_LARGE) {
            throw failure;
          }
          problems.add(new Side.Problem(0, failure));
        }
      }
    }
    compared = true;
  }

  private void findRenames(Progress progress, IntConsumer changed) throws IOException {
    if (archives.getFirst().refusal() != null || archives.getLast().refusal() != null) {
      return;
    }
    Renames.find(
        archives.getFirst(),
        rows[0],
        archives.getLast(),
        rows[1],
        progress,
        (removed, added) -> {
          synchronized (this) {
            renamed.put(removed, added);
            renamed.put(added, removed);
          }
          changes.set(removed, 1, Change.RENAMED);
          changes.set(added, 1, Change.RENAMED);
          changed.accept(headRows + removed);
          changed.accept(headRows + added);
        });
  }

  @Override
  public boolean isIdentical(Progress progress) throws IOException {
    // Where tables differ there is no need to read gigabytes to know that the files do.
    for (int side = 1; side < archives.size(); side++) {
      KpackArchive first = archives.getFirst();
      KpackArchive other = archives.get(side);
      if (first.view().size() != other.view().size()
          || !first.tableRange().equals(other.tableRange())
          || !EntryTables.sameBytes(first, first.tableRange(), other, other.tableRange())
          || first.view().mismatch(other.view(), progress).isPresent()) {
        return false;
      }
    }
    identical = true;
    return true;
  }

  private void compare(int at, Progress progress) throws IOException {
    int row = rows[0][at];
    for (int side = 1; side < archives.size(); side++) {
      if (changes.isPending(at, side)) {
        changes.set(at, side, contents(row, side, rows[side][at], progress));
      }
    }
    progress.step(Math.max(0, archives.getFirst().storedSizeBytes(row)));
  }

  private Change contents(int row, int side, int otherRow, Progress progress) throws IOException {
    try {
      return EntryContents.compare(
          archives.getFirst(), row, archives.get(side), otherRow, progress);
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      problems.add(new Side.Problem(side, failure));
      return Change.UNREADABLE;
    }
  }

  private long storedBytes() {
    long total = 0;
    for (int at = 0; at < changes.rowCount(); at++) {
      total +=
          changes.isPending(at) ? Math.max(0, archives.getFirst().storedSizeBytes(rows[0][at])) : 0;
    }
    return total;
  }

  @Override
  public boolean contentsCompared() {
    return identical || compared;
  }

  @Override
  public Outcome outcome() {
    return identical ? Outcome.IDENTICAL : outcomeOfRows();
  }

  @Override
  public Comparison swapped() {
    return SwappedComparison.of(this);
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
