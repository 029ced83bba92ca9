package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.SameStreams;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Paths that lead into packages, and several packages as if they were installed together. */
public final class Packages {
  /** Where descriptions of single Debian packages are, in a tree without dpkg. */
  static final String DPKG_STATUS = "var/lib/dpkg/status.d";

  /** Where dpkg lists the files of packages. */
  static final String DPKG_LISTS = "var/lib/dpkg/info";

  /** Descriptions of RPM packages in trees that are read out of them; rpm itself has a database. */
  static final String RPM_STATUS = "var/lib/rpm/status.d";

  static final String RPM_LISTS = "var/lib/rpm/info";

  private static final Set<PackageFormat> INSTALLED =
      Set.of(PackageFormat.WHEEL, PackageFormat.DEB, PackageFormat.RPM);

  private static final Pattern LOOSE = Pattern.compile(".*(?:\\.kpack|\\.so(?:\\.\\d+)*)");

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
      if (!in(at).isEmpty()) {
        return tree(at, budget, progress).resolve(at.relativize(path).toString());
      }
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

  /**
   * A tree to read from: for packages what is installed of them, with the descriptions that
   * installers write; for a folder of packages that of all of them; else as {@link #inside(Path,
   * UnpackBudget, Progress)} has it.
   *
   * @throws FormatException if a package is damaged, or packages are not installed together
   */
  public static Path tree(Path path, UnpackBudget budget, Progress progress) throws IOException {
    List<PackageFile> packages = new ArrayList<>();
    for (Path each : in(path)) {
      PackageFile.open(each, budget, progress).ifPresent(packages::add);
    }
    if (!packages.isEmpty()) {
      return installed(path, rounds(packages).getFirst());
    }
    PackageFile single = PackageFile.open(path, budget, progress).orElse(null);
    return single != null && isDescribedApart(single.format())
        ? together(List.of(Part.of(single)))
        : inside(path, budget, progress);
  }

  /** Whether no file of a package describes it: what installs it keeps the description. */
  public static boolean isDescribedApart(PackageFormat format) {
    return format == PackageFormat.DEB || format == PackageFormat.RPM;
  }

  /**
   * A path to read from, as {@link #inside(Path, UnpackBudget, Progress)} has it; for a folder with
   * nothing but packages that are installed together what is installed of them.
   *
   * @throws FormatException if a package is damaged
   */
  public static Path whole(Path path, UnpackBudget budget, Progress progress) throws IOException {
    List<PackageFile> packages = new ArrayList<>();
    for (Path each : in(path)) {
      PackageFile.open(each, budget, progress).ifPresent(packages::add);
    }
    boolean together =
        !packages.isEmpty()
            && rounds(packages).size() == 1
            && FolderList.of(path).size() == packages.size();
    return together ? installed(path, packages) : inside(path, budget, progress);
  }

  /**
   * The packages of a folder as if they were installed together.
   *
   * @throws FormatException if two have different files at one path
   */
  public static Path installed(Path folder, List<PackageFile> packages) throws IOException {
    return merged(Optional.of(folder), Map.of(), packages.stream().map(Part::of).toList(), true);
  }

