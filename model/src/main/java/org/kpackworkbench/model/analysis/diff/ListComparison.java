package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;

/** A comparison whose rows are all in memory. */
public final class ListComparison implements TableComparison {
  /** The group of the row of all bytes of the sides. */
  public static final String BYTES = "bytes";

  private final ComparisonKind kind;
  private final List<Side> sides;
  private final List<String> remarks;
  private final List<Draft> drafts;
  private final List<Side.Problem> problems;
  private final Resources resources;
  private final boolean contents;
  private final List<String> groups;
  private final List<List<Cell>> cells = new ArrayList<>();
  private final BitSet pending = new BitSet();
  private final RenamedRows renamed = new RenamedRows();
  private final @Nullable Pairing pairing;
  private final boolean rowsSayAll;
  private volatile boolean identical;
  private volatile boolean compared;

  private ListComparison(Builder from) {
    this.kind = from.kind;
    this.sides = List.copyOf(from.sides);
    this.remarks = List.copyOf(from.remarks);
    this.drafts = List.copyOf(from.drafts);
    this.problems = new CopyOnWriteArrayList<>(from.problems);
    this.resources = from.resources;
    this.contents = from.contents;
    this.pairing = from.pairing;
    this.rowsSayAll = from.rowsSayAll;
    Set<String> names = new LinkedHashSet<>();
    for (Draft draft : drafts) {
      names.add(draft.group);
      List<Cell> known = draft.cells();
      if (draft.check != null
          && known.getFirst().present()
          && known.stream().skip(1).anyMatch(cell -> isOpen(draft, cell))) {
        pending.set(cells.size());
      }
      cells.add(known);
    }
    this.groups = List.copyOf(names);
  }

  /** Other bytes are no difference where rows that say all there is to say have none. */
  private boolean isOnlyForm(int index) {
    return rowsSayAll
        && drafts.get(index).group.equals(BYTES)
        && problems.isEmpty()
        && IntStream.range(0, cells.size())
            .noneMatch(row -> row != index && known(cells.get(row)).isDifference());
  }

  private static Change known(List<Cell> cells) {
    Change change = Change.SAME;
    for (Cell cell : cells) {
      change = change.or(cell.change());
    }
    return change;
  }

  /** Whether comparing bytes may still change a cell. */
  private static boolean isOpen(Cell cell) {
    return cell.present()
        && (cell.change() == Change.SAME || cell.change() == Change.STORED_OTHERWISE);
  }

  private static boolean isOpen(Draft draft, Cell cell) {
    return isOpen(cell) || (draft.alwaysChecked && cell.change() == Change.CHANGED);
  }

  /** Finds what only the first of two sides has under one name and only the other under another. */
  @FunctionalInterface
  public interface Pairing {
    /**
     * Looks for them, when all other contents have been compared.
     *
     * @throws java.util.concurrent.CancellationException when cancelled; pairs found before stay
     */
    void find(Pairs found, Progress progress) throws IOException;
  }

  /** Takes what was found. */
  @FunctionalInterface
  public interface Pairs {
    /**
     * Two rows are one thing.
     *
     * @param removed the number of the row that only the first side has
     * @param added the number of the row that only the other one has
     * @param both what both say of it, and what lies below it
     */
    void same(int removed, int added, Draft both);
  }

  private record Cut(int side, FormatException why, BiPredicate<String, String> rows) {}

  /** Collects a comparison. Not safe for use by several threads. */
  public static final class Builder {
    private final ComparisonKind kind;
    private final List<Side> sides;
    private final List<String> remarks = new ArrayList<>();
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Side.Problem> problems = new ArrayList<>();
    private final List<Cut> cuts = new ArrayList<>();
    private Resources resources = new Resources();
    private boolean contents = true;
    private boolean rowsSayAll;
    private @Nullable Pairing pairing;

    public Builder(ComparisonKind kind, List<Side> sides) {
      this.kind = kind;
      this.sides = sides;
    }

    /** Adds a row. */
    public Builder add(Draft draft) {
      drafts.add(draft);
      return this;
    }

    /** Makes a row of what the sides have of a key. */
    @FunctionalInterface
    public interface RowMaker<T> {
      /** Makes it. */
      Draft make(String key, List<@Nullable T> row) throws FormatException;
    }

