package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
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
 * <p>Positions count as the {@link ByteAlignment} has them: at first those of all sides from their
 * first byte on. Where some sides have a byte and others have none, they differ.
 */
public final class ByteComparison implements Comparison {
  private final List<Side> sides;
  private final ByteAlignment alignment;
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
    this(sides, List.of(), List.of(), resources);
  }

  /**
   * Creates a comparison of bytes of which there is more to say.
   *
   * @param code what machine code each side is; empty if it is something else
   * @param remarks sentences about the bytes
   */
  public ByteComparison(
      List<Side> sides, List<MachineCode> code, List<String> remarks, Resources resources) {
    this(
        sides,
        ByteAlignment.sideBySide(views(sides).stream().mapToLong(ByteView::size).toArray()),
        code,
        remarks,
        resources);
  }

  private ByteComparison(
      List<Side> sides,
      ByteAlignment alignment,
      List<MachineCode> code,
      List<String> remarks,
      Resources resources) {
    if (!code.isEmpty() && code.size() != sides.size()) {
      throw new IllegalArgumentException("code of each side or of none");
    }
    if (sides.size() < 2) {
      throw new IllegalArgumentException("a comparison has at least two sides");
    }
    this.sides = List.copyOf(sides);
    this.alignment = alignment;
    this.code = List.copyOf(code);
    this.remarks = List.copyOf(remarks);
    this.resources = resources;
  }

  /** Returns the machine code of each side; empty if the bytes are something else. */
  public List<MachineCode> code() {
    return code;
  }

  /** Which bytes are at one position. */
  public ByteAlignment alignment() {
    return alignment;
  }

  /**
   * Returns a comparison of the same bytes at other positions. Shares the files with this one;
   * closing either closes both.
   */
  ByteComparison at(ByteAlignment other) {
    return new ByteComparison(sides, other, code, remarks, resources);
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
  long nextSame(long from, Progress progress) throws FormatException {
    return scan().next(from, false, progress);
  }

  /** The start of the last run of differences that starts before a position; -1 for none. */
  long previousDifference(long before, Progress progress) throws FormatException {
    ByteScan scan = scan();
    long last = scan.previous(Math.min(before, alignment.length()), true, progress);
    return last < 0 ? -1 : scan.previous(last, false, progress) + 1;
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
    for (long at = from; at < alignment.length() && blocks.size() < most; ) {
      long differs = scan.next(at, true, progress);
      long end = differs < 0 ? alignment.length() : differs;
      if (end > at) {
        blocks.add(new Block(ByteRange.between(at, end), Change.SAME));
      } else {
        long same = scan.next(at, false, progress);
        // Bytes that differ, and bytes that only one side has, are two things.
        end = Math.min(same < 0 ? alignment.length() : same, alignment.pieceOf(at).end());
        blocks.add(new Block(ByteRange.between(at, end), changeAt(at)));
      }
      at = end;
    }
    return blocks;
  }

  private Change changeAt(long position) {
    return alignment.isWhole(position)
        ? Change.CHANGED
        : alignment.offset(0, position) < 0 ? Change.ADDED : Change.REMOVED;
  }

  List<ByteView> views() {
    return views(sides);
  }

  private static List<ByteView> views(List<Side> sides) {
    return sides.stream()
        .map(side -> Objects.requireNonNull(side.bytes(), "a folder has no bytes"))
        .toList();
  }

  private ByteScan scan() {
    return new ByteScan(views(), alignment);
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
      progress.begin("Comparing bytes", alignment.length(), Unit.BYTES);
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
    return new ByteComparison(
        sides.reversed(), alignment.swapped(), code.reversed(), remarks, resources);
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
}