  /**
   * The packages in a folder of packages: one with wheels, .deb or .rpm files, and no folders,
   * libraries or archives, which a tree has.
   *
   * @return empty if it is another folder, or none
   */
  public static List<Path> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    for (Path child : FolderList.of(folder)) {
      String name = String.valueOf(child.getFileName());
      if (Files.isDirectory(child) || LOOSE.matcher(name).matches()) {
        return List.of();
      }
      if (isPackageName(child)
          && PackageFile.format(child).filter(INSTALLED::contains).isPresent()) {
        found.add(child);
      }
    }
    found.sort(null);
    return found;
  }

  /** Whether a path has the name of a package that is installed: a wheel, .deb or .rpm. */
  public static boolean isPackageName(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.endsWith(".whl") || name.endsWith(".deb") || name.endsWith(".rpm");
  }

  /**
   * Packages that can be installed together: of several versions of one, or builds for several
   * Pythons, each is in a round of its own, the newest in the first. What there is once is in all.
   */
  public static List<List<PackageFile>> rounds(List<PackageFile> packages) {
    Map<String, List<PackageFile>> byName = new LinkedHashMap<>();
    for (PackageFile each : packages) {
      byName.computeIfAbsent(key(each), none -> new ArrayList<>()).add(each);
    }
    Comparator<PackageFile> newest =
        Comparator.comparing(Packages::isVariant)
            .thenComparing(each -> each.facts().version(), NaturalOrder.INSTANCE.reversed())
            .thenComparing(each -> each.path().toString(), NaturalOrder.INSTANCE.reversed());
    byName.values().forEach(same -> same.sort(newest));
    int count = byName.values().stream().mapToInt(List::size).max().orElse(0);
    List<List<PackageFile>> rounds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int round = i;
      rounds.add(
          byName.values().stream()
              .map(same -> same.get(Math.min(round, same.size() - 1)))
              .toList());
    }
    return rounds;
  }

  private static String key(PackageFile file) {
    String name = file.facts().name();
    return name.isEmpty() ? file.path().toString() : file.format() + " " + Wheel.normalized(name);
  }

  private static boolean isVariant(PackageFile file) {
    Wheel.Name name = Wheel.Name.of(String.valueOf(file.path().getFileName()));
    return name != null && !name.variant().isEmpty();
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

  /** Returns a path to read from, with the limits for a single file, without progress. */
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
                          .mismatch(
                              "a wheel, a .deb, an .rpm, a ZIP archive or a tar file",
                              "something else")));
    }
    return together(parts);
  }

  /**
   * Installed part of a package.
   *
   * @param file the package, for messages
   * @param members with the paths that they have when they are installed
   * @param written what an installer writes to describe the package
   */
  public record Part(Path file, List<Member> members, List<Member> written) {
    public Part {
      members = List.copyOf(members);
      written = List.copyOf(written);
    }

    /** Without a description. */
    public Part(Path file, List<Member> members) {
      this(file, members, List.of());
    }

    /** Of a package. */
    public static Part of(PackageFile file) {
      List<Member> members =
          file.tree().members().stream()
              .map(member -> member.at(installedPath(file, member.path())))
              .toList();
      return of(file.path(), members, List.of(), file.format(), file.facts());
    }

    /**
     * With the description of a package, where that is in none of its own files.
     *
     * @param lost the paths of files that it had when it was installed
     */
    public static Part of(
        Path file,
        List<Member> members,
        List<String> lost,
        PackageFormat format,
        PackageFacts facts) {
      return new Part(file, members, written(members, lost, format, facts));
    }

    private static List<Member> written(
        List<Member> members, List<String> lost, PackageFormat format, PackageFacts facts) {
      String name = facts.name();
      if (!isDescribedApart(format) || !name.matches("[A-Za-z0-9][A-Za-z0-9+._-]*")) {
        return List.of();
      }
      boolean deb = format == PackageFormat.DEB;
      String control = deb ? facts.texts().getOrDefault("control", "") : facts.control();
      String files =
          Stream.concat(members.stream().map(Member::path), lost.stream())
              .map(path -> "/" + path + "\n")
              .collect(Collectors.joining());
      return List.of(
          text("%s/%s".formatted(deb ? DPKG_STATUS : RPM_STATUS, name), control),
          text("%s/%s.list".formatted(deb ? DPKG_LISTS : RPM_LISTS, name), files));
    }

    private static Member text(String path, String text) {
      byte[] bytes = SystemText.escapedBytes(text);
      return Member.file(path, bytes.length, 0644, 0, () -> MemberChannel.of(bytes));
    }
  }

  /**
   * Parts as if they were installed together.
   *
   * @return the top of what is installed
   * @throws FormatException if two have different files at one path
   */
  public static Path together(List<Part> parts) throws IOException {
    return merged(Optional.empty(), Map.of(), parts, true);
  }

  /**
   * Parts as if they were installed together in a folder that has them.
   *
   * @param folders of files whose members all lie in one folder, that folder's path
   * @throws FormatException if two have different files at one path
   */
  public static Path together(Path folder, Map<Path, String> folders, List<Part> parts)
      throws IOException {
    return merged(Optional.of(folder), folders, parts, true);
  }

  /**
   * Packages as if they were installed together, whatever they have in common: of files at one path
   * the first one's.
   *
   * @param folder the folder with the packages; empty where they were named one by one
   */
  public static Path overlaid(Optional<Path> folder, List<PackageFile> packages)
      throws IOException {
    return merged(folder, Map.of(), packages.stream().map(Part::of).toList(), false);
  }

  private static Path merged(
      Optional<Path> folder, Map<Path, String> folders, List<Part> parts, boolean refuses)
      throws IOException {
    Map<String, Member> all = new LinkedHashMap<>();
    Map<String, Path> whose = new LinkedHashMap<>();
    Set<String> common = new HashSet<>();
    for (Part part : parts) {
      for (Member member : part.members()) {
        Member there = all.putIfAbsent(member.path(), member);
        if (there != null && refuses && !same(there, member)) {
          throw FormatException.in(
                  part.file().toString(), "member", member.path(), Reason.DUPLICATE_KEY)
              .expected("files of its own, or the same ones")
              .found("another file than in " + whose.get(member.path()))
              .advice("These packages are not installed together.")
              .build();
        }
        whose.putIfAbsent(member.path(), part.file());
        if (there != null && member.kind() == Member.Kind.FOLDER) {
          common.add(member.path());
        }
      }
    }
    for (Part part : parts) {
      for (Member member : part.written()) {
        if (all.putIfAbsent(member.path(), member) == null) {
          whose.put(member.path(), part.file());
        }
      }
    }
    whose.keySet().removeAll(common);
    List<Member> members = new ArrayList<>(all.values());
    return folder.isPresent()
        ? MemberFileSystem.of(folder.get(), whose, folders, members).root()
        : MemberFileSystem.of(parts.stream().map(Part::file).toList(), whose, members).root();
  }

  /** Whether two members are the same but for their paths and modes. */
  static boolean same(Member one, Member other) throws IOException {
    return one.kind() == other.kind()
        && one.sizeBytes() == other.sizeBytes()
        && one.linkTarget().equals(other.linkTarget())
        && (one.content() == null || sameContent(one, other));
  }

  private static boolean sameContent(Member one, Member other) throws IOException {
    try (InputStream first = Objects.requireNonNull(one.content()).stream();
        InputStream second = Objects.requireNonNull(other.content()).stream()) {
      return SameStreams.test(first, second);
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
