package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.host.edit.HostBinary;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.restore.BundlePlanner.BundleList;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/**
 * A fat binary with some of its code objects only, planned in full before anything is written.
 *
 * <p>It is laid out as its host-only form that got the code back; neither that form nor an archive
 * is written meanwhile. Used by one thread, as long as the original is open.
 */
public final class ReducedBinary {
  private final HostBinary original;
  private final RestorePlan plan;
  private final List<BundleBytes> bundles;

  private ReducedBinary(HostBinary original, RestorePlan plan, List<BundleBytes> bundles) {
    this.original = original;
    this.plan = plan;
    this.bundles = bundles;
  }

  /**
   * Plans it.
   *
   * @param original the fat binary, whose bundles are plain or bare code objects
   * @param hostOnly its host-only form, written or only planned
   * @param rows the code that stays
   * @param dropped what a note in it says of the rest
   * @throws RestoreRefusedException if it cannot be laid out
   * @throws FormatException if the file changed meanwhile
   */
  public static ReducedBinary plan(
      HostBinary original, FatBinary hostOnly, List<DeviceCodeRow> rows, DroppedTargets dropped)
      throws IOException {
    FatBinary fat = original.device();
    try {
      BundleList list = OriginalCode.bundles(fat.wrappers().size(), fat, rows);
      List<BundleBytes> bundles = new ArrayList<>();
      for (PlannedBundle bundle : list.bundles()) {
        bundles.add(BundleBytes.plain(bundle, Progress.NONE));
      }
      RestorePlan plan = new RestorePlan(hostOnly, bundles, PruneNote.bytes(dropped));
      plan.checkResult();
      return new ReducedBinary(original, plan, bundles);
    } catch (Refused refused) {
      throw new RestoreRefusedException(original.path(), refused, List.of());
    }
  }

  /** How large it is, in bytes. */
  public long sizeBytes() {
    return plan.layout().newSizeBytes();
  }

  /**
   * Writes it, with the mode and time of the original, and verifies it before it gets its name.
   *
   * @param output where nothing is yet
   * @param durable whether it takes the place of the original: it is on the disk then, and every
   *     byte was compared; else a part of each bundle
   * @throws IOException if it cannot be written; nothing has the name then
   */
  public void write(Path output, boolean durable, Progress progress) throws IOException {
    // Prune has checked what stays free.
    DiskRoom.at(Objects.requireNonNull(output.toAbsolutePath().getParent()))
        .requireAll(sizeBytes());
    try (ReplacingFile file = ReplacingFile.create(output, false)) {
      Restore.write(original, plan, bundles, file, durable, new LostAttributes(), progress);
    }
  }
}
