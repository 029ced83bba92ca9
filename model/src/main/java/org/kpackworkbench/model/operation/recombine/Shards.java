package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.config.Nearest;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/**
 * All shards.
 *
 * @param all the primary one first, then by name
 */
record Shards(List<Shard> all) {
  Shard primary() {
    return all.getFirst();
  }

  /**
   * Looks for them.
   *
   * @param folder whose children are shards, or a shard itself
   * @param config the file that names the primary one
   * @param primary the name of the one that comes first
   * @param findings gets what is to be said of children that are none
   */
  static Shards in(Path folder, Path config, String primary, List<OperationNote> findings)
      throws IOException {
    if (!Files.exists(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    if (!Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    List<Shard> found = new ArrayList<>();
    shard(folder, findings).ifPresent(found::add);
    for (Path child : FolderList.of(folder)) {
      boolean hidden = String.valueOf(child.getFileName()).startsWith(".");
      if (hidden || !Files.isDirectory(child) || ArtifactFolder.isArtifact(child)) {
        continue;
      }
      Optional<Shard> shard = shard(child, findings);
      if (shard.isEmpty()) {
        findings.add(OperationNote.note("no-shard", child, "there is no artifact in this folder"));
      }
      shard.ifPresent(found::add);
    }
    if (found.isEmpty()) {
      throw Obstacle.NO_ARTIFACTS.exception(
          "%s: expected folders of split artifacts in it, found none", folder);
    }
    Shard first =
        found.stream()
            .filter(shard -> shard.name().equals(primary))
            .findFirst()
            .orElseThrow(() -> noPrimary(folder, config, primary, found));
    List<Shard> all = new ArrayList<>(List.of(first));
    found.stream().filter(shard -> !shard.equals(first)).forEach(all::add);
    return new Shards(all);
  }

  private static OperationException noPrimary(
      Path folder, Path config, String primary, List<Shard> found) {
    List<String> names = found.stream().map(Shard::name).toList();
    return Obstacle.NO_PRIMARY.exception(
        "%s: it takes generic artifacts from \"%s\", and %s has no such shard; there are %s. %s"
            .formatted(
                config, primary, folder, String.join(", ", names), Nearest.advice(primary, names))
            .strip());
  }

  private static Optional<Shard> shard(Path folder, List<OperationNote> findings)
      throws IOException {
    SortedMap<String, Shard.Member> members = new TreeMap<>();
    for (Path path : ArtifactInput.in(folder)) {
      Optional<ArtifactName> name = ArtifactName.parse(ArtifactInput.folderName(path));
      if (name.isEmpty()) {
        findings.add(
            OperationNote.warning(
                "bad-name", path, "left out: it is not named PREFIX_FAMILY, like blas_lib_gfx942"));
        continue;
      }
      String fault = GroupNames.fault(name.get().prefix()).orElse(null);
      if (fault != null) {
        findings.add(
            OperationNote.warning(
                "bad-name", path, "left out: no file can be named after it: " + fault));
        continue;
      }
      Shard.Member member = new Shard.Member(name.get(), path);
      Shard.Member twin = members.get(name.get().toString());
      if (twin == null || Files.isDirectory(path)) {
        members.put(name.get().toString(), member);
      }
      if (twin != null) {
        findings.add(
            OperationNote.warning(
                "twice",
                path,
                "the shard has this artifact twice, as %s, too; the folder is taken"
                    .formatted(twin.path().getFileName())));
      }
    }
    String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    return members.isEmpty() ? Optional.empty() : Optional.of(new Shard(name, folder, members));
  }

  /** The components of all shards. */
  SortedSet<String> components() {
    SortedSet<String> components = new TreeSet<>();
    for (Shard shard : all) {
      shard.artifacts().values().forEach(member -> components.add(member.name().prefix()));
    }
    return components;
  }

  /**
   * The requested components.
   *
   * @param wanted components, or artifacts for all their components; empty for all
   * @throws OperationException if one fits nothing
   */
  SortedSet<String> components(List<String> wanted) throws OperationException {
    SortedSet<String> components = components();
    if (wanted.isEmpty()) {
      return components;
    }
    SortedSet<String> chosen = new TreeSet<>();
    for (String name : wanted) {
      List<String> fitting =
          components.stream()
              .filter(
                  each ->
                      each.equals(name)
                          || new ArtifactName(each, ArtifactName.GENERIC).artifact().equals(name))
              .toList();
      if (fitting.isEmpty()) {
        String near = Nearest.advice(name, components);
        throw Obstacle.NO_COMPONENT.exception(
            "no shard has a component \"%s\"; there are %s. %s"
                .formatted(name, String.join(", ", components), near)
                .strip());
      }
      chosen.addAll(fitting);
    }
    return chosen;
  }

  /**
   * The split artifacts of one build.
   *
   * @param name the folder's name
   * @param folder the folder
   * @param artifacts where its artifacts are, by their names as text
   */
  record Shard(String name, Path folder, SortedMap<String, Member> artifacts) {
    /**
     * An artifact of a shard.
     *
     * @param name its name
     * @param path its folder, or packed file
     */
    record Member(ArtifactName name, Path path) {}
  }
}
