package org.kpackworkbench.model.artifact.recombine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.artifact.tar.TarPacking;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.tree.ScratchFolder;
import org.kpackworkbench.model.tree.StagedTree;

/** Writes the artifacts of a component: first all beside their places, then each gets its name. */
final class NewArtifactFiles {
  private NewArtifactFiles() {}

  /** Writes all or, where one cannot be written, none. */
  static void write(List<NewArtifact> artifacts, RecombineRequest request, Progress progress)
      throws IOException {
    if (request.packed()) {
      packed(artifacts, request, progress);
    } else {
      folders(artifacts, request, progress);
    }
  }

  private static void folders(
      List<NewArtifact> artifacts, RecombineRequest request, Progress progress) throws IOException {
    List<StagedTree> staged = new ArrayList<>();
    try {
      for (NewArtifact artifact : artifacts) {
        Path target = request.target(artifact.name().toString());
        StagedTree tree = StagedTree.create(target, request.replace());
        staged.add(tree);
        fill(artifact, tree.folder(), progress);
      }
      progress.step(0);
      for (StagedTree tree : staged) {
        tree.commit();
      }
    } finally {
      for (StagedTree tree : staged) {
        tree.close();
      }
    }
  }

  private static void fill(NewArtifact artifact, Path folder, Progress progress)
      throws IOException {
    artifact.writer().write(folder, artifact.slots(), "", progress);
    Files.setLastModifiedTime(folder, artifact.time());
  }

  private static void packed(
      List<NewArtifact> artifacts, RecombineRequest request, Progress progress) throws IOException {
    for (NewArtifact artifact : artifacts) {
      Path target = request.target(artifact.name().toString());
      if (!request.replace() && Files.exists(target)) {
        throw new java.nio.file.FileAlreadyExistsException(target.toString());
      }
    }
    String component = artifacts.isEmpty() ? "" : artifacts.getFirst().name().prefix();
    try (ScratchFolder scratch = ScratchFolder.in(request.output(), component)) {
      List<Path> files = new ArrayList<>();
      for (NewArtifact artifact : artifacts) {
        Path folder = Files.createDirectory(scratch.folder().resolve(artifact.name().toString()));
        fill(artifact, folder, progress);
        Path file = scratch.folder().resolve(artifact.name() + ".tar.zst");
        TarPacking.write(folder, file, request.tarOptions(), progress);
        files.add(file);
      }
      progress.step(0);
      for (Path file : files) {
        Files.move(
            file,
            request.output().resolve(String.valueOf(file.getFileName())),
            StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }
}
