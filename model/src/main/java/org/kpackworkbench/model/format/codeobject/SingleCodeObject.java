package org.kpackworkbench.model.format.codeobject;

import java.util.Objects;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** A code object that is a document of its own, as a list of one. */
record SingleCodeObject(Place where, CodeObject code) implements CodeObjects {
  @Override
  public int size() {
    return 1;
  }

  @Override
  public CodeObjectRow row(int row) throws FormatException {
    Objects.checkIndex(row, 1);
    ByteView bytes = code.view();
    GpuTarget target = code.target();
    return new CodeObjectRow(
        0,
        where.label(),
        0,
        target.toString(),
        target,
        "hsaco",
        -1,
        bytes.size(),
        bytes.size(),
        place(target),
        null);
  }

  private Place.CodeObject place(GpuTarget target) {
    ByteRange range = new ByteRange(code.view().fileOffset(0), code.view().size());
    return new Place.CodeObject(where, where.label(), 0, target.toString(), range, false);
  }

  @Override
  public OptionalInt rowOf(Place.CodeObject place) {
    return place.parent().equals(where) ? OptionalInt.of(0) : OptionalInt.empty();
  }

  @Override
  public ByteView load(int row, Progress progress) {
    Objects.checkIndex(row, 1);
    return code.view();
  }
}
