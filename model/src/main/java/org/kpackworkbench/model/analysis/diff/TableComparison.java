package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Rows that are aligned by key. There may be hundreds of thousands; methods that are called for all
 * of them ({@link #change}, {@link #group}, {@link #deltaBytes}) only read memory.
 */
public non-sealed interface TableComparison extends Comparison {

  /** The kinds of rows, in their order. */
  List<String> groups();

  /** How many rows there are, the same ones counted. */
  int rowCount();

  /** A row; its texts are read from the files. */
  Row row(int index) throws FormatException;

  /** The change of a row, as far as it is known. */
  Change change(int index);

  /** Returns the kind of a row; one of {@link #groups}. */
  String group(int index);

  /**
   * By how many bytes a row grew from the first side to the last; what is not there counts as
   * nothing, and 0 means unknown.
   */
  long deltaBytes(int index);

  /**
   * Whether something is at another place on a side than on the first: its ordinal, offset or
   * address. That alone is no difference; {@link OrderedComparison} makes it one.
   */
  default boolean moved(int index, int side) {
    return false;
  }

  /** Whether its rows have places at all, so that order can be compared. */
  default boolean hasOrder() {
    return true;
  }

  /**
   * Returns the differences between a row's contents on the first side and on another one, in a few
   * words each, the most important first, such as {@code 2 bytes of code} and {@code VGPRs 8 → 16}.
   * Reads the contents. Empty where that is not known, and where that side is not {@code CHANGED}.
   *
   * @param side the number of the other side, from 1
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws FormatException if one cannot be read
   */
  default List<Difference> contentDifferences(int index, int side, Progress progress)
      throws IOException {
    return List.of();
  }

  /**
   * Returns the differences of all sides' contents in one line: of more than two sides each one's
   * words with its name.
   *
   * @param names what the sides are called
   */
  default String contentWords(int index, List<String> names, Progress progress) throws IOException {
    List<String> all = new ArrayList<>();
    for (int side = 1; side < sides().size(); side++) {
      String words = Difference.words(contentDifferences(index, side, progress));
      if (!words.isEmpty()) {
        all.add(sides().size() == 2 ? words : names.get(side) + ": " + words);
      }
    }
    return String.join("; ", all);
  }

  /** The row of the folder in which a row is, in a comparison of trees; -1 for none. */
  default int parent(int index) {
    return -1;
  }

  /**
   * Whether a row is the second one of a thing under two names. Lists leave it out: the first one
   * shows both names.
   */
  default boolean isSecondName(int index) {
    int counterpart = counterpart(index);
    return counterpart >= 0 && counterpart < index;
  }

  /**
   * The row of the same thing as a {@code RENAMED} one, under its other name; -1 for other rows.
   * Both rows show both names.
   */
  default int counterpart(int index) {
    return -1;
  }

  /** The outcome so far as rows and problems say it. */
  default Outcome outcomeOfRows() {
    boolean unreadable = !problems().isEmpty();
    for (int index = 0; index < rowCount(); index++) {
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

  /**
   * Opens the comparison below a row. It ends with this one, and can be closed before.
   *
   * @return null if nothing lies below
   * @throws FormatException if a side of it cannot be read at all
   */
  @Nullable Comparison open(int index, Progress progress) throws IOException;
}
