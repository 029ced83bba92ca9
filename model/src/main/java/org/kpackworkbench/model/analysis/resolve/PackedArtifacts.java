package org.kpackworkbench.model.analysis.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.TarDigest;

/**
 * Packed artifacts that lie beside each other, as a folder in which they are unpacked: the device
 * code of a binary in one of them is in others.
 */
public final class PackedArtifacts {
  private PackedArtifacts() {}

  /**
   * A path to read from, as {@link Packages#tree(Path, UnpackBudget, Progress)} has it; for one
   * into a packed artifact in a tree that has the artifacts of the same prefix beside it, too, each
   * in a folder with its name; for a folder of packed artifacts, and nothing else, that tree.
   *
   * @throws FormatException if one of them is damaged
   */
  public static Path inside(Path path, UnpackBudget budget, Progress progress) throws IOException {
    if (Files.isDirectory(path)) {
      List<Path> all =
          FolderList.of(path).stream()
              .filter(each -> !each.toString().endsWith(TarDigest.ENDING))
              .toList();
      if (!all.isEmpty() && all.stream().allMatch(each -> name(each).isPresent())) {
        return together(path, all, budget, progress).root();
      }
    }
    for (@Nullable Path at = path; at != null; at = at.getParent()) {
      if (Files.isRegularFile(at)) {
        List<Path> packed = beside(at);
        return packed.size() < 2
            ? Packages.tree(path, budget, progress)
            : inside(at, at.relativize(path).toString(), packed, budget, progress);
      }
    }
    return Packages.tree(path, budget, progress);
  }

  /** The packed artifacts of the same prefix in its folder, itself among them; else none. */
  private static List<Path> beside(Path file) throws IOException {
    Optional<ArtifactName> own = name(file);
    Path folder = file.toAbsolutePath().getParent();
    if (own.isEmpty() || folder == null) {
      return List.of();
    }
    String prefix = own.get().prefix();
    return ArtifactInput.in(folder).stream()
        .filter(each -> name(each).filter(name -> name.prefix().equals(prefix)).isPresent())
        .toList();
  }

  private static Optional<ArtifactName> name(Path file) {
    return ArtifactInput.isPackedName(String.valueOf(file.getFileName()))
            && Files.isRegularFile(file)
        ? ArtifactName.parse(ArtifactInput.folderName(file))
        : Optional.empty();
  }

  private static Path inside(
      Path file, String below, List<Path> packed, UnpackBudget budget, Progress progress)
      throws IOException {
    String name = ArtifactInput.folderName(file);
    Path folder = file.getParent() == null ? file.toAbsolutePath().getParent() : file.getParent();
    MemberFileSystem all = together(Objects.requireNonNull(folder), packed, budget, progress);
    Path root = all.root().resolve(name);
    return Files.exists(root.resolve(ArtifactManifest.FILE_NAME))
        ? all.root().resolve(inFolder(name, below))
        : Packages.inside(file, budget, progress).resolve(below);
  }

  private static MemberFileSystem together(
      Path folder, List<Path> packed, UnpackBudget budget, Progress progress) throws IOException {
    List<Member> members = new ArrayList<>();
    for (Path each : packed) {
      Optional<PackageFile> artifact = PackageFile.open(each, budget, progress);
      if (artifact.isEmpty()) {
        throw FormatException.in(
                each.toString(), "packed artifact", "", FormatException.Reason.WRONG_MAGIC)
            .expected("a tar file in a compression that its name states")
            .found("other bytes, or a beginning that is cut off")
            .advice("Get the artifact again.")
            .build();
      }
      String name = ArtifactInput.folderName(each);
      artifact.get().members().stream()
          .map(member -> member.at(inFolder(name, member.path())))
          .forEach(members::add);
    }
    return MemberFileSystem.of(folder, members);
  }

  /** A path in an artifact's folder; a packed artifact may have that folder at its top itself. */
  private static String inFolder(String name, String path) {
    return path.equals(name) || path.startsWith(name + "/") ? path : name + "/" + path;
  }
}
