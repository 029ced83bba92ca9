package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** The code objects of containers: images that are some, and those inside of images. */
final class ContainerCodeObjects implements CodeObjects {
  private final List<Row> rows;
  private final Map<Place.CodeObject, Integer> byPlace = new HashMap<>();

  /** A code object and the way to its bytes. */
  record Row(CodeObjectRow row, ContainerEntry entry, Source source) {}

  /** The way to bytes. */
  interface Source {
    /** In memory. */
    ByteView load(Progress progress) throws IOException;

    /** To a stream, of any size. */
    void extract(OutputStream out, UnpackBudget budget, Progress progress) throws IOException;
  }

  ContainerCodeObjects(List<Row> rows) {
    this.rows = List.copyOf(rows);
    for (Row row : rows) {
      byPlace.putIfAbsent(row.row().place(), row.row().row());
    }
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public CodeObjectRow row(int row) {
    return rows.get(row).row();
  }

  /** The texts of the entry, and for what language it is. */
  @Override
  public Map<String, MsgValue> metadata(int row) {
    ContainerEntry entry = rows.get(row).entry();
    Map<String, MsgValue> all = new LinkedHashMap<>();
    all.put("offload", new MsgValue.Text(entry.offloadWords()));
    entry.texts().forEach((key, value) -> all.put(key, new MsgValue.Text(value)));
    return all;
  }

  @Override
  public OptionalInt rowOf(Place.CodeObject place) {
    Integer row = byPlace.get(place);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  @Override
  public boolean located() {
    return true;
  }

  @Override
  public void locate(Progress progress) {}

  @Override
  public ByteView load(int row, Progress progress) throws IOException {
    return rows.get(row).source().load(progress);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    rows.get(row).source().extract(out, budget, progress);
  }
}
