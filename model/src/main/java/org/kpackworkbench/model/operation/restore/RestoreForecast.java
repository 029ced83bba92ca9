package org.kpackworkbench.model.operation.restore;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.BundlePlanner.BundleList;
import org.kpackworkbench.model.operation.restore.CompressedSpool.BundleCompressor;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/**
 * Checks that device code can be restored before it is removed, with the planner that restores it.
 */
public final class RestoreForecast {
  private final FatBinary hostOnly;
  private final BundleList bundles = new BundleList();

  private RestoreForecast(FatBinary hostOnly) {
    this.hostOnly = hostOnly;
  }

  /** A code object of which only the size is known. */
  private record Sized(BundleOrigin origin, long sizeBytes) implements Code {
    @Override
    public Object stored() {
      return new Identity(origin);
    }

    @Override
    public void writeTo(OutputStream out, Progress progress) {
      throw new IllegalStateException("a code object that is only planned");
    }
  }

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

  /**
   * Why the binary could not be restored.
   *
   * @param hostOnly the host-only file, written or only planned
   * @param rows all rows that its archives would have
   * @param emptyBundles whether wrappers may have none
   * @return in words; null if nothing would
   * @throws FormatException if the file changed meanwhile
   */
  public static @Nullable String obstacle(
      FatBinary hostOnly, List<DeviceCodeRow> rows, boolean emptyBundles) throws FormatException {
    RestoreForecast back = new RestoreForecast(hostOnly);
    try {
      back.bundles(rows, emptyBundles);
      back.plan(true);
      if (back.anyCompressed()) {
        back.plan(false);
      }
      return null;
    } catch (Refused refused) {
      return refused.refusal().words()
          + (refused.details().isEmpty() ? "" : ": " + refused.details());
    }
  }

  /**
   * How large the binary is with some of its code: exactly, but where bundles are compressed.
   *
   * @param input the file that it is made of
   * @param hostOnly the host-only file, written or only planned
   * @param rows the code that it gets
   * @param dropped what a note in it says
   * @param packedShare how large compressed bundles are, of what is in them
   * @return in bytes
   * @throws FormatException if the file changed meanwhile
   * @throws RestoreRefusedException if it cannot get them
   */
  public static long sizeBytes(
      Path input,
      FatBinary hostOnly,
      List<DeviceCodeRow> rows,
      DroppedTargets dropped,
      double packedShare)
      throws FormatException, RestoreRefusedException {
    RestoreForecast back = new RestoreForecast(hostOnly);
    try {
      back.bundles(rows, true);
      List<BundleBytes> sized = new ArrayList<>();
      for (PlannedBundle bundle : back.bundles.bundles()) {
        long size = bundle.layout().sizeBytes();
        boolean packed = bundle.form() instanceof BundleForm.Compressed;
        sized.add(
            BundleBytes.planned(bundle, packed ? Math.max(1, (long) (size * packedShare)) : size));
      }
      return new RestorePlan(hostOnly, sized, PruneNote.bytes(dropped)).layout().newSizeBytes();
    } catch (Refused refused) {
      throw new RestoreRefusedException(input, refused, List.of());
    }
  }

  private boolean anyCompressed() {
    return bundles.bundles().stream()
        .anyMatch(bundle -> bundle.form() instanceof BundleForm.Compressed);
  }

  private void bundles(List<DeviceCodeRow> rows, boolean emptyBundles) throws Refused {
    int wrappers = hostOnly.wrappers().size();
    List<Map<String, Sized>> codes = new ArrayList<>();
    for (int i = 0; i < wrappers; i++) {
      codes.add(new LinkedHashMap<>());
    }
    for (DeviceCodeRow row : rows) {
      codes
          .get(row.wrapper())
          .put(row.origin().entryId(), new Sized(row.origin(), row.sizeBytes()));
    }
    for (int i = 0; i < wrappers; i++) {
      Map<String, Sized> own = codes.get(i);
      bundles.add(i, own.isEmpty() ? null : own.values().iterator().next().origin(), own);
    }
    if (!bundles.missing().isEmpty() && !emptyBundles) {
      throw new Refused(RestoreRefusal.MISSING_CODE, bundles.missing().getFirst().toString());
    }
  }

  /**
   * Plans with the largest or the smallest size that the bundles can get: compressed ones are not
   * compressed for this, and equal ones may become one.
   */
  private void plan(boolean largest) throws Refused, FormatException {
    List<BundleBytes> sized = new ArrayList<>();
    for (PlannedBundle bundle : bundles.bundles()) {
      long size = bundle.layout().sizeBytes();
      if (bundle.form() instanceof BundleForm.Compressed form) {
        CompressedSpool.checkSize(bundle, form, size);
        size =
            CompressedSpool.headerBytes(form)
                + (largest ? BundleCompressor.bound(form.method(), size) : 1);
      }
      sized.add(BundleBytes.planned(bundle, size));
    }
    new RestorePlan(hostOnly, sized, null).result();
  }
}
