package org.kpackworkbench.model.verify.host;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.hostonly.BundleOrigin;
import org.kpackworkbench.model.offload.EntryId;
import org.kpackworkbench.model.target.GpuTarget;

/** Which targets each wrapper's bundle had, as far as the archives' metadata says. */
final class CompiledTargets {
  private final Map<Integer, Set<GpuTarget>> byIndex = new HashMap<>();

  /** Takes what a row says of its wrapper's bundle; archives of other tools say nothing. */
  void add(int index, KpackArchive archive, int row) {
    if (byIndex.containsKey(index)) {
      return;
    }
    BundleOrigin origin = origin(archive, row);
    if (origin != null && !origin.bundleIds().isEmpty()) {
      Set<GpuTarget> targets = new LinkedHashSet<>();
      for (String id : origin.bundleIds()) {
        GpuTarget target = EntryId.parse(id).gpuTarget();
        if (target != null) {
          targets.add(target);
        }
      }
      byIndex.put(index, targets);
    }
  }

  private static @Nullable BundleOrigin origin(KpackArchive archive, int row) {
    try {
      return BundleOrigin.of(archive, row);
    } catch (FormatException contradiction) {
      // What contradicts itself tells nothing; a finding of the archive's own.
      return null;
    }
  }

  /** Whether it is known that a wrapper's bundle had no code object for a target. */
  boolean without(int index, String target) {
    Set<GpuTarget> targets = byIndex.get(index);
    return targets != null && !targets.contains(GpuTarget.lenient(target));
  }
}
