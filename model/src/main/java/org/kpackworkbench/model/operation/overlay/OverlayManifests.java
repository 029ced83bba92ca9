package org.kpackworkbench.model.operation.overlay;

import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestMerge;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;

/** Unites the manifests of archives that several artifacts bring to one place. */
final class OverlayManifests {
  private OverlayManifests() {}

  /**
   * Makes those that are brought more than once.
   *
   * @param replace whether artifacts are right where the tree that was there says something else
   */
  static void make(
      UnionTree tree, UnionWriter writer, boolean replace, List<OverlayReport.Conflict> conflicts)
      throws IOException {
    for (Map.Entry<String, List<UnionTree.Slot>> each : tree.manifests().entrySet()) {
      List<UnionTree.Slot> slots = each.getValue();
      if (slots.size() > 1 && !same(slots)) {
        make(each.getKey(), slots, writer, replace, conflicts);
      }
    }
  }

  /** Whether all are the same file, whatever is in it. */
  private static boolean same(List<UnionTree.Slot> slots) throws IOException {
    for (UnionTree.Slot slot : slots) {
      if (!SameFiles.test(slots.getFirst().item().source(), slot.item().source(), Progress.NONE)) {
        return false;
      }
    }
    return true;
  }

  private static void make(
      String path,
      List<UnionTree.Slot> slots,
      UnionWriter writer,
      boolean replace,
      List<OverlayReport.Conflict> conflicts)
      throws IOException {
    List<ManifestMerge.Side> sides = new ArrayList<>();
    FileTime time = FileTime.fromMillis(0);
    for (UnionTree.Slot slot : slots) {
      try {
        sides.add(
            new ManifestMerge.Side(
                slot.from(), ManifestFile.open(slot.item().source()).manifest()));
      } catch (FormatException broken) {
        conflicts.add(
            new OverlayReport.Conflict(
                path,
                slots.getFirst().from(),
                slot.from(),
                "a manifest that cannot be united: " + broken.getMessage()));
        return;
      }
      time = UnionWriter.later(time, UnionWriter.timeOf(slot.item().source()));
    }
    ManifestMerge.Merged merged = ManifestMerge.of(sides);
    for (ManifestMerge.Difference difference : merged.differences()) {
      if (replace && difference.second().equals(ExistingTree.FROM)) {
        continue;
      }
      conflicts.add(
          new OverlayReport.Conflict(
              path,
              difference.first(),
              difference.second(),
              "manifests that differ on %s: %s"
                  .formatted(difference.target(), difference.message())));
    }
    writer.make(path, ManifestWriter.write(merged.manifest()), time);
  }
}
