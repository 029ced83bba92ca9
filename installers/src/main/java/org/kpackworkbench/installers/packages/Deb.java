package org.kpackworkbench.installers.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.installers.Tool;
import org.kpackworkbench.installers.Trees;

/** A package for Debian, Ubuntu and their like. Needs {@code dpkg-deb}, and no rights. */
public final class Deb {
  private Deb() {}

  /** Makes the package, and returns it. */
  public static Path make(Release release, Path work) throws IOException, InterruptedException {
    Path root = work.resolve("deb");
    SystemTree.make(release, root);
    String machine = Tool.ofSystem(List.of("dpkg", "--print-architecture"), Map.of()).strip();
    Trees.write(root.resolve("DEBIAN/md5sums"), checksums(root));
    Trees.write(root.resolve("DEBIAN/control"), control(release, machine, root));
    Trees.settle(root, release.time());
    Path file =
        release
            .target()
            .resolve(
                "%s_%s_%s.deb"
                    .formatted(release.edition().packageName(), release.systemVersion(), machine));
    Files.deleteIfExists(file);
    Tool.ofSystem(
        List.of(
            "dpkg-deb",
            "--root-owner-group",
            "-Zxz",
            "-z2",
            "--build",
            root.toString(),
            file.toString()),
        Map.of("SOURCE_DATE_EPOCH", Long.toString(release.time().getEpochSecond())));
    Trees.delete(root);
    return file;
  }

  private static String control(Release release, String machine, Path root) throws IOException {
    String description = " " + release.description().replace("\n", "\n ");
    String other = release.edition().other().packageName();
    boolean window = release.edition().hasWindow();
    return """
        Package: %s
        Version: %s
        Architecture: %s
        Maintainer: Kpack Workbench <kpack-workbench@localhost>
        Installed-Size: %d
        Depends: %s
        %s: llvm
        Conflicts: %s
        Replaces: %s
        Section: devel
        Priority: optional
        Description: %s
        %s
        """
        .formatted(
            release.edition().packageName(),
            release.systemVersion(),
            machine,
            Trees.size(root) / 1024,
            Libraries.debian(release.edition()),
            window ? "Recommends: fonts-dejavu-core\nSuggests" : "Suggests",
            other,
            window ? other + "\nProvides: " + other : other,
            release.edition().summary(),
            description);
  }

  private static String checksums(Path root) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Path file : Trees.all(root.resolve("usr"))) {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        lines.append(md5(file)).append("  ").append(root.relativize(file)).append('\n');
      }
    }
    return lines.toString();
  }

  private static String md5(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("MD5"))) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IOException(impossible);
    }
  }
}