    /** Adds a row for each key of what the sides have, as {@link Aligned#byKey} aligns it. */
    public <T> Builder rows(
        List<? extends List<? extends T>> all, Function<? super T, String> key, RowMaker<T> maker)
        throws FormatException {
      for (Map.Entry<String, List<@Nullable T>> row : Aligned.byKey(all, key).entrySet()) {
        add(maker.make(row.getKey(), row.getValue()));
      }
      return this;
    }

    /** How many rows have been added: the number of the next one. */
    public int rowCount() {
      return drafts.size();
    }

    /** How rows are found that are the same under another name. Of two sides only. */
    public Builder pairing(Pairing with) {
      pairing = with;
      return this;
    }

    /** Adds a sentence. */
    public Builder remark(String sentence) {
      remarks.add(sentence);
      return this;
    }

    /** Notes what is wrong with a side. */
    public Builder problem(int side, FormatException failure) {
      problems.add(new Side.Problem(side, failure));
      return this;
    }

    /** Notes what is wrong with a side. */
    public Builder problems(int side, List<FormatException> failures) {
      failures.forEach(failure -> problem(side, failure));
      return this;
    }

    /**
     * Notes that a side could not be read whole: where it has nothing for some rows, it is not
     * known whether it has.
     *
     * @param why what is wrong with it; null if nothing is
     * @param rows which rows it may have nevertheless
     */
    public Builder cut(int side, @Nullable FormatException why, BiPredicate<String, String> rows) {
      if (why != null) {
        cuts.add(new Cut(side, why, rows));
      }
      return this;
    }

    /**
     * Makes the rows decide alone: other bytes with the same rows are another form of the same
     * content.
     */
    public Builder rowsSayAll() {
      rowsSayAll = true;
      return this;
    }

    /** Marks contents as not comparable, so that the sides are never called the same. */
    public Builder withoutContents() {
      contents = false;
      return this;
    }

    /** Sets the resources that end with the comparison. */
    public Builder closing(Resources with) {
      resources = with;
      return this;
    }

    /** Adds the row of all bytes, which opens their comparison. */
    public Builder bytes() {
      List<@Nullable Values> values = new ArrayList<>();
      for (Side side : sides) {
        values.add(Values.at(side.place()).size(side.sizeBytes()));
      }
      Draft draft = new Draft(BYTES, "all bytes", values);
      return add(
          draft
              .alwaysChecked()
              .check((side, progress) -> compare(draft, sides, side, progress))
              .opens(progress -> new ByteComparison(sides, new Resources())));
    }

    private static Change compare(Draft draft, List<Side> sides, int side, Progress progress)
        throws FormatException {
      ByteView first = sides.getFirst().bytes();
      ByteView other = sides.get(side).bytes();
      if (first == null || other == null) {
        return Change.CHANGED;
      }
      long at = first.mismatch(other, progress).orElse(-1);
      if (at < 0) {
        return Change.SAME;
      }
      draft.note("the first difference is at 0x" + Long.toHexString(at));
      return Change.CHANGED;
    }

    /** The comparison, with the rows that were added so far. */
    public ListComparison build() {
      for (Cut cut : cuts) {
        Place place = sides.get(cut.side()).place();
        drafts.stream()
            .filter(draft -> cut.rows().test(draft.group, draft.key))
            .forEach(draft -> draft.cut(cut.side(), place, cut.why()));
      }
      return new ListComparison(this);
    }
  }

  @Override
  public ComparisonKind kind() {
    return kind;
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
    return remarks;
  }

  @Override
  public List<String> groups() {
    return groups;
  }

  @Override
  public int rowCount() {
    return drafts.size();
  }

  @Override
  public Row row(int index) {
    Draft draft = drafts.get(index);
    RenamedRows.Pair pair = renamed.of(index);
    if (pair != null) {
      return pair.row(index, draft);
    }
    return new Row(
        index,
        draft.group,
        draft.key,
        change(index),
        shownCells(index),
        draft.fields(),
        draft.note,
        draft.opening != null);
  }

  private synchronized List<Cell> shownCells(int index) {
    List<Cell> known = cells.get(index);
    if (isOnlyForm(index)) {
      known =
          known.stream()
              .map(
                  cell ->
                      cell.change() == Change.CHANGED ? cell.with(Change.STORED_OTHERWISE) : cell)
              .toList();
    }
    if (!pending.get(index)) {
      return known;
    }
    List<Cell> shown = new ArrayList<>(known);
    for (int side = 1; side < shown.size(); side++) {
      Cell cell = shown.get(side);
      if (known.getFirst().present() && isOpen(cell)) {
        shown.set(side, cell.with(cell.change().or(Change.NOT_COMPARED)));
      }
    }
    return shown;
  }

