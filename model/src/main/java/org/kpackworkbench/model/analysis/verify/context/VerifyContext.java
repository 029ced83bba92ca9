package org.kpackworkbench.model.analysis.verify.context;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.resolve.answer.LoadAnswers;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.ArtifactShard;
import org.kpackworkbench.model.format.artifact.HiddenFolders;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/**
 * The context of the files that are verified: their trees, artifacts, archives and original
 * binaries. It is determined once for all files of a folder. Safe for use by many threads.
 */
public final class VerifyContext implements AutoCloseable {
  /** The folder of archives and manifests in a stage prefix. */
  public static final String ARCHIVES = ".kpack";

  private static final int MOST_KEPT = 100_000;
  private static final int MOST_ANSWERS = 16;

  private final UnpackBudget budget;
  private final OpenArchives archives;
  private final LoadAnswers answers;
  private final Originals originals;
  private final Map<Path, Optional<TreeHome>> byFolder = new ConcurrentHashMap<>();
  private final Map<Path, List<TreeHome>> byShard = new ConcurrentHashMap<>();

  private final InstalledPackages packages;
  private final Map<Path, Boolean> lost = new ConcurrentHashMap<>();
  private final Map<Path, Answered> answered = new LinkedHashMap<>();

  /** Answers for a binary as it was read; an edit makes another one at the same place. */
  private record Answered(FatBinary fat, BinaryAnswers answers) {}

  private volatile List<?> together = List.of();

  /** The real paths of what is verified; none where all is. */
  private volatile List<Path> verified = List.of();

  /**
   * @param budget what the verification may unpack
   */
  public VerifyContext(Originals originals, UnpackBudget budget) {
    this(originals, budget, new InstalledPackages());
  }

  private VerifyContext(Originals originals, UnpackBudget budget, InstalledPackages packages) {
    this.originals = originals;
    this.budget = budget;
    this.packages = packages;
    this.archives = new OpenArchives(budget);
    this.answers = new LoadAnswers(budget, packages);
  }

  /** Returns a context for files of artifacts that are packed; installed packages are read once. */
  public VerifyContext inside() {
    return new VerifyContext(originals, budget, packages);
  }

  /** Returns the verification's budget for unpacking. */
  public UnpackBudget budget() {
    return budget;
  }

  /** The fat binaries that host-only ones were made of, as far as they are available. */
  public Originals originals() {
    return originals;
  }

  /**
   * How the device code of the package that a binary belongs to is installed.
   *
   * @throws IOException if descriptions of packages cannot be read
   */
  public Optional<DeviceOffer> offer(Path binary) throws IOException {
    return DeviceOffer.of(packages, binary);
  }

  /** Whether a tree was probably copied without a hidden folder. */
  public boolean isProbablyLost(Path folder) {
    return lost.computeIfAbsent(folder, HiddenFolders::isProbablyLost);
  }

  /** Returns the open contents of files that are checked as one installation, such as packages. */
  public List<?> together() {
    return together;
  }

  /** Has files checked as one installation from now on. */
  public void takeTogether(List<?> open) {
    together = List.copyOf(open);
  }

  /** Has nothing verified but files and folders from now on. */
  public void takeVerified(List<Path> paths) throws IOException {
    List<Path> real = new ArrayList<>();
    for (Path path : paths) {
      real.add(Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize());
    }
    verified = List.copyOf(real);
  }

  /** Whether archives, by their real paths, are verified themselves. */
  public boolean areVerified(List<Path> found) {
    // What is inside a package or a packed artifact is verified with it.
    return verified.isEmpty()
        || found.stream()
            .allMatch(
                archive ->
                    !archive.getFileSystem().equals(FileSystems.getDefault())
                        || verified.stream().anyMatch(archive::startsWith));
  }

