package org.kpackworkbench.model.operation.recombine;

import java.nio.file.attribute.FileTime;
import java.util.List;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;

/**
 * An artifact that is ready to be written.
 *
 * @param name its name
 * @param displayName what people call it; may be empty
 * @param slots what is copied
 * @param writer has the files that are made
 * @param time the root folder's
 * @param architectures the architectures in it
 * @param shards where it comes from
 * @param kernels number of code objects in its archives
 */
record NewArtifact(
    ArtifactName name,
    String displayName,
    List<UnionTree.Slot> slots,
    UnionWriter writer,
    FileTime time,
    List<String> architectures,
    List<String> shards,
    long kernels) {

  RecombinedArtifact described(RecombineRequest request) {
    long size = writer.madeBytes();
    int files = writer.madeFiles();
    for (UnionTree.Slot slot : slots) {
      TreeItem item = slot.item();
      if (item.kind() == TreeItem.Kind.FILE && !writer.makes(item.path())) {
        size += item.sizeBytes();
        files++;
      }
    }
    return new RecombinedArtifact(
        name,
        request.target(name.toString()),
        displayName,
        architectures,
        shards,
        files,
        size,
        kernels,
        false);
  }
}
