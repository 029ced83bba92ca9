package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.BundlePlanner.BundleList;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/**
 * A code object in a fat binary, in a bundle that is not compressed.
 *
 * @param bundle the bundle's number
 * @param entry the entry's number
 */
record OriginalCode(int bundle, int entry, ByteView bytes) implements Code {
  private record Stored(int bundle, int entry) {}

  /** The bundles that are to be made of some rows. */
  static BundleList bundles(int wrappers, FatBinary original, List<DeviceCodeRow> rows)
      throws FormatException, Refused {
    List<List<DeviceCodeRow>> byWrapper = new ArrayList<>();
    for (int i = 0; i < wrappers; i++) {
      byWrapper.add(new ArrayList<>());
    }
    rows.forEach(row -> byWrapper.get(row.wrapper()).add(row));
    BundleList bundles = new BundleList();
    for (int i = 0; i < wrappers; i++) {
      Map<String, OriginalCode> codes = new LinkedHashMap<>();
      for (DeviceCodeRow row : byWrapper.get(i)) {
        StoredBundle stored = original.bundleOf(original.wrappers().get(i)).orElseThrow();
        int entry = row.origin().index();
        ByteView bytes =
            switch (stored.content()) {
              case OffloadBundle plain -> plain.content(plain.entries().get(entry));
              case BareCodeObject bare -> bare.elf().view();
              default -> throw new IllegalArgumentException(stored.content().kindName());
            };
        codes.put(row.origin().entryId(), new OriginalCode(stored.index(), entry, bytes));
      }
      bundles.add(i, codes.isEmpty() ? null : byWrapper.get(i).getFirst().origin(), codes);
    }
    return bundles;
  }

  @Override
  public long sizeBytes() {
    return bytes.size();
  }

  @Override
  public Object stored() {
    return new Stored(bundle, entry);
  }

  @Override
  public void writeTo(OutputStream out, Progress progress) throws IOException {
    bytes.writeTo(out, progress);
  }
}
