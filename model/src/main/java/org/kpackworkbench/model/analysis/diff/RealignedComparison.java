package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A comparison of two sides in which the user set a row that only the first side has beside one
 * that only the other has: the two are one row, and are compared with one another.
 */
public final class RealignedComparison extends WrappedComparison {
  /**
   * Rows of the comparison below that are one row here.
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
  private final int[] rows;
  private final Map<Integer, Integer> others = new HashMap<>();
  private final Map<Integer, Change> known = new HashMap<>();
  private final List<Side.Problem> problems = new CopyOnWriteArrayList<>();

  private RealignedComparison(TableComparison original, List<Pair> pairs, PairOpener opener) {
    super(original);
    this.opener = opener;
    BitSet hidden = new BitSet();
    for (Pair pair : pairs) {
      others.put(pair.first(), pair.other());
      hidden.set(pair.other());
    }
    this.rows = IntStream.range(0, original.rowCount()).filter(row -> !hidden.get(row)).toArray();
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

  /** The number of a row in the original. */
  public int originalRow(int index) {
    return rows[index];
  }

  @Override
  public List<Side.Problem> problems() {
    List<Side.Problem> all = new ArrayList<>(original.problems());
    all.addAll(problems);
    return all;
  }

  @Override
  public int rowCount() {
    return rows.length;
  }

  @Override
  public Row row(int index) throws FormatException {
    Row first = original.row(rows[index]);
    Integer beside = others.get(rows[index]);
    if (beside == null) {
      return new Row(
          index,
          first.group(),
          first.key(),
          first.change(),
          first.cells(),
          first.fields(),
          first.note(),
          first.opens());
    }
    Row other = original.row(beside);
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
    Set<String> names = new LinkedHashSet<>();
    first.fields().forEach(field -> names.add(field.name()));
    other.fields().forEach(field -> names.add(field.name()));
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      Field one = named(first, name);
      Field two = named(other, name);
      fields.add(
          new Field(
              name,
              Arrays.asList(
                  one == null ? null : one.values().getFirst(),
                  two == null ? null : two.values().getLast()),
              one != null ? one.role() : two != null ? two.role() : Role.VALUE,
              (one == null || one.number()) && (two == null || two.number())));
    }
    return fields;
  }

  private static @Nullable Field named(Row row, String name) {
    return row.fields().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  @Override
  public Change change(int index) {
    return others.containsKey(rows[index]) ? pairChange(rows[index]) : original.change(rows[index]);
  }

  private synchronized Change pairChange(int first) {
    return known.getOrDefault(first, Change.NOT_COMPARED);
  }

  private synchronized void know(int first, Change change) {
    known.put(first, change);
  }

  @Override
  public String group(int index) {
    return original.group(rows[index]);
  }

  @Override
  public long deltaBytes(int index) {
    Integer other = others.get(rows[index]);
    long first = original.deltaBytes(rows[index]);
    return other == null ? first : first + original.deltaBytes(other);
  }

  @Override
  public int counterpart(int index) {
    int counterpart = original.counterpart(rows[index]);
    return counterpart < 0 ? -1 : Math.max(-1, Arrays.binarySearch(rows, counterpart));
  }

  @Override
  public boolean moved(int index, int side) {
    return !others.containsKey(rows[index]) && original.moved(rows[index], side);
  }

  @Override
  public int parent(int index) {
    int parent = original.parent(rows[index]);
    return parent < 0 ? -1 : Math.max(-1, Arrays.binarySearch(rows, parent));
  }

  @Override
  public List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    Integer other = others.get(rows[index]);
    return other == null ? original.contentDifferences(rows[index], side, progress) : List.of();
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    Integer other = others.get(rows[index]);
    return other == null
        ? original.open(rows[index], progress)
        : openPair(rows[index], other, progress);
  }

  private Comparison openPair(int first, int other, Progress progress) throws IOException {
    return opener.open(
        original.row(first).cells().getFirst(), original.row(other).cells().getLast(), progress);
  }

  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    for (Map.Entry<Integer, Integer> pair : others.entrySet()) {
      progress.step(0);
      if (pairChange(pair.getKey()) == Change.NOT_COMPARED) {
        know(pair.getKey(), compare(pair.getKey(), pair.getValue(), progress));
        changed.accept(Arrays.binarySearch(rows, pair.getKey()));
      }
    }
    original.compareContents(
        progress,
        row -> {
          int index = Arrays.binarySearch(rows, row);
          if (index >= 0) {
            changed.accept(index);
          }
        });
  }

  private Change compare(int first, int other, Progress progress) throws IOException {
    try (Comparison below = openPair(first, other, progress)) {
      return below.isIdentical(progress) ? Change.RENAMED : Change.CHANGED;
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      problems.add(new Side.Problem(0, failure));
      return Change.UNREADABLE;
    }
  }

  @Override
  public boolean contentsCompared() {
    return original.contentsCompared()
        && others.keySet().stream().allMatch(first -> pairChange(first) != Change.NOT_COMPARED);
  }

  @Override
  public Outcome outcome() {
    boolean unreadable = !problems().isEmpty();
    for (int index = 0; index < rows.length; index++) {
      Change change = change(index);
      if (change.isDifference() && change != Change.UNREADABLE) {
        return Outcome.DIFFERENT;
      }
      unreadable |= change == Change.UNREADABLE;
    }
    return unreadable
        ? Outcome.UNREADABLE
        : contentsCompared() ? Outcome.SAME : Outcome.NOT_COMPARED;
  }
}
