package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Two or more things beside one another; the others are compared with the first.
 *
 * <p>Safe for use by many threads: a view reads rows while {@link #compareContents} fills them in.
 * After {@link #close} whatever needs the files throws {@code CLOSED}.
 */
public sealed interface Comparison extends AutoCloseable permits TableComparison, ByteComparison {

  /** What is compared. */
  ComparisonKind kind();

  /** The sides, at least two. */
  List<Side> sides();

  /** What is wrong with the sides; what could be read is compared nevertheless. */
  List<SideProblem> problems();

  /** What a person should know beside the rows, in sentences. */
  List<String> remarks();

  /**
   * Compares bytes, where what is known without them agrees. Does nothing where that is done.
   *
   * @param progress is advanced by the bytes read of one side; cancelling leaves what is known
   * @param changed is told the number of each row as it becomes known, on the calling thread
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException where a file changed or was closed meanwhile; damage is a {@link #problems
   *     problem} instead
   */
  void compareContents(Progress progress, IntConsumer changed) throws IOException;

  /**
   * Whether the sides are the same, byte for byte as a whole; far quicker than {@link
   * #compareContents} where they are, and ended by the first byte that differs.
   *
   * @return false also for folders
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException where a file changed or was closed meanwhile
   */
  boolean isIdentical(Progress progress) throws IOException;

  /** Whether all contents that can be compared have been. */
  boolean contentsCompared();

  /** What is known so far. */
  Outcome outcome();

  /**
   * The same with its sides the other way round. It shares everything with this one, and closing
   * either closes both.
   */
  Comparison swapped();

  @Override
  void close() throws IOException;
}
