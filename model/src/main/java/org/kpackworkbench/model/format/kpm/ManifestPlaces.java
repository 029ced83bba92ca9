package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * The folders in which archives of one component lie: that of the manifest, where they are once
 * everything is installed; while artifacts lie side by side, the folders of the component's other
 * artifacts; and while stage prefixes do, those of the other prefixes.
 *
 * @param folders the manifest's own folder first
 * @param byFamily for the family of each artifact that lies there the folder for its archives
 */
record ManifestPlaces(List<Path> folders, Map<String, Path> byFamily) {
  private static final String ARCHIVES = ".kpack";

  /** Looks around a manifest. */
  static ManifestPlaces of(Path manifest) throws IOException {
    Path file = manifest.toAbsolutePath();
    Path own = Objects.requireNonNullElse(file.getParent(), file);
    SequencedSet<Path> folders = new LinkedHashSet<>(List.of(own));
    Path root = own;
    while (root != null && !ArtifactFolder.isArtifact(root)) {
      root = root.getParent();
    }
    if (root == null) {
      return new ManifestPlaces(List.copyOf(folders), Map.of());
    }
    Map<String, Path> byFamily = new HashMap<>();
    add(root, folders);
    Optional<ArtifactName> name = name(root);
    Path shard = root.getParent();
    if (name.isPresent() && shard != null) {
      String component = name.get().prefix();
      for (Path artifact : ArtifactFolder.foldersIn(shard)) {
        ArtifactName each = name(artifact).orElse(null);
        if (each != null && each.prefix().equals(component)) {
          add(artifact, folders).ifPresent(folder -> byFamily.put(each.family(), folder));
        }
      }
    }
    return new ManifestPlaces(List.copyOf(folders), Map.copyOf(byFamily));
  }

  private static Optional<ArtifactName> name(Path artifact) {
    return ArtifactName.parse(String.valueOf(artifact.getFileName()));
  }

  /** Adds the folders of an artifact. Answers with the first, which may not be there. */
  private static Optional<Path> add(Path artifact, SequencedSet<Path> folders) throws IOException {
    List<Path> all;
    try {
      all =
          ArtifactManifest.in(artifact).prefixes().stream()
              .map(prefix -> artifact.resolve(prefix).resolve(ARCHIVES))
              .toList();
    } catch (FormatException broken) {
      // Said where the artifact itself is read.
      return Optional.empty();
    }
    List<Path> there = all.stream().filter(Files::isDirectory).toList();
    folders.addAll(there);
    return (there.isEmpty() ? all : there).stream().findFirst();
  }

  /** Where a row's archive is, or would be. */
  Path archive(ManifestRow row) {
    Path own = byFamily.getOrDefault(row.targetText(), folders.getFirst()).resolve(row.file());
    return Files.isRegularFile(own)
        ? own
        : folders.stream()
            .map(folder -> folder.resolve(row.file()))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElse(own);
  }

  /** Whether the artifact that has a row's archive is here. */
  boolean hasArtifact(ManifestRow row) {
    return byFamily.containsKey(row.targetText());
  }

  /** Files whose names match a pattern, in all the folders. */
  List<Path> files(String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path folder : folders) {
      FolderList.of(folder, pattern).stream().filter(Files::isRegularFile).forEach(found::add);
    }
    found.sort(null);
    return found;
  }
}
