package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Bytes beside bytes, of any size: read in windows, nothing is held whole.
 *
 * <p>Positions count from the first byte of the side that begins first. A side begins at its lead;
 * {@link #alignedAt} shifts sides so that bytes that belong together lie at one position. Where
 * some sides have a byte and others have none, they differ.
 */
public final class ByteComparison implements Comparison {
  private final List<Side> sides;
  private final List<ByteView> views = new ArrayList<>();
  private final long[] leads;
  private final long[] edges;
  private final Resources resources;
  private final List<MachineCode> code;
  private final List<String> remarks;
  private @Nullable Outcome known;

  /**
   * Begins with the first bytes of all sides at position 0.
   *
   * @param sides at least two, all with bytes
   * @param resources what ends with this
   */
  public ByteComparison(List<Side> sides, Resources resources) {
    this(sides, new long[sides.size()], List.of(), List.of(), resources);
  }

  /**
   * Creates a comparison of bytes of which there is more to say.
   *
   * @param code what machine code each side is; empty if it is something else
   * @param remarks sentences about the bytes
   */
  public ByteComparison(
      List<Side> sides, List<MachineCode> code, List<String> remarks, Resources resources) {
    this(sides, new long[sides.size()], code, remarks, resources);
  }

  private ByteComparison(
      List<Side> sides,
      long[] leads,
      List<MachineCode> code,
      List<String> remarks,
      Resources resources) {
    if (!code.isEmpty() && code.size() != sides.size()) {
      throw new IllegalArgumentException("code of each side or of none");
    }
    this.code = List.copyOf(code);
    this.remarks = List.copyOf(remarks);
    if (sides.size() < 2) {
      throw new IllegalArgumentException("a comparison has at least two sides");
    }
    this.sides = List.copyOf(sides);
    this.leads = leads;
    this.resources = resources;
    long[] all = new long[2 * leads.length];
    for (int side = 0; side < leads.length; side++) {
      ByteView view = Objects.requireNonNull(sides.get(side).bytes(), "a folder has no bytes");
      views.add(view);
      all[2 * side] = leads[side];
      all[2 * side + 1] = Math.addExact(leads[side], view.size());
    }
    this.edges = Arrays.stream(all).sorted().distinct().toArray();
  }

  /** Returns the machine code of each side; empty if the bytes are something else. */
  public List<MachineCode> code() {
    return code;
  }

  /** How many positions there are. */
  public long length() {
    return edges[edges.length - 1];
  }

  /** The position of a side's first byte. */
  public long lead(int side) {
    return leads[side];
  }

  /** The offset in a side of the byte at a position; -1 if it has none. */
  public long offset(int side, long position) {
    long offset = position - leads[side];
    return offset >= 0 && offset < views.get(side).size() ? offset : -1;
  }

  /** The position of a side's byte. */
  public long position(int side, long offset) {
    return leads[side] + Objects.checkIndex(offset, views.get(side).size());
  }

  /**
   * Returns a comparison of the same sides, shifted so that these offsets lie at one position.
   * Shares the files with this one; closing either closes both.
   *
   * @param offsets one for each side, 0 up to its size
   */
  public ByteComparison alignedAt(long... offsets) {
    if (offsets.length != leads.length) {
      throw new IllegalArgumentException("one offset for each side");
    }
    long furthest = 0;
    for (int side = 0; side < offsets.length; side++) {
      Objects.checkFromToIndex(0L, offsets[side], views.get(side).size());
      furthest = Math.max(furthest, offsets[side]);
    }
    long[] shifted = new long[leads.length];
    for (int side = 0; side < offsets.length; side++) {
      shifted[side] = furthest - offsets[side];
    }
    return new ByteComparison(sides, shifted, code, remarks, resources);
  }

  /**
   * The first position from {@code from} on where the sides differ; -1 if none does.
   *
   * @param progress is advanced by the positions passed
   */
  public long nextDifference(long from, Progress progress) throws FormatException {
    return scan().next(from, true, progress);
  }

  /** The first position from {@code from} on where the sides are the same; -1 if none is. */
  public long nextSame(long from, Progress progress) throws FormatException {
    return scan().next(from, false, progress);
  }

  /** The start of the last run of differences that starts before a position; -1 for none. */
  public long previousDifference(long before, Progress progress) throws FormatException {
    ByteScan scan = scan();
    long last = scan.previous(Math.min(before, length()), true, progress);
    if (last < 0) {
      return -1;
    }
    return scan.previous(last, false, progress) + 1;
  }

  /**
   * Runs of the same and of different positions, in order.
   *
   * @param from where the first one starts
   * @param most how many at most
   */
  public List<Block> blocks(long from, int most, Progress progress) throws FormatException {
    List<Block> blocks = new ArrayList<>();
    ByteScan scan = scan();
    for (long at = from; at < length() && blocks.size() < most; ) {
      long differs = scan.next(at, true, progress);
      long end = differs < 0 ? length() : differs;
      if (end > at) {
        blocks.add(new Block(ByteRange.between(at, end), Change.SAME));
      } else {
        long same = scan.next(at, false, progress);
        long until = same < 0 ? length() : same;
        // Bytes that differ, and bytes that only one side has, are two things.
        end = Math.min(until, scan.edgeBehind(at));
        blocks.add(new Block(ByteRange.between(at, end), changeAt(at)));
      }
      at = end;
    }
    return blocks;
  }

  private Change changeAt(long position) {
    boolean first = offset(0, position) >= 0;
    for (int side = 1; side < leads.length; side++) {
      if ((offset(side, position) >= 0) != first) {
        return first ? Change.REMOVED : Change.ADDED;
      }
    }
    return Change.CHANGED;
  }

  /** Some bytes of all sides, as a view shows them; fewer where there are no more. */
  public Window window(long position, int length) throws FormatException {
    return scan().window(position, (int) Math.max(0, Math.min(length, length() - position)));
  }

  List<ByteView> views() {
    return views;
  }

  /** The first position behind another at which a side begins or ends. */
  long edgeBehind(long position) {
    return scan().edgeBehind(position);
  }

  private ByteScan scan() {
    return new ByteScan(views, leads, edges);
  }

  @Override
  public ComparisonKind kind() {
    return ComparisonKind.BYTES;
  }

  @Override
  public List<Side> sides() {
    return sides;
  }

  @Override
  public List<Side.Problem> problems() {
    return List.of();
  }

  @Override
  public List<String> remarks() {
    return remarks;
  }

  /** Looks for the first difference; there are no rows that change. */
  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    if (outcome() == Outcome.NOT_COMPARED) {
      progress.begin("Comparing bytes", length(), Unit.BYTES);
      Outcome found = nextDifference(0, progress) < 0 ? Outcome.IDENTICAL : Outcome.DIFFERENT;
      synchronized (this) {
        known = found;
      }
    }
  }

  @Override
  public boolean isIdentical(Progress progress) throws IOException {
    compareContents(progress, row -> {});
    return outcome() == Outcome.IDENTICAL;
  }

  @Override
  public boolean contentsCompared() {
    return outcome() != Outcome.NOT_COMPARED;
  }

  @Override
  public synchronized Outcome outcome() {
    return known == null ? Outcome.NOT_COMPARED : known;
  }

  @Override
  public Comparison swapped() {
    long[] reversed = new long[leads.length];
    for (int side = 0; side < leads.length; side++) {
      reversed[side] = leads[leads.length - 1 - side];
    }
    return new ByteComparison(sides.reversed(), reversed, code.reversed(), remarks, resources);
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }

  /**
   * Neighbouring positions of a byte comparison that are all equal, or all different.
   *
   * @param positions the positions
   * @param change what they are; {@code ADDED} and {@code REMOVED} where only some sides have bytes
   *     there
   */
  public record Block(ByteRange positions, Change change) {}

  /**
   * Some aligned bytes of all sides.
   *
   * @param position where it starts, in the comparison
   * @param length how many positions it has
   * @param bytes the bytes of each side, as many for each; not modified later
   * @param present for each side which of them it really has
   * @param differing the positions, from the window's start, where the sides differ
   */
  public record Window(
      long position, int length, List<byte[]> bytes, List<BitSet> present, BitSet differing) {
    public Window {
      bytes = List.copyOf(bytes);
      present = List.copyOf(present);
    }
  }
}
