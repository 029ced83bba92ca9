package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.ArchitectureGroup;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.Validation;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.GenericArtifact.HostCodeCheck;

/** Makes the artifact of a group: archives and database files of all shards. */
record GroupArtifact(
    String component, Validation validation, List<OperationNote> findings, Progress progress) {
  /**
   * @param contents the artifacts of the group's architectures
   * @param manifest is given the group's archives
   */
  NewArtifact of(
      ArchitectureGroup group,
      Map<ComponentParts.Source, ArtifactContent> contents,
      DistributionManifest manifest)
      throws IOException {
    UnionTree tree = new UnionTree(progress);
    SortedSet<String> prefixes = new TreeSet<>();
    SortedSet<String> architectures = new TreeSet<>();
    SortedSet<String> shards = new TreeSet<>();
    FileTime time = FileTime.fromMillis(0);
    for (Map.Entry<ComponentParts.Source, ArtifactContent> each : contents.entrySet()) {
      ArtifactContent content = each.getValue();
      for (TreeItem item : GenericArtifact.kept(content.items())) {
        checkDevice(item);
        tree.add(item, each.getKey().words());
      }
      GenericArtifact.leftOut(content, findings);
      prefixes.addAll(content.artifact().manifest().prefixes());
      architectures.add(each.getKey().member().name().family());
      shards.add(each.getKey().shard().name());
      time =
          UnionWriter.later(
              time,
              UnionWriter.timeOf(content.artifact().folder().resolve(ArtifactManifest.FILE_NAME)));
    }
    clashes(group, tree);
    UnionWriter writer = new UnionWriter();
    writer.make(ArtifactManifest.FILE_NAME, ArtifactManifest.of(prefixes).encode(), time);
    long kernels = manifest.add(tree.slots(), prefixes);
    return new NewArtifact(
        new ArtifactName(component, group.name()),
        group.displayName(),
        List.copyOf(tree.slots()),
        writer,
        time,
        List.copyOf(architectures),
        List.copyOf(shards),
        kernels);
  }

  private static void checkDevice(TreeItem item) throws IOException {
    if (item.kind() == TreeItem.Kind.FILE && HostCodeCheck.isHost(item.source())) {
      throw Obstacle.WRONG_PLACE.exception(
          "%s: host code in an artifact of one architecture, which must have none; split it again",
          item.source());
    }
  }

  /** The first of different code stays, where the configuration allows it. */
  private void clashes(ArchitectureGroup group, UnionTree tree) throws OperationException {
    List<String> errors = new ArrayList<>();
    for (UnionTree.Clash clash : tree.clashes()) {
      String message =
          "%s: %s and %s bring %s"
              .formatted(clash.path(), clash.first(), clash.second(), clash.message());
      if (!clash.content() || validation.errorOnDuplicateDeviceCode()) {
        errors.add(message);
        continue;
      }
      UnionTree.Slot kept = tree.at(clash.path());
      if (kept != null) {
        findings.add(
            OperationNote.warning(
                "duplicate-device-code", kept.item().source(), message + "; the first is taken"));
      }
    }
    if (!errors.isEmpty()) {
      throw Obstacle.DUPLICATE_DEVICE_CODE.exception(
          "group %s: %s%s",
          group.name(),
          errors.getFirst(),
          errors.size() == 1 ? "" : "; and %d more".formatted(errors.size() - 1));
    }
  }
}
