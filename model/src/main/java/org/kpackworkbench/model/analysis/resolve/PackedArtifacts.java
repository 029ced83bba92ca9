package org.kpackworkbench.model.analysis.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.DiskMembers;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.packages.Packages.Part;
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
   * in a folder with its name; for a folder that has packed artifacts, or packages beside other
   * things, one tree of everything in it.
   *
   * @throws FormatException if one of them is damaged, or two have different files at one path
   */
  public static Path inside(Path path, UnpackBudget budget, Progress progress) throws IOException {
    return inside(
        path,
        budget,
        (unread, reason) -> {
          throw reason;
        },
        progress);
  }

  /**
   * A path to read from, without what is damaged beside it.
   *
   * @param skipped takes what is damaged or cannot be read beside others, and is left out
   * @throws FormatException if the path's own artifact is damaged, or two have different files at
   *     one path
   */
  public static Path inside(
      Path path, UnpackBudget budget, TreeItem.Unreadable skipped, Progress progress)
      throws IOException {
    if (Files.isDirectory(path)) {
      Map<String, Path> packed = packed(path);
      List<Path> packages =
          Packages.in(path).isEmpty() || !packed.isEmpty()
              ? FolderList.of(path).stream().filter(Packages::isPackageName).toList()
              : List.of();
      return packed.isEmpty() && packages.isEmpty()
          ? Packages.tree(path, budget, progress)
          : mixed(path, packed, packages, new Opener(budget, skipped, progress));
    }
    for (@Nullable Path at = path; at != null; at = at.getParent()) {
      if (Files.isRegularFile(at)) {
        List<Path> packed = beside(at);
        return packed.size() < 2
            ? Packages.tree(path, budget, progress)
            : inside(
                at, at.relativize(path).toString(), packed, new Opener(budget, skipped, progress));
      }
    }
    return Packages.tree(path, budget, progress);
  }

  /** The packed artifacts in a folder by their names; of two packings the one by zstd. */
  private static Map<String, Path> packed(Path folder) throws IOException {
    Map<String, Path> packed = new LinkedHashMap<>();
    for (Path each : ArtifactInput.in(folder)) {
      if (name(each).isPresent()) {
        packed.merge(
            ArtifactInput.folderName(each),
            each,
            (one, other) -> other.toString().endsWith(".zst") ? other : one);
      }
    }
    return packed;
  }

  /** Returns the tree of a folder, in which artifacts are unpacked and packages installed. */
  private static Path mixed(
      Path folder, Map<String, Path> packed, List<Path> packages, Opener opener)
      throws IOException {
    Set<Path> read = new HashSet<>(packages);
    List<Part> parts = new ArrayList<>();
    for (Path each : ArtifactInput.in(folder)) {
      if (name(each).isPresent()) {
        read.add(each);
        read.add(each.resolveSibling(each.getFileName() + TarDigest.ENDING));
      }
    }
    for (Path each : packed.values()) {
      opener.open(each, "packed artifact").ifPresent(file -> parts.add(part(each, file)));
    }
    List<PackageFile> open = new ArrayList<>();
    for (Path each : packages) {
      opener.open(each, "package").ifPresent(open::add);
    }
    if (!open.isEmpty()) {
      Packages.rounds(open).getFirst().forEach(each -> parts.add(Part.of(each)));
    }
    parts.add(new Part(folder, DiskMembers.below(folder, read, opener.skipped, opener.progress)));
    return Packages.together(folder, folders(packed.values()), parts);
  }

  /** The packed artifacts of the same prefix in its folder, itself among them; else none. */
  private static List<Path> beside(Path file) throws IOException {
    Optional<ArtifactName> own = name(file);
    if (own.isEmpty()) {
      return List.of();
    }
    Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
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

  private static Path inside(Path file, String below, List<Path> packed, Opener opener)
      throws IOException {
    String name = ArtifactInput.folderName(file);
    Path folder = Objects.requireNonNullElse(file.getParent(), Path.of("."));
    List<Part> parts = new ArrayList<>();
    for (Path each : packed) {
      if (each.equals(file)) {
        parts.add(part(each, opener.opened(each, "packed artifact")));
      } else {
        opener.open(each, "packed artifact").ifPresent(open -> parts.add(part(each, open)));
      }
    }
    Path top = Packages.together(folder, folders(packed), parts);
    return Files.exists(top.resolve(name).resolve(ArtifactManifest.FILE_NAME))
        ? top.resolve(inFolder(name, below))
        : Packages.inside(file, opener.budget, opener.progress).resolve(below);
  }

  private static Map<Path, String> folders(Collection<Path> packed) {
    return packed.stream().collect(Collectors.toMap(each -> each, ArtifactInput::folderName));
  }

  /** Returns what is in a packed artifact, in a folder with its name. */
  private static Part part(Path file, PackageFile open) {
    String name = ArtifactInput.folderName(file);
    List<Member> members =
        open.members().stream().map(member -> member.at(inFolder(name, member.path()))).toList();
    return new Part(file, members);
  }

  private record Opener(UnpackBudget budget, TreeItem.Unreadable skipped, Progress progress) {
    /** Opens a file beside others; empty if it is damaged. */
    Optional<PackageFile> open(Path file, String structure) throws IOException {
      try {
        return Optional.of(opened(file, structure));
      } catch (FormatException damaged) {
        skipped.skip(file, damaged);
        return Optional.empty();
      }
    }

    PackageFile opened(Path file, String structure) throws IOException {
      Optional<PackageFile> open = PackageFile.open(file, budget, progress);
      if (open.isEmpty()) {
        throw FormatException.in(file.toString(), structure, "", FormatException.Reason.WRONG_MAGIC)
            .expected("a file of the kind that its name states")
            .found("other bytes, or a beginning that is cut off")
            .advice("Get the file again.")
            .build();
      }
      return open.get();
    }
  }

  /** A path in an artifact's folder; a packed artifact may have that folder at its top itself. */
  private static String inFolder(String name, String path) {
    return path.equals(name) || path.startsWith(name + "/") ? path : name + "/" + path;
  }
}
