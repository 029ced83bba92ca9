package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** The code objects of several documents, one after another. */
public final class JoinedCodeObjects implements CodeObjects {
  private final List<CodeObjects> parts;
  private final int[] starts;

  /** Those of all parts, one after another. */
  public JoinedCodeObjects(List<CodeObjects> parts) {
    this.parts = List.copyOf(parts);
    this.starts = new int[parts.size() + 1];
    for (int i = 0; i < parts.size(); i++) {
      starts[i + 1] = starts[i] + parts.get(i).size();
    }
  }

  @Override
  public int size() {
    return starts[parts.size()];
  }

  private int part(int row) {
    Objects.checkIndex(row, size());
    int part = 0;
    while (starts[part + 1] <= row) {
      part++;
    }
    return part;
  }

  @Override
  public CodeObjectRow row(int row) throws FormatException {
    int part = part(row);
    return parts.get(part).row(row - starts[part]).numbered(row);
  }

  @Override
  public Map<String, MsgValue> metadata(int row) throws FormatException {
    int part = part(row);
    return parts.get(part).metadata(row - starts[part]);
  }

  @Override
  public Optional<UnindexedKey> unindexedKey(int row) throws FormatException {
    int part = part(row);
    return parts.get(part).unindexedKey(row - starts[part]);
  }

  @Override
  public List<String> notes() {
    return parts.stream().flatMap(part -> part.notes().stream()).toList();
  }

  @Override
  public OptionalInt rowOf(Place.CodeObject place) {
    for (int part = 0; part < parts.size(); part++) {
      OptionalInt row = parts.get(part).rowOf(place);
      if (row.isPresent()) {
        return OptionalInt.of(starts[part] + row.getAsInt());
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public boolean located() {
    return parts.stream().allMatch(CodeObjects::located);
  }

  @Override
  public void locate(Progress progress) throws FormatException {
    for (CodeObjects part : parts) {
      part.locate(progress);
    }
  }

  @Override
  public ByteView load(int row, Progress progress) throws IOException {
    int part = part(row);
    return parts.get(part).load(row - starts[part], progress);
  }

  @Override
  public SpooledBytes open(int row, UnpackBudget budget, Progress progress) throws IOException {
    int part = part(row);
    return parts.get(part).open(row - starts[part], budget, progress);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    int part = part(row);
    parts.get(part).extract(row - starts[part], out, budget, progress);
  }
}
