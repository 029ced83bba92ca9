package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Paths that lead into packages, and several packages as if they were installed together. */
public final class Packages {
  private static final int WINDOW_BYTES = 1 << 20;

  private Packages() {}

  /**
   * A path to read from: for a package the root of its tree, for a path into a package that file in
   * it, for several paths separated by commas their combined tree or a file in that, any other path
   * unchanged.
   *
   * @throws FormatException if the package is damaged
   */
  public static Path inside(Path path, UnpackBudget budget, Progress progress) throws IOException {
    if (Files.isDirectory(path)) {
      return path;
    }
    for (@Nullable Path at = path; at != null; at = at.getParent()) {
      List<Path> several = several(at);
      if (!several.isEmpty()) {
        return installed(several, budget, progress).resolve(at.relativize(path).toString());
      }
      if (Files.isRegularFile(at)) {
        Optional<PackageFile> file = PackageFile.open(at, budget, progress);
        if (file.isEmpty()) {
          return path;
        }
        return file.get().tree().root().resolve(at.relativize(path).toString());
      }
      if (Files.exists(at)) {
        return path;
      }
    }
    return path;
  }

  /** The files that paths name: of those with commas between them, which all are there, each. */
  public static List<Path> each(List<Path> paths) {
    return paths.stream()
        .flatMap(path -> several(path).isEmpty() ? Stream.of(path) : several(path).stream())
        .distinct()
        .toList();
  }

  /** Paths with commas between them, which all are there; empty if it is one path. */
  private static List<Path> several(Path path) {
    String text = path.toString();
    if (text.indexOf(',') < 0 || Files.exists(path)) {
      return List.of();
    }
    List<Path> all = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      Path file = path.getFileSystem().getPath(each);
      if (each.isEmpty() || !Files.isRegularFile(file)) {
        return List.of();
      }
      all.add(file);
    }
    return all;
  }

  /** The same with the limits for a single file, without progress. */
  public static Path inside(Path path) throws IOException {
    return inside(path, UnpackBudget.one(), Progress.NONE);
  }

  /**
   * Several packages as if they were installed together.
   *
   * @return the top of what is installed
   * @throws FormatException if one is damaged or no package, or two have different files at one
   *     path
   */
  public static Path installed(List<Path> paths, UnpackBudget budget, Progress progress)
      throws IOException {
    List<Part> parts = new ArrayList<>();
    for (Path path : paths) {
      parts.add(
          PackageFile.open(path, budget, progress)
              .map(Part::of)
              .orElseThrow(
                  () ->
                      FormatException.in(path.toString(), "file", "", Reason.WRONG_MAGIC)
                          .expected("a wheel, a .deb, an .rpm, a ZIP archive or a tar file")
                          .found("something else")
                          .build()));
    }
    return together(parts);
  }

  /**
   * What is installed of a package.
   *
   * @param file the package, for messages
   * @param members with the paths that they have when they are installed
   */
  public record Part(Path file, List<Member> members) {
    public Part {
      members = List.copyOf(members);
    }

    /** Of a package. */
    public static Part of(PackageFile file) {
      return new Part(
          file.path(),
          file.tree().members().stream()
              .map(member -> member.at(installedPath(file, member.path())))
              .toList());
    }
  }

  /**
   * Parts as if they were installed together.
   *
   * @return the top of what is installed
   * @throws FormatException if two have different files at one path
   */
  public static Path together(List<Part> parts) throws IOException {
    Map<String, Member> all = new LinkedHashMap<>();
    Map<String, Path> whose = new LinkedHashMap<>();
    for (Part part : parts) {
      for (Member member : part.members()) {
        Member there = all.putIfAbsent(member.path(), member);
        boolean same =
            there == null
                || (there.kind() == member.kind()
                    && there.sizeBytes() == member.sizeBytes()
                    && there.linkTarget().equals(member.linkTarget())
                    && (there.content() == null || sameContent(there, member)));
        if (!same) {
          throw FormatException.in(
                  part.file().toString(), "member", member.path(), Reason.DUPLICATE_KEY)
              .expected("files of its own, or the same ones")
              .found("another file than in " + whose.get(member.path()))
              .advice("These packages are not installed together.")
              .build();
        }
        whose.putIfAbsent(member.path(), part.file());
      }
    }
    return MemberFileSystem.of(
            parts.stream().map(Part::file).toList(), new ArrayList<>(all.values()))
        .root();
  }

  private static boolean sameContent(Member one, Member other) throws IOException {
    try (InputStream first = Objects.requireNonNull(one.content()).stream();
        InputStream second = Objects.requireNonNull(other.content()).stream()) {
      byte[] window = first.readNBytes(WINDOW_BYTES);
      while (window.length > 0) {
        if (!Arrays.equals(window, second.readNBytes(WINDOW_BYTES))) {
          return false;
        }
        window = first.readNBytes(WINDOW_BYTES);
      }
      return true;
    }
  }

  /** Where a wheel's file goes: what is in its data folder for libraries is at the top. */
  private static String installedPath(PackageFile file, String path) {
    if (file.format() != PackageFormat.WHEEL) {
      return path;
    }
    String[] names = path.split("/", 3);
    return names.length == 3
            && names[0].endsWith(".data")
            && (names[1].equals("purelib") || names[1].equals("platlib"))
        ? names[2]
        : path;
  }
}
