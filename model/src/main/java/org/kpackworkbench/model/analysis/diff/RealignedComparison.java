package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A comparison of two sides in which the user set a row that only the first side has beside one
 * that only the other has: the two are one thing under two names, and are compared with one
 * another.
 */
public final class RealignedComparison extends WrappedComparison {
  /**
   * Rows that are one thing.
   *
   * @param first one that only the first side has
   * @param other one that only the other side has
   */
  public record Pair(int first, int other) {}

  /** Compares the things of two rows. */
  @FunctionalInterface
  public interface PairOpener {
    /**
     * Opens their comparison.
     *
     * @throws FormatException if one cannot be read, or has no bytes
     */
    Comparison open(Cell first, Cell other, Progress progress) throws IOException;
  }

  private final PairOpener opener;
  private final Map<Integer, Pair> pairs = new HashMap<>();
  private final Map<Pair, Change> known = new ConcurrentHashMap<>();
  private final List<Side.Problem> problems = new CopyOnWriteArrayList<>();

  private RealignedComparison(TableComparison original, List<Pair> pairs, PairOpener opener) {
    super(original);
    this.opener = opener;
    for (Pair pair : pairs) {
      known.put(pair, Change.NOT_COMPARED);
      this.pairs.put(pair.first(), pair);
      this.pairs.put(pair.other(), pair);
    }
  }

  /** Whether two rows can be paired. */
  public static boolean canPair(TableComparison comparison, Pair pair) {
    return comparison.sides().size() == 2
        && comparison.change(pair.first()) == Change.REMOVED
        && comparison.change(pair.other()) == Change.ADDED;
  }

  /**
   * Pairs rows. Shares everything with the original, and closing either closes both.
   *
   * @param pairs rows of the original, none of them twice
   * @throws IllegalArgumentException if a pair {@link #canPair cannot be}, or a row occurs twice
   */
  public static RealignedComparison of(
      TableComparison original, List<Pair> pairs, PairOpener opener) {
    Set<Integer> seen = new LinkedHashSet<>();
    for (Pair pair : pairs) {
      if (!canPair(original, pair) || !seen.add(pair.first()) || !seen.add(pair.other())) {
        throw new IllegalArgumentException("rows cannot be aligned: " + pair);
      }
    }
    return new RealignedComparison(original, pairs, opener);
  }

  @Override
  public List<Side.Problem> problems() {
    List<Side.Problem> all = new ArrayList<>(original.problems());
    all.addAll(problems);
    return all;
  }

  @Override
  public Row row(int index) throws FormatException {
    Pair pair = pairs.get(index);
    if (pair == null) {
      return original.row(index);
    }
    Row first = original.row(pair.first());
    Row other = original.row(pair.other());
    Change change = change(index);
    return new Row(
        index,
        first.group(),
        first.key() + " ↔ " + other.key(),
        change,
        List.of(first.cells().getFirst(), other.cells().getLast().with(change)),
        fields(first, other),
        "aligned by hand",
        true);
  }

  private static List<Field> fields(Row first, Row other) {
    Map<String, Field> fields = new LinkedHashMap<>();
    for (Field field : first.fields()) {
      fields.put(field.name(), beside(field, field.values().getFirst(), null));
    }
    for (Field field : other.fields()) {
      String value = field.values().getLast();
      Field one = fields.get(field.name());
      fields.put(
          field.name(),
          one == null
              ? beside(field, null, value)
              : new Field(
                  field.name(),
                  Arrays.asList(one.values().getFirst(), value),
                  one.role(),
                  one.number() && field.number()));
    }
    return List.copyOf(fields.values());
  }

  private static Field beside(Field field, @Nullable String one, @Nullable String other) {
    return new Field(field.name(), Arrays.asList(one, other), field.role(), field.number());
  }

  @Override
  public Change change(int index) {
    Pair pair = pairs.get(index);
    return pair == null
        ? original.change(index)
        : Objects.requireNonNull(known.get(pair), "all pairs are known");
  }

  @Override
  public long deltaBytes(int index) {
    Pair pair = pairs.get(index);
    return pair == null
        ? original.deltaBytes(index)
        : original.deltaBytes(pair.first()) + original.deltaBytes(pair.other());
  }

  @Override
  public int counterpart(int index) {
    Pair pair = pairs.get(index);
    return pair == null
        ? original.counterpart(index)
        : index == pair.first() ? pair.other() : pair.first();
  }

  @Override
  public boolean moved(int index, int side) {
    return !pairs.containsKey(index) && original.moved(index, side);
  }

  @Override
  public List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    return pairs.containsKey(index)
        ? List.of()
        : original.contentDifferences(index, side, progress);
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    Pair pair = pairs.get(index);
    return pair == null ? original.open(index, progress) : open(pair, progress);
  }

  private Comparison open(Pair pair, Progress progress) throws IOException {
    return opener.open(
        original.row(pair.first()).cells().getFirst(),
        original.row(pair.other()).cells().getLast(),
        progress);
  }

  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    for (Pair pair : Set.copyOf(known.keySet())) {
      progress.step(0);
      if (known.get(pair) == Change.NOT_COMPARED) {
        known.put(pair, compare(pair, progress));
        changed.accept(pair.first());
      }
    }
    original.compareContents(progress, changed);
  }

  private Change compare(Pair pair, Progress progress) throws IOException {
    try (Comparison below = open(pair, progress)) {
      return below.isIdentical(progress) ? Change.RENAMED : Change.CHANGED;
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      problems.add(new Side.Problem(0, failure));
      return Change.UNREADABLE;
    }
  }

  @Override
  public boolean contentsCompared() {
    return original.contentsCompared() && !known.containsValue(Change.NOT_COMPARED);
  }

  @Override
  public Outcome outcome() {
    return outcomeOfRows();
  }
}
