package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Setting;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.PackedArtifacts;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;

/**
 * Tries for libraries what they try when they look for their kernels. Reads names of files, the
 * headers of code objects, and Tensile's indices, which name the files that are loaded later, and
 * for which GPUs rocFFT's cache and MIOpen's databases have kernels. For one run on one thread.
 */
public final class Doctor {
  /** Files of hipSPARSELt that no database is known by. */
  private static final Pattern SPMM = Pattern.compile("libspmm_kernels_(?<arch>gfx.*)\\.so");

  private final DoctorSettings settings;
  private final Path tree;
  private final Progress progress;
  private final List<FolderWalk.Unreadable> unreadable;

  private Doctor(
      DoctorSettings settings,
      Path tree,
      List<FolderWalk.Unreadable> unreadable,
      Progress progress) {
    this.settings = settings;
    this.tree = tree;
    this.unreadable = unreadable;
    this.progress = progress;
  }

  /**
   * Examines all libraries of a tree; if no GPU is named, on every GPU that files of databases are
   * for, or that packages of the libraries name where there are no such files.
   *
   * @param inherited the environment's variables
   * @throws IOException if the tree cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static DoctorReport of(
      DoctorSettings settings, Map<String, String> inherited, Progress progress)
      throws IOException {
    List<FolderWalk.Unreadable> unreadable = new ArrayList<>();
    Path tree =
        PackedArtifacts.inside(
            settings.tree(),
            UnpackBudget.operation(),
            (path, reason) -> unreadable.add(new FolderWalk.Unreadable(path, reason)),
            progress);
    if (!Files.exists(tree)) {
      throw new NoSuchFileException(settings.tree().toString());
    }
    if (!Files.isDirectory(tree)) {
      throw new FileSystemException(
          settings.tree().toString(), null, "expected a folder or a package, found another file");
    }
    return new Doctor(settings, tree, unreadable, progress).run(inherited);
  }

  /** The names of the libraries that this knows, as in {@code A, B or C}. */
  public static String libraries() {
    return Library.titles();
  }

  /** Whether a file has the name of a library that this knows. */
  public static boolean isLibrary(String name) {
    return Arrays.stream(Library.values()).anyMatch(library -> library.isNamed(name));
  }

  /**
   * The GPUs that the databases in a tree have files for, in their order.
   *
   * @throws IOException if the tree cannot be read
   */
  public static List<GpuTarget> targets(Path tree, Progress progress) throws IOException {
    KernelFiles contents = new KernelFiles(progress);
    Databases databases = Databases.installed();
    TreeSet<GpuTarget> targets = new TreeSet<>();
    for (Path file : FolderWalk.of(tree, progress).files()) {
      progress.step(0);
      String path = tree.relativize(file).toString();
      Matcher spmm = SPMM.matcher(String.valueOf(file.getFileName()));
      if (spmm.matches()) {
        targets.add(GpuTarget.lenient(spmm.group("arch")).bare());
        continue;
      }
      databases
          .recognise(path)
          .map(DatabaseFile::architecture)
          .ifPresent(name -> targets.addAll(Gpus.members(name)));
      if (databases.combined(path).isPresent()) {
        contents.of(file).targets().forEach(each -> targets.add(each.bare()));
      }
    }
    return List.copyOf(targets);
  }

  /** Goes on without what cannot be read below the tree. */
  private void skip(Path path, IOException reason) throws IOException {
    if (path.equals(tree)) {
      throw reason;
    }
    unreadable.add(new FolderWalk.Unreadable(path, reason));
  }

