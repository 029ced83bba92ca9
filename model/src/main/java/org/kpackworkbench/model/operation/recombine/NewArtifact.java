package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.files.PlacedFolders;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
import org.kpackworkbench.model.operation.tar.TarDigest;
import org.kpackworkbench.model.operation.tar.TarPack;

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

  /**
   * Writes the artifacts of a component: first all beside their places, then each gets its name.
   */
  static final class NewArtifactFiles {
    private NewArtifactFiles() {}

    /** Writes all or, where one cannot be written, none. */
    static void write(List<NewArtifact> artifacts, RecombineRequest request, Progress progress)
        throws IOException {
      try (ScratchFolder scratch = scratch(artifacts, request)) {
        List<String> names = new ArrayList<>();
        for (NewArtifact artifact : artifacts) {
          Path made = make(artifact, scratch.folder(), request, progress);
          names.add(String.valueOf(made.getFileName()));
          if (request.packed()) {
            names.add(String.valueOf(TarDigest.beside(made).getFileName()));
            Path target = request.target(artifact.name().toString());
            if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
              // A digest of what is gone.
              Files.deleteIfExists(TarDigest.beside(target));
            }
          }
        }
        progress.step(0);
        PlacedFolders.place(scratch.folder(), names, request.output(), request.replace());
      }
    }

    private static ScratchFolder scratch(List<NewArtifact> artifacts, RecombineRequest request)
        throws IOException {
      String component = artifacts.isEmpty() ? "" : artifacts.getFirst().name().prefix();
      return ScratchFolder.in(request.output(), component);
    }

    /**
     * Compares with what is in the places, and writes nothing there.
     *
     * @throws FileAlreadyExistsException if something else is
     */
    static void refuseOthers(
        List<NewArtifact> artifacts, RecombineRequest request, Progress progress)
        throws IOException {
      if (!request.packed()) {
        for (NewArtifact artifact : artifacts) {
          Path target = request.target(artifact.name().toString());
          refuse(artifact.writer().isAt(target, artifact.slots(), progress), target);
        }
        return;
      }
      try (ScratchFolder scratch = scratch(artifacts, request)) {
        for (NewArtifact artifact : artifacts) {
          Path file = make(artifact, scratch.folder(), request, progress);
          Path target = request.target(artifact.name().toString());
          refuse(Files.isRegularFile(target) && SameFiles.test(file, target, progress), target);
        }
      }
    }

    private static void refuse(boolean same, Path target) throws IOException {
      if (!same) {
        throw new FileAlreadyExistsException(target.toString(), null, "with other content");
      }
    }

    private static Path make(
        NewArtifact artifact, Path scratch, RecombineRequest request, Progress progress)
        throws IOException {
      Path folder = Files.createDirectory(scratch.resolve(artifact.name().toString()));
      artifact.writer().write(folder, artifact.slots(), "", progress);
      Files.setLastModifiedTime(folder, artifact.time());
      if (!request.packed()) {
        return folder;
      }
      Path file = scratch.resolve(artifact.name() + ".tar.zst");
      long unused =
          TarPack.writeMade(
              folder,
              file,
              request.target(artifact.name().toString()),
              artifact.writer().lost(),
              request.tarOptions(),
              progress);
      return file;
    }
  }
}