  private synchronized List<Cell> cells(int index) {
    return cells.get(index);
  }

  private synchronized void setCells(int index, List<Cell> known) {
    cells.set(index, known);
    pending.clear(index);
  }

  private synchronized boolean isPending(int index) {
    return pending.get(index);
  }

  @Override
  public synchronized Change change(int index) {
    if (renamed.of(index) != null) {
      return Change.RENAMED;
    }
    Change change = known(cells.get(index));
    if (change == Change.CHANGED && isOnlyForm(index)) {
      change = Change.STORED_OTHERWISE;
    }
    return pending.get(index) ? change.or(Change.NOT_COMPARED) : change;
  }

  @Override
  public String group(int index) {
    return drafts.get(index).group;
  }

  @Override
  public long deltaBytes(int index) {
    Delta delta = row(index).delta(sides.size() - 1);
    return delta == null ? 0 : delta.amount();
  }

  @Override
  public boolean moved(int index, int side) {
    return renamed.of(index) == null && drafts.get(index).moved(side);
  }

  @Override
  public int parent(int index) {
    return drafts.get(index).parent;
  }

  @Override
  public List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    Draft.Explanation explanation = drafts.get(index).explanation;
    return explanation == null
            || renamed.of(index) != null
            || cells(index).get(side).change() != Change.CHANGED
        ? List.of()
        : explanation.differences(side, progress);
  }

  @Override
  public int counterpart(int index) {
    RenamedRows.Pair pair = renamed.of(index);
    return pair == null ? -1 : pair.partner();
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    RenamedRows.Pair pair = renamed.of(index);
    Draft.Opening opening = (pair == null ? drafts.get(index) : pair.both()).opening;
    return opening == null ? null : opening.open(progress);
  }

  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    if (compared) {
      return;
    }
    boolean same = isIdentical(progress);
    if (!same) {
      long work = 0;
      for (int index = 0; index < drafts.size(); index++) {
        work += isPending(index) ? work(index) : 0;
      }
      if (work > 0) {
        progress.begin("Comparing " + kind.words(), work, Unit.BYTES);
      }
    }
    for (int index = 0; index < drafts.size(); index++) {
      progress.step(0);
      if (isPending(index)) {
        StepPart part = new StepPart(progress, same ? 0 : work(index));
        setCells(index, same ? cells(index) : checked(index, part));
        part.finish();
        changed.accept(index);
      }
    }
    if (pairing != null && !same && sides.size() == 2) {
      pairing.find(
          (removed, added, both) -> {
            renamed.add(removed, added, both);
            changed.accept(removed);
            changed.accept(added);
          },
          progress);
    }
    compared = true;
  }

  @Override
  public boolean isIdentical(Progress progress) throws IOException {
    if (!identical) {
      long work = SameBytes.work(sides);
      if (work > 0) {
        progress.begin("Comparing " + kind.words(), work, Unit.BYTES);
      }
      StepPart part = new StepPart(progress, work);
      boolean same = SameBytes.identical(sides, part);
      part.finish();
      if (!same) {
        return false;
      }
      identical = true;
    }
    return true;
  }

  /** The bytes that {@link #checked} compares. */
  private long work(int index) {
    Draft draft = drafts.get(index);
    List<Cell> known = cells(index);
    long bytes = Math.max(0, known.getFirst().sizeBytes());
    return draft.check == null || !known.getFirst().present()
        ? 0
        : bytes * known.stream().skip(1).filter(cell -> isOpen(draft, cell)).count();
  }

  private List<Cell> checked(int index, Progress progress) throws IOException {
    Draft draft = drafts.get(index);
    Draft.Check check = draft.check;
    List<Cell> known = new ArrayList<>(cells(index));
    for (int side = 1; side < known.size() && check != null; side++) {
      Cell cell = known.get(side);
      if (known.getFirst().present() && isOpen(draft, cell)) {
        known.set(side, cell.with(compared(check, side, cell.change(), progress)));
      }
    }
    return known;
  }

  private Change compared(Draft.Check check, int side, Change table, Progress progress)
      throws IOException {
    try {
      return table.or(check.compare(side, progress));
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      problems.add(new Side.Problem(side, failure));
      return Change.UNREADABLE;
    }
  }

  @Override
  public boolean contentsCompared() {
    return identical || (compared && contents);
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
