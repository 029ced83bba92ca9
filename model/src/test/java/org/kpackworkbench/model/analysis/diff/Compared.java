package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** Opens comparisons for tests. */
public final class Compared {
  private Compared() {}

  /** Bytes as if they lay in files of that name. */
  public static TableComparison tables(String name, byte[]... sides) throws IOException {
    List<Side> all = new ArrayList<>();
    for (byte[] bytes : sides) {
      String label = "side" + all.size() + "/" + name;
      all.add(new Side(label, new Place.File(Path.of(label)), ByteView.of(label, bytes)));
    }
    return (TableComparison) Compare.open(all, new Resources(), Progress.NONE);
  }

  /** The same, contents compared. */
  public static TableComparison contents(String name, byte[]... sides) throws IOException {
    TableComparison comparison = tables(name, sides);
    comparison.compareContents(Progress.NONE, row -> {});
    return comparison;
  }

  /** The change of each differing row, by its key. */
  public static Map<String, Change> changes(TableComparison comparison) throws IOException {
    Map<String, Change> changes = new TreeMap<>();
    for (int row = 0; row < comparison.rowCount(); row++) {
      if (comparison.change(row) != Change.SAME) {
        changes.put(comparison.row(row).key(), comparison.change(row));
      }
    }
    return changes;
  }

  /** The numbers of the rows of a kind. */
  static int[] ofGroup(TableComparison comparison, String group) {
    return Arrays.stream(RowOrder.all(comparison))
        .filter(row -> group.equals(comparison.group(row)))
        .toArray();
  }

  /** The row of a key. */
  public static Row row(TableComparison comparison, String key) throws IOException {
    return comparison.row(index(comparison, key));
  }

  /** The number of a key's row. */
  public static int index(TableComparison comparison, String key) throws IOException {
    for (int row = 0; row < comparison.rowCount(); row++) {
      if (comparison.row(row).key().equals(key)) {
        return row;
      }
    }
    throw new AssertionError("no row " + key + " in " + changes(comparison));
  }
}
