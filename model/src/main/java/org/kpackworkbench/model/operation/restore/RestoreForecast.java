package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.restore.BundlePlanner.BundleList;
import org.kpackworkbench.model.operation.restore.CompressedSpool.BundleCompressor;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/**
 * Checks that device code can be restored before it is removed, with the planner that restores it.
 */
public record RestoreForecast(FatBinary hostOnly, BundleList bundles) {
  /**
   * Why the binary could not be restored.
   *
   * @param hostOnly the host-only file, written or only planned
   * @param rows all rows that its archives would have
   * @return in words; null if nothing would
   * @throws FormatException if the file changed meanwhile
   */
  public static @Nullable String obstacle(FatBinary hostOnly, List<DeviceCodeRow> rows)
      throws IOException {
    try {
      BundleList bundles = OriginalCode.bundles(hostOnly.wrappers().size(), rows, Map.of());
      if (!bundles.missing().isEmpty()) {
        throw new Refused(RestoreRefusal.MISSING_CODE, bundles.missing().getFirst().toString());
      }
      RestoreForecast back = new RestoreForecast(hostOnly, bundles);
      boolean compressed = bundles.bundles().stream().anyMatch(PlannedBundle::isCompressed);
      // In a Windows program bundles have the room that they had, which the worst case exceeds.
      if (!compressed || !(hostOnly.image() instanceof CoffFile)) {
        back.plan(true);
      }
      if (compressed) {
        back.plan(false);
      }
      return null;
    } catch (Refused refused) {
      return words(refused.refusal(), refused.details());
    }
  }

  /** Why a binary cannot be restored, in words. */
  public static String words(RestoreRefusedException refused) {
    return words(refused.refusal(), refused.details());
  }

  private static String words(RestoreRefusal refusal, String details) {
    return refusal.words() + (details.isEmpty() ? "" : ": " + details);
  }

  /**
   * Plans with the largest or the smallest size that the bundles can get: compressed ones are not
   * compressed for this, and equal ones may become one.
   */
  private void plan(boolean largest) throws IOException {
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
    FatLayout.of(hostOnly, sized, null).result();
  }
}
