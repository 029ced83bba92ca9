package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Some of the code objects of documents, as a list of their own. */
public class SelectedCodeObjects implements CodeObjects {
  private final List<CodeObjects> lists;
  private final List<Ref> rows = new ArrayList<>();
  private final Map<Ref, Integer> numbers = new HashMap<>();

  /** A row of another list. */
  private record Ref(CodeObjects list, int row) {}

  private SelectedCodeObjects(List<CodeObjects> lists, Stream<Ref> rows) {
    this.lists = List.copyOf(lists);
    rows.forEach(this.rows::add);
    for (int row = 0; row < this.rows.size(); row++) {
      numbers.putIfAbsent(this.rows.get(row), row);
    }
  }

  /**
   * Those at some rows.
   *
   * @param rows their numbers among all, in the order of this list
   */
  public SelectedCodeObjects(CodeObjects all, List<Integer> rows) {
    this(List.of(all), rows.stream().map(row -> new Ref(all, row)));
  }

  /** All of them. */
  public SelectedCodeObjects(CodeObjects all) {
    this(List.of(all));
  }

  /** Those of several lists, one after another. */
  public SelectedCodeObjects(List<CodeObjects> lists) {
    this(
        lists,
        lists.stream()
            .flatMap(list -> IntStream.range(0, list.size()).mapToObj(row -> new Ref(list, row))));
  }

  @Override
  public final int size() {
    return rows.size();
  }

  @Override
  public final CodeObjectRow row(int row) throws FormatException {
    Ref ref = rows.get(row);
    return ref.list.row(ref.row).numbered(row);
  }

  @Override
  public Map<String, MsgValue> metadata(int row) throws FormatException {
    Ref ref = rows.get(row);
    return ref.list.metadata(ref.row);
  }

  @Override
  public Optional<UnindexedKey> unindexedKey(int row) throws FormatException {
    Ref ref = rows.get(row);
    return ref.list.unindexedKey(ref.row);
  }

  @Override
  public List<String> notes() {
    return lists.stream().flatMap(list -> list.notes().stream()).toList();
  }

  @Override
  public final OptionalInt rowOf(Place.CodeObject place) {
    for (CodeObjects list : lists) {
      OptionalInt row = list.rowOf(place);
      Integer number = row.isEmpty() ? null : numbers.get(new Ref(list, row.getAsInt()));
      if (number != null) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public final boolean located() {
    return lists.stream().allMatch(CodeObjects::located);
  }

  @Override
  public final void locate(Progress progress) throws FormatException {
    for (CodeObjects list : lists) {
      list.locate(progress);
    }
  }

  @Override
  public final void declare(BitSet rows, Progress progress) throws FormatException {
    Map<CodeObjects, BitSet> each = new HashMap<>();
    rows.stream()
        .mapToObj(this.rows::get)
        .forEach(ref -> each.computeIfAbsent(ref.list, list -> new BitSet()).set(ref.row));
    for (Map.Entry<CodeObjects, BitSet> one : each.entrySet()) {
      one.getKey().declare(one.getValue(), progress);
    }
  }

  @Override
  public final ByteView load(int row, Progress progress) throws IOException {
    Ref ref = rows.get(row);
    return ref.list.load(ref.row, progress);
  }

  @Override
  public final SpooledBytes open(int row, UnpackBudget budget, Progress progress)
      throws IOException {
    Ref ref = rows.get(row);
    return ref.list.open(ref.row, budget, progress);
  }

  @Override
  public final void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    Ref ref = rows.get(row);
    ref.list.extract(ref.row, out, budget, progress);
  }
}
