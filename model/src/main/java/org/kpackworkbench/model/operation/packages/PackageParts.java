package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.TarPack;

/** Stage prefixes of all artifacts. For one thread. */
final class PackageParts {
  private final List<Part> parts = new ArrayList<>();
  private final List<OperationNote> findings;

  /**
   * A stage prefix of an artifact.
   *
   * @param path the artifact's folder, or packed file
   * @param items all below the prefix, by their paths there
   */
  record Part(ArtifactName name, Path path, String prefix, List<TreeItem> items) {
    String words() {
      return "%s (%s)".formatted(name, prefix);
    }
  }

  private PackageParts(List<OperationNote> findings) {
    this.findings = findings;
  }

  /**
   * Opens the artifacts in a folder; shards in it are recombined first.
   *
   * @param shards the packaging configuration for shards; null if there is none
   * @param cache opens artifacts, and closes them in the end
   * @throws OperationException if there are no artifacts, or some must not be packed again
   */
  static PackageParts open(
      PackagesRequest request,
      @Nullable Path shards,
      PlanCache cache,
      List<OperationNote> findings,
      Progress progress)
      throws IOException {
    Path input = request.input();
    if (!Files.exists(input)) {
      throw new NoSuchFileException(input.toString());
    }
    if (!Files.isDirectory(input)) {
      throw new NotDirectoryException(input.toString());
    }
    List<Path> artifacts = ArtifactInput.in(input);
    if (artifacts.isEmpty() && shards != null) {
      artifacts = ArtifactInput.in(cache.recombine(input, shards, findings, progress.cancelOnly()));
    }
    if (artifacts.isEmpty()) {
      boolean below = false;
      for (Path child : FolderList.of(input)) {
        below |= Files.isDirectory(child) && !ArtifactInput.in(child).isEmpty();
      }
      throw Obstacle.NO_ARTIFACTS.exception(
          "%s: expected artifacts in it, such as blas_lib_generic, found %s",
          input,
          below
              ? "shards. Name their packaging configuration with \"shards\" in %s, or run recombine first."
                  .formatted(request.config())
              : "none");
    }
    PackageParts all = new PackageParts(findings);
    UnpackBudget budget = UnpackBudget.operation(request.large());
    for (Path artifact : distinct(artifacts, findings)) {
      progress.step(0);
      all.add(cache.open(artifact, budget, progress.cancelOnly()), artifact);
    }
    return all;
  }

  private static List<Path> distinct(List<Path> artifacts, List<OperationNote> findings) {
    Map<String, Path> named = new TreeMap<>();
    for (Path path : artifacts) {
      Path twin = named.putIfAbsent(ArtifactInput.folderName(path), path);
      if (twin != null) {
        boolean folder = Files.isDirectory(path);
        named.put(ArtifactInput.folderName(path), folder ? path : twin);
        findings.add(
            OperationNote.warning(
                "twice",
                folder ? twin : path,
                "left out: the artifact is there as %s, too"
                    .formatted((folder ? path : twin).getFileName())));
      }
    }
    return List.copyOf(named.values());
  }

  private void add(ArtifactInput input, Path path) throws IOException {
    findings.addAll(input.findings());
    ArtifactFolder artifact = input.artifact();
    List<String> prebuilt = artifact.prebuiltPrefixes();
    if (!prebuilt.isEmpty()) {
      throw Obstacle.PREBUILT.exception(
          "%s: %s came from an overlay, and must not be packed again",
          path, String.join(", ", prebuilt));
    }
    artifact.outside().forEach(each -> findings.add(OperationNote.outsidePrefixes(each)));
    LostAttributes lost = new LostAttributes();
    for (String prefix : artifact.presentPrefixes()) {
      List<TreeItem> items = new ArrayList<>();
      for (TreeItem item : TreeItem.below(artifact.prefix(prefix), Progress.NONE)) {
        if (item.kind() == TreeItem.Kind.SPECIAL) {
          findings.add(OperationNote.leftOut(item.source()));
        } else {
          items.add(item);
          if (item.kind() != TreeItem.Kind.LINK) {
            lost.addPackaged(item.source(), TarPack.installedMode(item));
          }
          if (item.kind() == TreeItem.Kind.FILE && item.path().endsWith(".kpack")) {
            archive(item.source());
          }
        }
      }
      parts.add(new Part(artifact.name(), path, prefix, items));
    }
    findings.addAll(lost.each(OperationNote::lost));
  }

  /** Warns of an archive whose table, or list of frames, cannot be read as a whole. */
  private void archive(Path file) throws IOException {
    try (KpackArchive archive = KpackArchive.open(file)) {
      FormatException damage =
          Stream.concat(archive.problems().stream(), Stream.ofNullable(archive.refusal()))
              .findFirst()
              .orElse(archive.blobs(Progress.NONE).damage());
      if (damage != null) {
        throw damage;
      }
    } catch (FormatException damaged) {
      findings.add(
          OperationNote.warning(
              "damaged-archive",
              file,
              "it is packaged as it is, though damaged: %s".formatted(damaged.words()),
              "Make the artifact again; \"verify\" says more."));
    }
  }

  /** The stage prefixes, in the order of their artifacts' names. */
  List<Part> all() {
    return parts;
  }
}
