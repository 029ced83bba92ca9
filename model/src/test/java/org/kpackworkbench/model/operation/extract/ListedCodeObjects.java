package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** Code objects that a test makes up. */
final class ListedCodeObjects implements CodeObjects {
  private final Place file = new Place.File(Path.of("made-up.kpack"));
  private final List<CodeObjectRow> rows = new ArrayList<>();
  private final List<byte[]> contents = new ArrayList<>();
  private final List<Integer> breaking = new ArrayList<>();

  ListedCodeObjects add(String binary, int index, String target, byte[] content) {
    return add(binary, index, target, content, null);
  }

  /** A row that the table says is spoiled. */
  ListedCodeObjects addSpoiled(String binary, int index, String target) {
    return add(binary, index, target, new byte[0], damage());
  }

  /** A row that turns out to be spoiled after half of its bytes. */
  ListedCodeObjects addBreaking(String binary, int index, String target, byte[] half) {
    add(binary, index, target, half, null);
    breaking.add(rows.size() - 1);
    return this;
  }

  private ListedCodeObjects add(
      String binary, int index, String target, byte[] content, FormatException problem) {
    rows.add(
        new CodeObjectRow(
            rows.size(),
            binary,
            index,
            target,
            GpuTarget.lenient(target),
            "hsaco",
            rows.size(),
            content.length,
            content.length,
            new Place.CodeObject(file, binary, index, target, null, false),
            problem));
    contents.add(content);
    return this;
  }

  static FormatException damage() {
    return FormatException.in("made-up.kpack", "frame", "", Reason.BAD_COMPRESSION)
        .expected("a zstd frame")
        .found("noise")
        .build();
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public CodeObjectRow row(int row) {
    return rows.get(row);
  }

  @Override
  public Map<String, MsgValue> metadata(int row) {
    return Map.of();
  }

  @Override
  public OptionalInt rowOf(Place.CodeObject place) {
    return OptionalInt.empty();
  }

  @Override
  public boolean located() {
    return true;
  }

  @Override
  public void locate(Progress progress) {}

  @Override
  public ByteView load(int row, Progress progress) {
    return ByteView.of("made up", contents.get(row));
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    byte[] content = contents.get(row);
    out.write(content, 0, content.length / 2);
    if (breaking.contains(row)) {
      throw damage();
    }
    out.write(content, content.length / 2, content.length - content.length / 2);
  }
}