  /** The tree that a file belongs to, and where it is in it. */
  public TreePosition of(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null) {
      return new TreeHome(TreeLayout.LOOSE, absolute, null, List.of()).position(absolute);
    }
    return home(folder)
        .orElseGet(() -> new TreeHome(TreeLayout.LOOSE, folder, null, List.of()))
        .position(absolute);
  }

  /** The tree that a folder is, or is in; empty if there is none. */
  public Optional<TreeHome> home(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    Optional<TreeHome> known = byFolder.get(absolute);
    if (known != null) {
      return known;
    }
    Optional<TreeHome> found = find(absolute);
    if (byFolder.size() < MOST_KEPT) {
      byFolder.put(absolute, found);
    }
    return found;
  }

  private static Optional<TreeHome> find(Path folder) {
    Path flattened = null;
    for (Path at = folder; at != null; at = at.getParent()) {
      if (ArtifactFolder.isArtifact(at)) {
        return Optional.of(TreeHome.withManifest(at));
      }
      if (flattened == null && Files.isDirectory(at.resolve(ARCHIVES))) {
        flattened = at;
      }
    }
    return Optional.ofNullable(flattened)
        .map(root -> new TreeHome(TreeLayout.FLATTENED, root, null, List.of()));
  }

  /** The artifacts of the same prefix in the same shard, the artifact itself among them. */
  public List<TreeHome> siblings(TreeHome artifact) throws IOException {
    ArtifactName name = artifact.name();
    Path shard = artifact.root().getParent();
    if (artifact.layout() != TreeLayout.ARTIFACT || name == null || shard == null) {
      return List.of(artifact);
    }
    return shard(shard).stream()
        .filter(each -> each.name() != null && each.name().prefix().equals(name.prefix()))
        .toList();
  }

  /** The artifacts in a folder, in the order of their names. */
  public List<TreeHome> shard(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    List<TreeHome> known = byShard.get(absolute);
    if (known != null) {
      return known;
    }
    List<TreeHome> found = ArtifactShard.of(absolute).artifacts();
    byShard.put(absolute, found);
    return found;
  }

  /**
   * The archives that a marker's search paths lead to; of an artifact's binary also those in other
   * artifacts of the shard, as they will lie when artifacts are laid onto one tree.
   */
  public FoundArchives archivesOf(Path binary, Marker marker) throws IOException {
    TreePosition position = of(binary);
    FoundArchives found = new FoundArchives(binary, marker);
    if (position.home().layout() != TreeLayout.ARTIFACT || position.prefix().isEmpty()) {
      return found;
    }
    for (TreeHome sibling : siblings(position.home())) {
      Path staged = position.folderIn(sibling);
      found.lookFrom(staged.normalize());
      for (String prefix : sibling.prefixes()) {
        found.lookFlattened(sibling.root().resolve(prefix), position.folder());
      }
    }
    return found;
  }

  /**
   * The answers of a simulated loader for all wrappers of a binary and all targets that are known
   * of it: looked up, not unpacked.
   *
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryAnswers answersOf(FatBinary fat, Place place, Progress progress) throws IOException {
    synchronized (answered) {
      Answered known = answered.get(place.file());
      if (known != null && known.fat().equals(fat)) {
        return known.answers();
      }
    }
    BinaryAnswers found = answersOf(fat, place, false, progress);
    synchronized (answered) {
      answered.put(place.file(), new Answered(fat, found));
      Iterator<Path> oldest = answered.keySet().iterator();
      if (answered.size() > MOST_ANSWERS) {
        oldest.next();
        oldest.remove();
      }
    }
    return found;
  }

  /**
   * Likewise, each time anew.
   *
   * @param loads whether code objects are unpacked, and compared with the binary's kernels
   */
  public BinaryAnswers answersOf(FatBinary fat, Place place, boolean loads, Progress progress)
      throws IOException {
    Path file = place.file();
    Marker marker = fat.marker();
    List<Path> hand = new ArrayList<>();
    if (marker != null) {
      FoundArchives found = archivesOf(file, marker);
      hand.addAll(found.archives());
      hand.addAll(found.manifests());
    }
    return answers.of(new LoadAnswers.Request(fat, place, views(file), hand, loads), progress);
  }

  /**
   * The result of a loader for a binary of the tree that asks for a row of an archive; empty where
   * no such binary is available.
   */
  public Optional<Resolution> asked(Place.CodeObject row) throws IOException {
    TreePosition position = of(row.file());
    if (!(row.parent() instanceof Place.File)
        || row.index() < 0
        || position.home().layout() == TreeLayout.LOOSE) {
      return Optional.empty();
    }
    for (TreeHome home : siblings(position.home())) {
      // Prefixes may be gone.
      for (String end = row.binary(); ; end = end.substring(end.indexOf('/') + 1)) {
        Optional<Resolution> found = asked(home, end, row);
        if (found.isPresent()) {
          return found;
        }
        if (end.indexOf('/') < 0) {
          break;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Resolution> asked(TreeHome home, String path, Place.CodeObject row)
      throws IOException {
    Resolution last = null;
    try {
      Path binary = SystemText.below(home.root(), path);
      if (!Files.isRegularFile(binary)) {
        return Optional.empty();
      }
      try (OpenFile file = OpenFile.open(binary)) {
        FatBinary fat = FatBinary.read(HostImages.read(file.view()));
        Marker marker = fat.marker();
        if (marker == null || !row.binary().equals(marker.kernelName())) {
          return Optional.empty();
        }
        for (Wrapper wrapper : fat.wrappers()) {
          for (LoaderFiles view :
              wrapper.statedIndex() == row.index() ? views(binary) : List.<LoaderFiles>of()) {
            GpuTarget target = GpuTarget.lenient(row.target());
            last = answers.load(fat, new Place.File(binary), wrapper, view, target);
            if (last.succeeded()) {
              return Optional.of(last);
            }
          }
        }
      }
    } catch (FormatException notRead) {
      // Problems of the binary are findings of its own.
      notRead.throwIfFileChanged();
      return Optional.empty();
    } catch (InvalidPathException notHere) {
      return Optional.empty();
    }
    return Optional.ofNullable(last);
  }

  /** The archives in the nearest hidden folder above a binary that have rows under its path. */
  public List<Path> archivesBeside(Path binary) {
    return answers.beside(binary);
  }

  /**
   * The archives beside a fat binary with code that it has not got itself.
   *
   * @param others takes the targets of that code
   */
  public List<Path> archivesBeside(Path binary, BinaryAnswers inside, Set<GpuTarget> others) {
    return answers.beside(binary, inside, others);
  }

  /** How a binary's paths are followed: as the artifacts of its shard will lie, or as it lies. */
  private List<LoaderFiles> views(Path file) throws IOException {
    LoaderFiles own = LoaderFiles.of(file);
    TreePosition position = of(file);
    Path folder = position.home().root().getParent();
    if (position.home().layout() != TreeLayout.ARTIFACT || folder == null) {
      return List.of(own);
    }
    List<TreeHome> artifacts = shard(folder.toRealPath());
    if (artifacts.size() < 2) {
      return List.of(own);
    }
    List<TreeHome> prefixes = new ArrayList<>();
    for (TreeHome artifact : artifacts) {
      for (String prefix : artifact.prefixes()) {
        Path root = artifact.root().resolve(prefix).normalize();
        prefixes.add(new TreeHome(TreeLayout.FLATTENED, root, null, List.of()));
      }
    }
    return Stream.of(artifacts, prefixes)
        .map(homes -> List.of(new ArtifactShard(folder, homes)))
        .map(shards -> new LoaderFiles(own.root(), own.workingFolder(), shards, Optional.empty()))
        .toList();
  }

  /**
   * A file's folder, and behind it what lies in the same folder of the other artifacts of its
   * shard.
   */
  public List<Path> foldersOf(Path file) throws IOException {
    Path absolute = file.toAbsolutePath().normalize();
    Path own = Optional.ofNullable(absolute.getParent()).orElse(absolute);
    TreePosition position = of(file);
    if (position.home().layout() != TreeLayout.ARTIFACT || position.prefix().isEmpty()) {
      return List.of(own);
    }
    List<Path> folders = new ArrayList<>(List.of(own));
    for (TreeHome sibling : siblings(position.home())) {
      if (!sibling.root().equals(position.home().root())) {
        folders.add(position.folderIn(sibling));
      }
    }
    return List.copyOf(folders);
  }

  /**
   * The {@code .kpack} folders that artifacts of architectures in the same shard have lost: those
   * to which a binary's search paths lead, where an artifact is here and has no such folder in any
   * of its stage prefixes.
   *
   * @param position where the binary is
   */
  public List<LostFolder> lostFolders(TreePosition position, Marker marker) throws IOException {
    List<LostFolder> lost = new ArrayList<>();
    if (position.home().layout() == TreeLayout.ARTIFACT) {
      for (TreeHome each : siblings(position.home())) {
        ArtifactName name = each.name();
        if (name != null
            && !name.generic()
            && each.prefixes().stream().noneMatch(one -> Files.isDirectory(archives(each, one)))) {
          Path from = position.folderIn(each);
          Set<Path> led = new HashSet<>();
          for (String path : marker.searchPaths()) {
            try {
              led.add(from.resolve(marker.rules().slashed(path)).normalize().getParent());
            } catch (InvalidPathException unusable) {
              // The rules about search paths say what is wrong with it.
              continue;
            }
          }
          each.prefixes().stream()
              .map(one -> archives(each, one))
              .filter(led::contains)
              .findFirst()
              .ifPresent(folder -> lost.add(new LostFolder(name, folder)));
        }
      }
    }
    return lost;
  }

  private static Path archives(TreeHome tree, String prefix) {
    return tree.root().resolve(prefix).resolve(ARCHIVES);
  }

  /**
   * A hidden folder that an artifact should have.
   *
   * @param artifact the artifact that has lost it
   * @param folder the folder, absolute
   */
  public record LostFolder(ArtifactName artifact, Path folder) {}

  /** The archives in the {@code .kpack} folders of a tree; of an artifact also its siblings'. */
  public List<Path> archivesIn(TreeHome tree) throws IOException {
    List<Path> found = new ArrayList<>();
    for (TreeHome sibling : siblings(tree)) {
      List<String> prefixes =
          tree.layout() == TreeLayout.FLATTENED ? List.of("") : sibling.prefixes();
      for (String prefix : prefixes) {
        Path folder = sibling.root().resolve(prefix).resolve(ARCHIVES);
        if (!Files.isDirectory(folder)) {
          continue;
        }
        for (Path child : FolderList.of(folder, "*.kpack")) {
          found.add(child.toRealPath());
        }
      }
    }
    found.sort(null);
    return found;
  }

  /** Opens an archive for a while. */
  public OpenArchives.Lease open(Path archive) throws IOException {
    return archives.open(archive);
  }

  @Override
  public void close() throws IOException {
    try (answers) {
      archives.close();
    }
  }
}
