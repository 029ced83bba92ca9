package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.BundlePlanner.BundleList;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/**
 * A code object in a fat binary.
 *
 * @param origin the entry of a bundle that it is
 * @param at by origin the bytes that can be read; of a compressed bundle while it is unpacked
 */
record OriginalCode(BundleOrigin origin, long sizeBytes, Map<BundleOrigin, ByteView> at)
    implements Code {
  private record Identity(BundleOrigin origin) {
    @Override
    @SuppressWarnings("ReferenceEquality") // It is what this type is for.
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity identity && identity.origin == origin;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(origin);
    }
  }

  /** The bundles that are to be made of some rows. */
  static BundleList bundles(int wrappers, List<DeviceCodeRow> rows, Map<BundleOrigin, ByteView> at)
      throws Refused {
    List<Map<String, OriginalCode>> codes = new ArrayList<>();
    for (int i = 0; i < wrappers; i++) {
      codes.add(new LinkedHashMap<>());
    }
    for (DeviceCodeRow row : rows) {
      OriginalCode code = new OriginalCode(row.origin(), row.sizeBytes(), at);
      codes.get(row.wrapper()).put(row.origin().entryId(), code);
    }
    BundleList bundles = new BundleList();
    for (int i = 0; i < wrappers; i++) {
      Map<String, OriginalCode> own = codes.get(i);
      bundles.add(i, own.isEmpty() ? null : own.values().iterator().next().origin(), own);
    }
    return bundles;
  }

  @Override
  public Object stored() {
    return new Identity(origin);
  }

  @Override
  public @Nullable ByteView bytes() {
    return at.get(origin);
  }

  @Override
  public void writeTo(OutputStream out, Progress progress) throws IOException {
    Objects.requireNonNull(bytes()).writeTo(out, progress);
  }
}
