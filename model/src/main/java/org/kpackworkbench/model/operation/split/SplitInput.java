package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.split.SplitReport.Failed;
import org.kpackworkbench.model.operation.split.SplitReport.Skipped;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/**
 * The input of a request to split.
 *
 * @param artifacts the artifacts, in the order of their names
 * @param skipped what is left alone
 * @param failed artifacts that cannot be split beside another one
 */
record SplitInput(List<Artifact> artifacts, List<Skipped> skipped, List<Failed> failed) {
  private static final String UNNAMED = "unsplit";

  /**
   * An artifact.
   *
   * @param path as it was named
   * @param name what its results are named after
   */
  record Artifact(Path path, ArtifactName name) {}

  static SplitInput of(SplitRequest request) throws IOException {
    if (!Files.exists(request.input())) {
      throw new NoSuchFileException(request.input().toString());
    }
    checkApart(request);
    return request.batch() ? batch(request) : single(request);
  }

  private static void checkApart(SplitRequest request) throws IOException {
    OutputOutsideInput.checkOutputNotIn(request.input(), request.output());
    Path output = RealPaths.of(request.output());
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new FileSystemException(
          request.output().toString(), null, "it exists and is not a folder");
    }
  }

  private static SplitInput single(SplitRequest request) throws IOException {
    Path path = request.input();
    if (Files.isDirectory(path) && !ArtifactFolder.isArtifact(path)) {
      // Says what is missing.
      ArtifactManifest.in(path);
    }
    Optional<ArtifactName> parsed = ArtifactName.parse(ArtifactInput.folderName(path));
    String prefix = request.prefix();
    if (prefix != null) {
      checkPrefix(prefix);
      String family = parsed.map(ArtifactName::family).orElse(UNNAMED);
      return new SplitInput(
          List.of(new Artifact(path, new ArtifactName(prefix, family))), List.of(), List.of());
    }
    ArtifactName name =
        parsed.orElseThrow(
            () ->
                FormatException.in(path.toString(), "artifact", "name", Reason.BAD_VALUE)
                    .expected("PREFIX_FAMILY, like blas_lib_gfx94X")
                    .found("\"%s\"".formatted(path.getFileName()))
                    .advice("Rename it, or say what the artifact prefix is.")
                    .build());
    OperationException refusal = refusal(name.prefix());
    if (refusal != null) {
      throw refusal;
    }
    return new SplitInput(List.of(new Artifact(path, name)), List.of(), List.of());
  }

  private static void checkPrefix(String prefix) throws OperationException {
    OperationException refusal =
        prefix.startsWith(".") ? badPrefix(prefix, "it starts with a dot") : refusal(prefix);
    if (refusal != null) {
      throw refusal;
    }
  }

  /** Why no archives can be named after an artifact; null if they can. */
  private static @Nullable OperationException refusal(String prefix) {
    String fault = GroupNames.fault(prefix).orElse(null);
    return fault == null ? null : badPrefix(prefix, fault);
  }

  private static OperationException badPrefix(String prefix, String fault) {
    return Obstacle.BAD_NAME.exception(
        "the artifact prefix becomes part of file names, and \"%s\" cannot: %s", prefix, fault);
  }

  private static SplitInput batch(SplitRequest request) throws IOException {
    List<Artifact> artifacts = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    List<Failed> failed = new ArrayList<>();
    List<Path> found = ArtifactInput.in(request.input());
    if (found.isEmpty()) {
      throw FormatException.in(request.input().toString(), "shard", "", Reason.NOT_FOUND)
          .expected(
              "folders of artifacts, each with its %s, or packed artifacts"
                  .formatted(ArtifactManifest.FILE_NAME))
          .found("none of either")
          .advice("Name the folder that contains the artifacts.")
          .build();
    }
    for (Path path : otherFolders(request.input(), found)) {
      skipped.add(new Skipped(path, "it has no " + ArtifactManifest.FILE_NAME));
    }
    for (Path path : noFiles(request.input())) {
      skipped.add(new Skipped(path, "it has the name of a packed artifact, but it is not a file"));
    }
    Map<String, Path> byPrefix = new HashMap<>();
    for (Path path : found) {
      String called = ArtifactInput.folderName(path);
      Optional<ArtifactName> name = ArtifactName.parse(called);
      if (name.isEmpty()) {
        skipped.add(new Skipped(path, "its name is not PREFIX_FAMILY"));
      } else if (name.get().generic()) {
        skipped.add(new Skipped(path, "it is generic already"));
      } else if (refusal(name.get().prefix()) instanceof OperationException refusal) {
        failed.add(new Failed(path, refusal));
      } else if (byPrefix.putIfAbsent(key(request, path, name.get()), path) instanceof Path other) {
        failed.add(new Failed(path, second(path, other, name.get())));
      } else {
        artifacts.add(new Artifact(path, name.get()));
      }
    }
    return new SplitInput(artifacts, skipped, failed);
  }

  /** Returns the key that artifacts have in common that would write the same. */
  private static String key(SplitRequest request, Path path, ArtifactName name) {
    SplitRules rules = request.rules();
    boolean passed =
        (rules != null && rules.of(name).filter(rule -> !rule.split()).isPresent())
            || (Files.isDirectory(path) && isSplit(path, name));
    return passed ? name.toString() : name.prefix() + "_" + ArtifactName.GENERIC;
  }

  private static boolean isSplit(Path path, ArtifactName name) {
    try {
      return SourceTree.hasArchives(ArtifactFolder.open(path, name));
    } catch (IOException unreadable) {
      // Its own job fails with the reason; the others of the shard are split.
      return false;
    }
  }

  private static IOException second(Path path, Path other, ArtifactName name) {
    return Obstacle.SAME_FILE.exception(
        "%s would write the same files as %s, such as %s: split each family into its own folder",
        path, other, name.withFamily(ArtifactName.GENERIC));
  }

  /** Pipes, devices and links to nothing that are called as packed artifacts are. */
  private static List<Path> noFiles(Path parent) throws IOException {
    return FolderList.of(parent).stream()
        .filter(path -> ArtifactInput.isPackedName(String.valueOf(path.getFileName())))
        .filter(path -> !Files.isRegularFile(path) && !Files.isDirectory(path))
        .toList();
  }

  private static List<Path> otherFolders(Path parent, List<Path> artifacts) throws IOException {
    return FolderList.of(parent).stream()
        .filter(child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))
        .filter(child -> !artifacts.contains(child))
        .toList();
  }
}
