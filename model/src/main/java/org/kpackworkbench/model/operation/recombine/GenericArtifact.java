package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.output.CombineException;
import org.kpackworkbench.model.operation.output.Finding;
import org.kpackworkbench.model.operation.output.Finding.Severity;

/** Makes a generic artifact: everything but manifests of archives, and no device code. */
final class GenericArtifact {
  private final List<Finding> findings;
  private final Progress progress;

  GenericArtifact(List<Finding> findings, Progress progress) {
    this.findings = findings;
    this.progress = progress;
  }

  NewArtifact of(ComponentParts.Source source, ArtifactContent content) throws IOException {
    List<TreeItem> kept = kept(content.items());
    List<UnionTree.Slot> slots = new ArrayList<>();
    for (TreeItem item : kept) {
      progress.step(0);
      if (UnionTree.isArchive(item.path())) {
        throw new CombineException(
            CombineException.Reason.WRONG_PLACE,
            "%s: an archive in a generic artifact, which is to have no device code; split it again"
                .formatted(item.source()));
      }
      if (item.kind() == TreeItem.Kind.FILE && HostCode.isHost(item.source())) {
        HostCode.deviceCode(item.source(), findings, progress);
      }
      slots.add(new UnionTree.Slot(item, source.words()));
    }
    leftOut(content, findings);
    Path manifest = content.artifact().folder().resolve(ArtifactManifest.FILE_NAME);
    FileTime time = UnionWriter.timeOf(manifest);
    UnionWriter writer = new UnionWriter();
    writer.make(ArtifactManifest.FILE_NAME, content.artifact().manifest().encode(), time);
    return new NewArtifact(
        source.member().name(),
        "",
        slots,
        writer,
        time,
        List.of(),
        List.of(source.shard().name()),
        0);
  }

  /** Without manifests of archives, and without a folder in which there was nothing else. */
  static List<TreeItem> kept(List<TreeItem> items) {
    List<TreeItem> kept = new ArrayList<>();
    for (TreeItem item : items) {
      boolean only =
          item.kind() == TreeItem.Kind.FOLDER
              && (item.path().endsWith("/.kpack"))
              && items.stream()
                  .filter(other -> other.path().startsWith(item.path() + "/"))
                  .allMatch(other -> UnionTree.isManifest(other.path()));
      if (!only && !UnionTree.isManifest(item.path())) {
        kept.add(item);
      }
    }
    return kept;
  }

  /** Says what of an artifact is not taken. */
  static void leftOut(ArtifactContent content, List<Finding> findings) throws IOException {
    for (Path path : content.outside()) {
      findings.add(
          new Finding(
              Severity.WARNING,
              "outside-prefixes",
              path,
              "left out: it lies in none of the artifact's stage prefixes",
              "List its prefix in the artifact's manifest."));
    }
    for (TreeItem item : content.items()) {
      if (item.kind() == TreeItem.Kind.SPECIAL) {
        findings.add(
            new Finding(
                Severity.WARNING,
                "special-file",
                item.source(),
                "it is a device, pipe or socket, and is left out",
                ""));
      }
    }
  }
}
