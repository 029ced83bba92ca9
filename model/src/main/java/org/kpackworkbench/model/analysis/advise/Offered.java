package org.kpackworkbench.model.analysis.advise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.DiskMembers;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.packages.InstalledPackages;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.packages.Packages.Part;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.output.OperationNote;

/** A package, an artifact or a tree to choose from, and what is found out about it. */
final class Offered {
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "(?:\\./)?(?:usr/share/(?:doc|lintian)/.*|[^/]+\\.dist-info/.*|usr/lib/\\.build-id/.*)");
  private static final String SOURCE_FACTS = "PKG-INFO";
  private static final int MOST_FACTS_BYTES = 1 << 20;

  final Part part;
  final String name;
  final String version;
  final PackageFacts facts;
  final Kind kind;
  final long downloadBytes;

  /** The start of paths of its files: the folder that it is installed in, else its own path. */
  Path base;

  /** Paths of its files as they lie, by those that they are installed at, where they differ. */
  private Map<String, String> originals = Map.of();

  /** The GPUs that need it. */
  final Set<GpuTarget> gpus = new LinkedHashSet<>();

  /** Files of databases for architectures. */
  final Map<String, GpuTarget> databases = new TreeMap<>();

  boolean device;

  private Kind installedWith = Kind.WHEEL;

  /** How it gets onto a machine. */
  enum Kind {
    WHEEL(PackageFormat.WHEEL),
    DEB(PackageFormat.DEB),
    RPM(PackageFormat.RPM),
    /** An artifact, as a folder or packed. */
    ARTIFACT(null),
    /** A tree in one tar file. */
    TREE(null),
    /** A Python package as source, whose extras are computed when it is installed. */
    SOURCE(null),
    /** An installed package. */
    INSTALLED(null);

    /** The format of what an installer installs. */
    final @Nullable PackageFormat format;

    Kind(@Nullable PackageFormat format) {
      this.format = format;
    }
  }

  Offered(
      Part part, String name, String version, PackageFacts facts, Kind kind, long downloadBytes) {
    this.part = part;
    this.name = name;
    this.version = version;
    this.facts = facts;
    this.kind = kind;
    this.downloadBytes = downloadBytes;
    this.base = part.file();
  }

  /** The path of one of its files as this was named: what another command can read. */
  String shown(String path) {
    return base.resolve(originals.getOrDefault(path, path)).toString();
  }

  private Offered installedWith(PackageFormat format) {
    for (Kind each : Kind.values()) {
      installedWith = each.format == format ? each : installedWith;
    }
    return this;
  }

  private Offered in(Path folder) {
    base = folder;
    return this;
  }

  private Offered from(Map<String, String> paths) {
    originals = paths;
    return this;
  }

  long installBytes() {
    return part.members().stream().mapToLong(Member::sizeBytes).sum();
  }

  /** The name as indices compare it. */
  String key() {
    return Wheel.normalized(name);
  }

  /** The kind of packages that it is installed together with. */
  Object form() {
    return switch (kind) {
      case SOURCE -> Kind.WHEEL;
      case INSTALLED -> installedWith;
      case TREE -> this;
      case WHEEL, DEB, RPM, ARTIFACT -> kind;
    };
  }

  /** Whether it has nothing but descriptions: it exists for what it requires. */
  boolean isMeta() {
    return kind == Kind.SOURCE
        || (!facts.name().isEmpty()
            && part.members().stream()
                .filter(member -> member.kind() != Member.Kind.FOLDER)
                .allMatch(member -> DESCRIPTION.matcher(member.path()).matches()));
  }

  /**
   * Reads what a path names.
   *
   * @param left receives what a folder has that is nothing to choose from
   * @throws IOException if there is nothing to choose from, or it cannot be read
   */
  static List<Offered> read(Path path, Consumer<OperationNote> left, Progress progress)
      throws IOException {
    if (!Files.isDirectory(path)) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      return List.of(
          opened(path, progress)
              .orElseThrow(
                  () ->
                      new IOException(
                          "%s: expected a wheel, a .deb, an .rpm, a tar file, an artifact, a folder with some of them, a folder that packages are installed in, or an index"
                              .formatted(path))));
    }
    if (ArtifactFolder.isArtifact(path)) {
      return List.of(artifact(path));
    }
    List<Offered> found = installed(path, left);
    if (found.isEmpty()) {
      found = inFolder(path, left, progress);
    }
    if (found.isEmpty()) {
      throw new IOException(
          "%s: expected a folder with wheels, packages or artifacts, or one that packages are installed in; there are none"
              .formatted(path));
    }
    return found;
  }

  /** Of several versions of a package, or builds of it for several Pythons, the newest counts. */
  private static List<Offered> inFolder(
      Path folder, Consumer<OperationNote> left, Progress progress) throws IOException {
    List<Path> children = FolderList.of(folder);
    List<Offered> found = new ArrayList<>();
    List<PackageFile> packages = new ArrayList<>();
    for (Path child : children) {
      progress.step(0);
      if (Files.isDirectory(child) && ArtifactFolder.isArtifact(child)) {
        found.add(artifact(child));
        continue;
      }
      Optional<PackageFile> file =
          Files.isRegularFile(child)
              ? PackageFile.open(child, UnpackBudget.operation(), progress.cancelOnly())
              : Optional.empty();
      file.ifPresent(packages::add);
      boolean named = Files.isDirectory(child) || Packages.isPackageName(child);
      if (file.isEmpty() && named && !Files.isHidden(child)) {
        left.accept(
            OperationNote.note(
                "package-left-out",
                child,
                "It is neither a package nor an artifact, and is left out.",
                "\"resolve --tree\" reads it."));
      }
    }
    if (!packages.isEmpty()) {
      Set<Path> newest = new HashSet<>();
      Packages.rounds(packages).getFirst().forEach(file -> newest.add(file.path()));
      for (PackageFile file : packages) {
        if (newest.contains(file.path())) {
          found.add(of(file));
        }
      }
    }
    return found;
  }

  private static Optional<Offered> opened(Path path, Progress progress) throws IOException {
    Optional<PackageFile> open =
        PackageFile.open(path, UnpackBudget.operation(), progress.cancelOnly());
    return open.isEmpty() ? Optional.empty() : Optional.of(of(open.get()));
  }

  private static Offered of(PackageFile file) throws IOException {
    Path path = file.path();
    long size = Files.size(path);
    PackageFacts facts = file.facts();
    String name = String.valueOf(path.getFileName()).replaceFirst("\\.tar(\\.[^.]*)?$", "");
    Path manifest = file.tree().path(ArtifactManifest.FILE_NAME);
    if (Files.isRegularFile(manifest)) {
      ArtifactManifest read =
          ArtifactManifest.parse(manifest.toString(), Files.readAllBytes(manifest));
      Map<String, String> originals = new HashMap<>();
      Part part = new Part(path, flat(Part.of(file).members(), read.prefixes(), originals));
      return new Offered(part, name, "", facts, Kind.ARTIFACT, size).from(originals);
    }
    Optional<PackageFacts> source = source(file);
    if (source.isPresent()) {
      PackageFacts own = source.get();
      return new Offered(
          new Part(path, List.of()), own.name(), own.version(), own, Kind.SOURCE, size);
    }
    Kind kind =
        switch (file.format()) {
          case WHEEL -> Kind.WHEEL;
          case DEB -> Kind.DEB;
          case RPM -> Kind.RPM;
          case ZIP, TAR -> Kind.TREE;
        };
    return new Offered(
        Part.of(file),
        facts.name().isEmpty() ? name : facts.name(),
        facts.version(),
        facts,
        kind,
        size);
  }

  /** The description of a Python package as source: {@code NAME-VERSION/PKG-INFO}. */
  private static Optional<PackageFacts> source(PackageFile file) throws IOException {
    if (file.format() != PackageFormat.TAR && file.format() != PackageFormat.ZIP) {
      return Optional.empty();
    }
    for (Member member : file.tree().members()) {
      String[] names = member.path().split("/", -1);
      if (names.length == 2
          && names[1].equals(SOURCE_FACTS)
          && member.kind() == Member.Kind.FILE
          && member.sizeBytes() <= MOST_FACTS_BYTES) {
        byte[] text = Files.readAllBytes(file.tree().path(member.path()));
        return Optional.of(PackageFacts.wheel(new String(text, StandardCharsets.UTF_8), "", ""));
      }
    }
    return Optional.empty();
  }

  /**
   * An artifact's files as an overlay puts them together: without their prefixes.
   *
   * @param originals takes their paths in the artifact
   */
  private static List<Member> flat(
      List<Member> members, Collection<String> prefixes, Map<String, String> originals) {
    List<Member> all = new ArrayList<>();
    for (Member member : members) {
      prefixes.stream()
          .filter(prefix -> member.path().startsWith(prefix + "/"))
          .findFirst()
          .map(prefix -> member.path().substring(prefix.length() + 1))
          // Manifests of several artifacts become one when they are put together.
          .filter(path -> !path.endsWith(".kpm"))
          .ifPresent(
              path -> {
                all.add(member.at(path));
                originals.putIfAbsent(path, member.path());
              });
    }
    return all;
  }

  private static Offered artifact(Path folder) throws IOException {
    ArtifactFolder artifact = ArtifactFolder.open(folder);
    List<Member> members = new ArrayList<>();
    for (String prefix : artifact.presentPrefixes()) {
      try (Stream<Path> walk = Files.walk(artifact.prefix(prefix))) {
        for (Path file : walk.sorted().toList()) {
          member(folder, file).ifPresent(members::add);
        }
      }
    }
    Map<String, String> originals = new HashMap<>();
    List<Member> flat = flat(members, artifact.manifest().prefixes(), originals);
    return new Offered(
            new Part(folder, flat),
            String.valueOf(folder.getFileName()),
            "",
            PackageFacts.NONE,
            Kind.ARTIFACT,
            flat.stream().mapToLong(Member::sizeBytes).sum())
        .from(originals);
  }

  private static Optional<Member> member(Path top, Path file) throws IOException {
    String path = SystemText.escaped(top.relativize(file));
    if (Files.isSymbolicLink(file)) {
      long time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
      String leads = SystemText.escaped(Files.readSymbolicLink(file));
      return Optional.of(Member.link(path, 0777, time, leads));
    }
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(DiskMembers.file(path, file))
        : Optional.empty();
  }

  /** The packages that are installed in a folder, or in that for Python's packages below it. */
  private static List<Offered> installed(Path folder, Consumer<OperationNote> left)
      throws IOException {
    InstalledPackages packages = new InstalledPackages();
    List<Offered> found = new ArrayList<>();
    for (Path root : roots(folder)) {
      Set<Path> owned = new HashSet<>();
      for (InstalledPackages.Installed each : packages.in(root)) {
        Map<String, Member> members = new LinkedHashMap<>();
        List<String> lost = new ArrayList<>();
        for (String path : each.paths("")) {
          Path file = root.resolve(path);
          if (owned.add(file)) {
            member(folder, file)
                .ifPresentOrElse(
                    member -> members.put(member.path(), member),
                    () -> missing(folder, file).ifPresent(lost::add));
          }
        }
        Path listing =
            each.format() == PackageFormat.WHEEL
                ? Objects.requireNonNull(each.listing().getParent())
                // A database has all packages.
                : each.files() == null
                    ? each.listing()
                    : each.listing().resolveSibling(each.facts().name());
        Path shown = Path.of(GivenPaths.like(folder).shown(listing.toString()));
        found.add(
            new Offered(
                    Part.of(
                        shown, List.copyOf(members.values()), lost, each.format(), each.facts()),
                    each.facts().name(),
                    each.facts().version(),
                    each.facts(),
                    Kind.INSTALLED,
                    0)
                .installedWith(each.format())
                .in(folder));
      }
      packages
          .unread()
          .forEach(
              (database, why) ->
                  left.accept(
                      OperationNote.warning(
                          "packages-unknown",
                          database,
                          "it does not say which packages are installed: " + why.words())));
      if (!found.isEmpty() && root.getParent() != null) {
        List<Member> others = archives(folder, root, owned);
        if (!others.isEmpty()) {
          found.add(
              new Offered(
                      new Part(root, others),
                      root.toString(),
                      "",
                      PackageFacts.NONE,
                      Kind.INSTALLED,
                      0)
                  .in(folder));
        }
      }
    }
    return found;
  }

  /** The path of a file that is not there. */
  private static Optional<String> missing(Path top, Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.empty()
        : Optional.of(SystemText.escaped(top.relativize(file)));
  }

  /** A folder, and where a Python environment at it, or below it, has packages. */
  private static List<Path> roots(Path folder) throws IOException {
    List<Path> libraries = new ArrayList<>(List.of(folder));
    for (String lib : List.of("lib", "lib64", "Lib")) {
      Path library = folder.resolve(lib);
      if (Files.isDirectory(library) && !Files.isSymbolicLink(library)) {
        libraries.add(library);
      }
    }
    List<Path> roots = new ArrayList<>(List.of(folder));
    for (Path library : libraries) {
      List<Path> homes = new ArrayList<>(List.of(library));
      homes.addAll(FolderList.of(library, "python*"));
      for (Path home : homes) {
        roots.add(home.resolve("site-packages"));
        // As Debian calls it.
        roots.add(home.resolve("dist-packages"));
      }
    }
    return roots;
  }

  /** Archives of no package; loaders find them, too. */
  private static List<Member> archives(Path top, Path root, Set<Path> owned) throws IOException {
    List<Member> members = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".kpack") && !owned.contains(file)) {
              member(top, file).ifPresent(members::add);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException notForThisUser) {
            return FileVisitResult.CONTINUE;
          }
        });
    return members;
  }
}
