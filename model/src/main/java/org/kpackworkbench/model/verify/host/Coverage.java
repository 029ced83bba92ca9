package org.kpackworkbench.model.verify.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.archive.TargetSum;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.hostonly.BundleOrigin;
import org.kpackworkbench.model.offload.EntryId;
import org.kpackworkbench.model.target.GpuTarget;

/**
 * Which wrapper of a binary has code for which target, in the archives that were found for it.
 *
 * <p>A translation unit may have been compiled without a target that others have. Where rows say
 * which entries their bundle had, what is missing is known for sure.
 */
final class Coverage {
  private final String name;
  private final int wrappers;
  private final Map<GpuTarget, Set<Integer>> held = new LinkedHashMap<>();
  private final Map<Integer, Set<GpuTarget>> declared = new HashMap<>();
  private final Set<GpuTarget> claimed = new LinkedHashSet<>();

  /** Whether the bundle is known to have had what is missing. */
  enum Certainty {
    SURE,
    LIKELY
  }

  /**
   * Code that is missing.
   *
   * @param wrappers the wrappers that have none
   */
  record Hole(GpuTarget target, Certainty certainty, List<Integer> wrappers) {}

  /**
   * @param name what the binary is called in archives
   * @param wrappers how many it has
   */
  Coverage(String name, int wrappers) {
    this.name = name;
    this.wrappers = wrappers;
  }

  /** Takes in what an archive has. */
  void add(KpackArchive archive) throws FormatException {
    Set<String> texts = new LinkedHashSet<>(archive.architectures());
    archive.targetSums().stream().map(TargetSum::targetText).forEach(texts::add);
    for (String text : texts) {
      GpuTarget target = GpuTarget.lenient(text);
      claimed.add(target);
      for (int index = 0; index < wrappers; index++) {
        int row = archive.find(name, index, text);
        if (row >= 0) {
          held.computeIfAbsent(target, t -> new TreeSet<>()).add(index);
          declare(archive, row, index);
        }
      }
    }
  }

  private void declare(KpackArchive archive, int row, int index) throws FormatException {
    if (declared.containsKey(index)) {
      return;
    }
    BundleOrigin origin = origin(archive, row);
    if (origin == null) {
      return;
    }
    Set<GpuTarget> targets = new LinkedHashSet<>();
    for (int i = 0; i < origin.bundleIds().size(); i++) {
      GpuTarget target = EntryId.parse(origin.bundleIds().get(i)).gpuTarget();
      if (target != null && !origin.emptyEntries().contains(i)) {
        targets.add(target);
      }
    }
    declared.put(index, targets);
  }

  private static @Nullable BundleOrigin origin(KpackArchive archive, int row)
      throws FormatException {
    try {
      return BundleOrigin.of(archive, row);
    } catch (FormatException contradictory) {
      if (contradictory.reason() == Reason.FILE_CHANGED
          || contradictory.reason() == Reason.CLOSED) {
        throw contradictory;
      }
      return null;
    }
  }

  /** Whether the archives have anything of the binary. */
  boolean any() {
    return !held.isEmpty();
  }

  /** What is missing for the targets that the archives claim. */
  List<Hole> holes() {
    List<Hole> holes = new ArrayList<>();
    for (GpuTarget target : claimed) {
      List<Integer> sure = new ArrayList<>();
      List<Integer> likely = new ArrayList<>();
      for (int index = 0; index < wrappers; index++) {
        Set<GpuTarget> had = declared.get(index);
        if (isHeld(target, index)) {
          continue;
        }
        if (had != null && had.contains(target)) {
          sure.add(index);
        } else if (had == null && held.containsKey(target)) {
          // Other wrappers have code for it.
          likely.add(index);
        }
      }
      if (!sure.isEmpty()) {
        holes.add(new Hole(target, Certainty.SURE, sure));
      }
      if (!likely.isEmpty()) {
        holes.add(new Hole(target, Certainty.LIKELY, likely));
      }
    }
    return holes;
  }

  /** Whether there is code for a target, or for the same one with any setting of its features. */
  private boolean isHeld(GpuTarget target, int index) {
    return held.getOrDefault(target, Set.of()).contains(index)
        || held.getOrDefault(target.bare(), Set.of()).contains(index);
  }
}