  private DoctorReport run(Map<String, String> inherited) throws IOException {
    progress.begin("Reading " + tree, 0, Unit.NAMES);
    List<Path> files =
        TreeItem.below(tree, this::skip, progress).stream()
            .filter(item -> item.kind() == TreeItem.Kind.FILE || item.kind() == TreeItem.Kind.LINK)
            .map(TreeItem::source)
            .toList();
    boolean grid = settings.isGrid();
    DoctorPackages packages = new DoctorPackages();
    List<Gpu> gpus = grid ? all(files, packages) : Gpus.of(settings.gpus());
    try (Loader loader =
            new Loader(
                LoaderEnvironment.of(settings.loaderEnvironment(inherited)),
                LoaderBehaviour.TOLERANT,
                LoaderFiles.around(tree),
                UnpackBudget.operation());
        OpenLibraries libraries = new OpenLibraries(progress)) {
      List<GpuTarget> targets =
          gpus.stream()
              .flatMap(each -> Gpus.settings(each).stream())
              .map(Gpu::target)
              .distinct()
              .toList();
      Examination run =
          new Examination(
              tree,
              settings.environment(inherited),
              new KernelFiles(progress),
              libraries,
              new DeviceBinaries(loader, targets, progress),
              progress);
      GivenPaths near = GivenPaths.like(settings.tree());
      List<Result> results = new ArrayList<>();
      for (Map.Entry<Library, List<Path>> library : found(files, run).entrySet()) {
        for (Path file : library.getValue()) {
          for (Gpu gpu : gpus) {
            for (Result result : results(run, library.getKey(), file, gpu)) {
              results.add(packages.with(result).shown(near));
            }
          }
        }
      }
      return new DoctorReport(tree, results, grid, unreadable);
    }
  }

  /** Where nothing is installed for any GPU, those that packages of the libraries name. */
  private List<Gpu> all(List<Path> files, DoctorPackages packages) throws IOException {
    List<GpuTarget> targets = targets(tree, progress);
    if (targets.isEmpty()) {
      targets =
          packages.offered(
              files.stream().filter(file -> isLibrary(file.getFileName().toString())).toList());
    }
    return targets.stream().map(Gpus::of).toList();
  }

  private Map<Library, List<Path>> found(List<Path> files, Examination run) throws IOException {
    Map<Library, List<Path>> found = new EnumMap<>(Library.class);
    progress.begin("Looking for libraries in " + tree, files.size(), Unit.FILES);
    List<Path> named = new ArrayList<>();
    for (Path file : files) {
      progress.step(1);
      if (isLibrary(file.getFileName().toString())) {
        named.add(file);
      }
    }
    for (Library library : Library.values()) {
      List<Path> paths = new ArrayList<>(LibraryFiles.of(library, named, run.libraryPath()));
      if (library == Library.MIOPEN_CK) {
        List<Path> without = new ArrayList<>();
        for (Path each : paths) {
          if (!MiopenCkSearch.concerns(each, run)) {
            without.add(each);
          }
        }
        paths.removeAll(without);
      }
      if (!paths.isEmpty()) {
        found.put(library, paths);
      }
    }
    return found;
  }

  /**
   * The result of a library on a GPU with its usual settings, with those of other settings beside
   * it; and on a revision of the GPU where the library has a folder for that and none was named.
   */
  private static List<Result> results(Examination run, Library library, Path file, Gpu gpu)
      throws IOException {
    List<Result> results = new ArrayList<>(List.of(result(run, library, file, gpu)));
    if (library == Library.HIPBLASLT && gpu.named().equals(gpu.target())) {
      Optional<String> revision = Revision.of(gpu.target());
      if (revision.isPresent()) {
        Gpu other = gpu.as(new GpuTarget(revision.get(), gpu.target().features()));
        Result result = library.search(new Search(run, library, file, other));
        boolean ownFolder =
            result.steps().stream()
                .filter(step -> step.found() == Found.USED)
                .anyMatch(step -> Path.of(step.path()).endsWith(revision.get()));
        if (ownFolder) {
          results.add(result);
        }
      }
    }
    return results;
  }

  private static Result result(Examination run, Library library, Path file, Gpu gpu)
      throws IOException {
    List<Gpu> all = Gpus.settings(gpu);
    List<Setting> others = new ArrayList<>();
    for (Gpu each : all.subList(1, all.size())) {
      Result other = library.search(new Search(run, library, file, each));
      others.add(new Setting(other.target(), other.outcome(), other.advice()));
    }
    return library.search(new Search(run, library, file, all.getFirst())).with(others);
  }
}
