package org.kpackworkbench.model.format.registry;

import java.io.OutputStream;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** What a document without code objects has. */
enum NoCodeObjects implements CodeObjects {
  INSTANCE;

  @Override
  public int size() {
    return 0;
  }

  @Override
  public CodeObjectRow row(int row) {
    throw new IndexOutOfBoundsException(row);
  }

  @Override
  public Map<String, MsgValue> metadata(int row) {
    throw new IndexOutOfBoundsException(row);
  }

  @Override
  public int rowOf(Place.CodeObject place) {
    return -1;
  }

  @Override
  public boolean located() {
    return true;
  }

  @Override
  public void locate(Progress progress) {}

  @Override
  public ByteView load(int row, Progress progress) {
    throw new IndexOutOfBoundsException(row);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress) {
    throw new IndexOutOfBoundsException(row);
  }
}
