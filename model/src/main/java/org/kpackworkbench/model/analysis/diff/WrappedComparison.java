package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A comparison that shows another one in a different way. It shares everything with the original:
 * closing either closes both. What is not shown differently is the original's.
 */
public abstract class WrappedComparison implements TableComparison {
  /** The comparison that is shown. */
  protected final TableComparison original;

  protected WrappedComparison(TableComparison original) {
    this.original = original;
  }

  @Override
  public ComparisonKind kind() {
    return original.kind();
  }

  @Override
  public List<Side> sides() {
    return original.sides();
  }

  @Override
  public List<Side.Problem> problems() {
    return original.problems();
  }

  @Override
  public List<String> remarks() {
    return original.remarks();
  }

  @Override
  public List<String> groups() {
    return original.groups();
  }

  @Override
  public int rowCount() {
    return original.rowCount();
  }

  @Override
  public Row row(int index) throws FormatException {
    return original.row(index);
  }

  @Override
  public Change change(int index) {
    return original.change(index);
  }

  @Override
  public String group(int index) {
    return original.group(index);
  }

  @Override
  public long deltaBytes(int index) {
    return original.deltaBytes(index);
  }

  @Override
  public int counterpart(int index) {
    return original.counterpart(index);
  }

  @Override
  public boolean moved(int index, int side) {
    return original.moved(index, side);
  }

  @Override
  public boolean hasOrder() {
    return original.hasOrder();
  }

  @Override
  public int parent(int index) {
    return original.parent(index);
  }

  @Override
  public List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    return original.contentDifferences(index, side, progress);
  }

  @Override
  public @Nullable Comparison open(int index, Progress progress) throws IOException {
    return original.open(index, progress);
  }

  @Override
  public void compareContents(Progress progress, IntConsumer changed) throws IOException {
    original.compareContents(progress, changed);
  }

  @Override
  public boolean isIdentical(Progress progress) throws IOException {
    return original.isIdentical(progress);
  }

  @Override
  public boolean contentsCompared() {
    return original.contentsCompared();
  }

  @Override
  public Outcome outcome() {
    return original.outcome();
  }

  @Override
  public Comparison swapped() {
    return SwappedComparison.of(this);
  }

  @Override
  public void close() throws IOException {
    original.close();
  }
}
