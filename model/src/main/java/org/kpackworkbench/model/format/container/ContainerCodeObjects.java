package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.files.MappedSpool;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
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
    ByteView load(UnpackBudget budget, Progress progress) throws IOException;

    /** To a stream, of any size. */
    void extract(OutputStream out, UnpackBudget budget, Progress progress) throws IOException;
  }

  ContainerCodeObjects(List<Row> rows) {
    super(rows, number -> rows.get(number).row());
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
    return listed(row).source().load(UnpackBudget.one(), progress);
  }

  @Override
  public SpooledBytes open(int row, UnpackBudget budget, Progress progress) throws IOException {
    CodeObjectRow stated = row(row);
    if (!stated.place().unpacked() || stated.originalSizeBytes() <= SpooledBytes.IN_MEMORY_BYTES) {
      return new SpooledBytes(listed(row).source().load(budget, progress), null);
    }
    MappedSpool spool =
        MappedSpool.of(
            null, "code", stated.originalSizeBytes(), out -> extract(row, out, budget, progress));
    return new SpooledBytes(spool.view().named(stated.place().label()), spool);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    listed(row).source().extract(out, budget, progress);
  }
}
