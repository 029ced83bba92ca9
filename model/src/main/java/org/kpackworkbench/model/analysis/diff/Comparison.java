package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * A comparison of two or more sides; the others are compared with the first.
 *
 * <p>Safe for use by many threads: a view reads rows while {@link #compareContents} fills them in.
 * After {@link #close} whatever needs the files throws {@code CLOSED}.
 */
public sealed interface Comparison extends AutoCloseable permits TableComparison, ByteComparison {

  /** Returns the kind of things that are compared. */
  ComparisonKind kind();

  /** The sides, at least two. */
  List<Side> sides();

  /** Returns the problems of the sides; the readable parts are still compared. */
  List<Side.Problem> problems();

  /** Returns remarks for people beside the rows, in sentences. */
  List<String> remarks();

  /**
   * Compares bytes, where what is known without them agrees. Does nothing if that is done.
   *
   * @param progress is advanced by the bytes read of one side; cancelling leaves what is known
   * @param changed receives the number of each row as it becomes known, on the calling thread
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if a file changed or was closed meanwhile; damage is a {@link #problems
   *     problem} instead
   */
  void compareContents(Progress progress, IntConsumer changed) throws IOException;

  /**
   * Whether the sides are the same, byte for byte as a whole; far quicker than {@link
   * #compareContents} where they are, and ended by the first byte that differs.
   *
   * @return false also for folders
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if a file changed or was closed meanwhile
   */
  boolean isIdentical(Progress progress) throws IOException;

  /** Whether all contents that can be compared have been. */
  boolean contentsCompared();

  /** Returns the outcome so far. */
  Outcome outcome();

  /**
   * Returns the comparison with its sides in reverse order. It shares everything with this one, and
   * closing either closes both.
   */
  Comparison swapped();

  @Override
  void close() throws IOException;

  /** The outcome of a comparison as a whole. */
  enum Outcome {
    /** Every byte was compared and is the same. */
    IDENTICAL("identical"),
    /** All contents were compared and are the same; the files around them need not be. */
    SAME("same contents"),
    /** Nothing is known to differ; contents have not been compared. */
    NOT_COMPARED("contents not compared"),
    /** Something differs. */
    DIFFERENT("different"),
    /** Nothing is known to differ; not everything could be read. */
    UNREADABLE("not all could be compared");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }

    /** Whether bytes were compared and are the same. */
    public boolean isSame() {
      return this == IDENTICAL || this == SAME;
    }
  }

  /** Opens the comparison of parts, whatever they are. */
  interface PartOpener {
    /**
     * Opens one by the parts' content.
     *
     * @param parts at least two
     * @param resources what ends with the comparison
     */
    Comparison open(List<Side> parts, Resources resources, Progress progress) throws IOException;

    /**
     * Returns the differences of two parts, as {@link TableComparison#contentDifferences} does.
     *
     * @throws FormatException if one cannot be read
     */
    List<Difference> differences(ByteView one, ByteView other, Progress progress)
        throws FormatException;

    /**
     * Returns the resources that end with such a comparison, with the outer comparison's budget for
     * unpacking.
     */
    Resources resources();
  }

  /**
   * Resources that end with a comparison, and its budget for unpacking. Not safe for use by several
   * threads while things are added.
   */
  final class Resources implements AutoCloseable {
    private final Deque<AutoCloseable> held = new ArrayDeque<>();
    private final UnpackBudget budget;
    private final Formats formats;

    /** For a comparison that unpacks one thing at a time. */
    public Resources() {
      this(UnpackBudget.one(), StandardFormats.all());
    }

    /**
     * @param budget what the comparison may unpack, with all that is opened from it
     * @param formats as what files and their parts are known
     */
    public Resources(UnpackBudget budget, Formats formats) {
      this.budget = budget;
      this.formats = formats;
    }

    /** As what files and their parts are known. */
    public Formats formats() {
      return formats;
    }

    /** Returns the comparison's budget for unpacking. */
    public UnpackBudget budget() {
      return budget;
    }

    /** For a comparison that is opened from this one, and ends on its own. */
    public Resources ofPart() {
      return new Resources(budget, formats);
    }

    /** Takes something over; it is closed before what was taken earlier. */
    public <T extends AutoCloseable> T add(T resource) {
      held.push(resource);
      return resource;
    }

    /** Closes everything, also where something fails. Does nothing the second time. */
    @Override
    public void close() throws IOException {
      IOException first = null;
      while (!held.isEmpty()) {
        try {
          held.pop().close();
        } catch (IOException failure) {
          first = failure;
        } catch (RuntimeException failure) {
          throw failure;
        } catch (Exception failure) {
          first = new IOException(failure);
        }
      }
      if (first != null) {
        throw first;
      }
    }
  }
}
