package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.ListedCodeObjects;

/** The code objects of containers: images that are some, and those inside of images. */
final class ContainerCodeObjects extends ListedCodeObjects<ContainerCodeObjects.Row> {

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
    super(rows, Row::row);
  }

  /** The texts of the entry, and for what language it is. */
  @Override
  public Map<String, MsgValue> metadata(int row) {
    ContainerEntry entry = listed(row).entry();
    Map<String, MsgValue> all = new LinkedHashMap<>();
    all.put("offload", new MsgValue.Text(entry.offloadWords()));
    entry.texts().forEach((key, value) -> all.put(key, new MsgValue.Text(value)));
    return all;
  }

  @Override
  public ByteView load(int row, Progress progress) throws IOException {
    return listed(row).source().load(progress);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    listed(row).source().extract(out, budget, progress);
  }
}
