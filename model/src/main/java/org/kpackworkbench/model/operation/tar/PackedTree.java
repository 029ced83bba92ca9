package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.packages.PackageFile;

/**
 * A packed artifact, or any other tree in a tar file, which is read as a file system. Its files
 * belong to the user of this process, as if that had unpacked them.
 *
 * @param members what is in it
 * @param odd members with unusual modes or links
 * @param tar its bytes, unpacked
 */
public record PackedTree(Path file, List<Member> members, List<OddMember> odd, MemberChannel tar)
    implements AutoCloseable {
  public PackedTree {
    members = List.copyOf(members);
    odd = List.copyOf(odd);
  }

  /** Whether a file is a tar file, plain or compressed, by its first bytes. */
  public static boolean is(Path file) throws IOException {
    return Files.isRegularFile(file) && TarPacking.of(file).isPresent();
  }

  /**
   * Opens one, after a check of the digest beside it.
   *
   * @param folder where what is compressed is unpacked
   * @param budget how much may be unpacked
   * @param progress is begun, and advanced by the bytes of the file
   * @throws FormatException if it is not whole, or has something that is not safe to unpack
   */
  public static PackedTree open(Path file, Path folder, UnpackBudget budget, Progress progress)
      throws IOException {
    TarDigest.check(file, progress);
    progress.begin("Unpacking " + file.getFileName(), Files.size(file), Unit.BYTES);
    if (!is(file)) {
      throw FormatException.in(file.toString(), "tar", "", Reason.WRONG_MAGIC)
          .mismatch("a tar file, with zstd, with xz or plain", "something else");
    }
    PackageFile packed = PackageFile.tar(file, folder, budget, progress);
    MemberChannel tar = Objects.requireNonNull(packed.tars().get(""));
    Member.Owner owner = owner(folder);
    List<Member> members = new ArrayList<>();
    List<OddMember> odd = new ArrayList<>();
    for (Member member : packed.members()) {
      try {
        check(file, member);
      } catch (FormatException unsafe) {
        tar.close();
        throw unsafe;
      }
      OddMember.of(member).ifPresent(odd::add);
      members.add(member.ownedBy(owner));
    }
    return new PackedTree(file, members, odd, tar);
  }

  private static Member.@Nullable Owner owner(Path folder) throws IOException {
    return folder.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? new Member.Owner(
            (Integer) Files.getAttribute(folder, "unix:uid"),
            (Integer) Files.getAttribute(folder, "unix:gid"))
        : null;
  }

  private static void check(Path file, Member member) throws FormatException {
    if (member.kind() == Member.Kind.SPECIAL) {
      throw FormatException.in(file.toString(), "tar", member.path(), Reason.BAD_VALUE)
          .mismatch("files, folders and links", "a device or pipe");
    }
    String names = member.path() + member.linkTarget();
    if (names.indexOf('\0') >= 0
        || (member.kind() == Member.Kind.LINK && member.linkTarget().isEmpty())) {
      throw FormatException.in(file.toString(), "tar", member.path(), Reason.UNSAFE_PATH)
          .mismatch("a name that stays within the folder", "\"" + names + "\"");
    }
  }

  /**
   * Returns the folder of the tree: the top, or the one folder in it with a name, where the top is
   * no artifact.
   */
  public Path root(String name) throws FormatException {
    Path top = MemberFileSystem.of(file, members).root();
    Path inner = top.resolve(name);
    return !ArtifactFolder.isArtifact(top) && Files.isDirectory(inner, LinkOption.NOFOLLOW_LINKS)
        ? inner
        : top;
  }

  /** Returns the members of the tree in a folder, which a packed artifact may have at its top. */
  public List<Member> membersIn(String folder) {
    String name = folder.substring(folder.lastIndexOf('/') + 1);
    boolean inner =
        members.stream().noneMatch(each -> each.path().equals(ArtifactManifest.FILE_NAME))
            && members.stream().anyMatch(each -> each.path().startsWith(name + "/"));
    return members.stream()
        .filter(each -> !inner || (each.path() + "/").startsWith(name + "/"))
        .map(
            each ->
                each.at(
                    inner
                        ? folder + each.path().substring(name.length())
                        : folder + "/" + each.path()))
        .toList();
  }

  /** Removes what was unpacked. */
  @Override
  public void close() throws IOException {
    tar.close();
  }
}
