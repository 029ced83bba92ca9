package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Some of the code objects of a document, as a list of their own. */
public class SelectedCodeObjects implements CodeObjects {
  private final CodeObjects all;
  private final List<Integer> rows;
  private final Map<Integer, Integer> numbers = new HashMap<>();

  /**
   * Those at some rows.
   *
   * @param rows their numbers among all, in the order of this list
   */
  public SelectedCodeObjects(CodeObjects all, List<Integer> rows) {
    this.all = all;
    this.rows = List.copyOf(rows);
    for (int row = 0; row < this.rows.size(); row++) {
      numbers.putIfAbsent(this.rows.get(row), row);
    }
  }

  /** All of them. */
  public SelectedCodeObjects(CodeObjects all) {
    this(all, IntStream.range(0, all.size()).boxed().toList());
  }

  @Override
  public final int size() {
    return rows.size();
  }

  @Override
  public final CodeObjectRow row(int row) throws FormatException {
    return all.row(rows.get(row)).numbered(row);
  }

  @Override
  public Map<String, MsgValue> metadata(int row) throws FormatException {
    return all.metadata(rows.get(row));
  }

  @Override
  public Optional<UnindexedKey> unindexedKey(int row) throws FormatException {
    return all.unindexedKey(rows.get(row));
  }

  @Override
  public List<String> notes() {
    return all.notes();
  }

  @Override
  public final OptionalInt rowOf(Place.CodeObject place) {
    OptionalInt row = all.rowOf(place);
    Integer number = row.isEmpty() ? null : numbers.get(row.getAsInt());
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  @Override
  public final boolean located() {
    return all.located();
  }

  @Override
  public final void locate(Progress progress) throws FormatException {
    all.locate(progress);
  }

  @Override
  public final ByteView load(int row, Progress progress) throws IOException {
    return all.load(rows.get(row), progress);
  }

  @Override
  public final SpooledBytes open(int row, UnpackBudget budget, Progress progress)
      throws IOException {
    return all.open(rows.get(row), budget, progress);
  }

  @Override
  public final void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    all.extract(rows.get(row), out, budget, progress);
  }
}
