package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * The files beside a library that belong to it, by their names: libraries that it loads when it
 * needs them, and code objects.
 */
public record TensileFiles(TensileDocument library) {
  private static final List<String> ENDINGS = List.of(".dat", ".dat.zlib", ".yaml");
  private static final List<String> CODE_ENDINGS = List.of(".co", ".hsaco");

  /** A file's name without the ending of a library. */
  static String stem(Path file) {
    String name = String.valueOf(file.getFileName());
    return ENDINGS.stream()
        .filter(name::endsWith)
        .findFirst()
        .map(ending -> name.substring(0, name.length() - ending.length()))
        .orElse(name);
  }

  static Path folder(Path file) {
    return Optional.ofNullable(file.toAbsolutePath().normalize().getParent()).orElse(file);
  }

  /** A file of a folder, in any of a library's forms. */
  static Optional<Path> in(Path folder, String stem) {
    return in(folder, stem, ENDINGS);
  }

  private static Optional<Path> in(Path folder, String stem, List<String> endings) {
    if (stem.isEmpty() || stem.contains("/") || stem.contains("\\")) {
      return Optional.empty();
    }
    try {
      return endings.stream()
          .map(ending -> folder.resolve(stem + ending))
          .filter(Files::isRegularFile)
          .findFirst();
    } catch (InvalidPathException noName) {
      return Optional.empty();
    }
  }

  /** The architecture that the name of a file of a library says; empty if it says none. */
  static String architectureOf(String name) {
    return TensileDocument.words(
        Databases.installed().recognise("rocblas/library/" + name).orElse(null));
  }

  /**
   * The library whose code objects a file has, by its name: beside it, or in the folder above.
   *
   * @param code a file of code objects, whether it is there or not
   */
  public static Optional<Path> libraryOf(Path code) {
    String stem = LibraryCode.stem(String.valueOf(code.getFileName()));
    String architecture = architectureOf(stem + ".dat");
    Path folder = folder(code);
    for (Path place : List.of(folder, folder(folder))) {
      Optional<Path> found = in(place, stem);
      if (found.isEmpty() && stem.contains("fallback") && stem.endsWith("_" + architecture)) {
        found = in(place, stem.substring(0, stem.length() - architecture.length() - 1));
      }
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Whether a file is named as a library: {@code TensileLibrary_lazy_gfx942.dat}. */
  public static boolean isNamed(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith("Tensile") && ENDINGS.stream().anyMatch(name::endsWith);
  }

  /**
   * Whether a file is named as the library at which loading begins: the others are loaded when they
   * are needed.
   */
  public static boolean isLazy(Path file) {
    return stem(file).startsWith("TensileLibrary_lazy_");
  }

  /** A file that it loads, where it is in a folder. */
  static Optional<Path> childIn(Path folder, String stem, boolean operations) {
    return in(folder, stem, operations ? CODE_ENDINGS : ENDINGS);
  }

  /** Returns the possible names of a file that the library loads. */
  List<String> childNames(String stem) {
    return (library.isOfOperations() ? CODE_ENDINGS : ENDINGS.subList(0, 2))
        .stream().map(ending -> stem + ending).toList();
  }

  /**
   * The code objects of this library by itself, which the caller closes.
   *
   * @param gpu those for a GPU; null for that of the library
   * @param folders where they may be
   */
  CodeElsewhere ownCode(@Nullable GpuTarget gpu, List<Path> folders, Opening with)
      throws IOException {
    return LibraryCode.of(folders, ownNames(gpu), file -> true, with);
  }

  private Set<String> ownNames(@Nullable GpuTarget gpu) {
    Set<String> stems = Set.of(stem(library.path()));
    return gpu == null
        ? LibraryCode.names(stems, library.architecture())
        : LibraryCode.names(stems, gpu);
  }

  /**
   * The code objects beside it that libraries have in common: helpers, and the kernels of a library
   * for all GPUs. The caller closes them.
   *
   * @param gpu those for a GPU; null for that of the library
   * @param folders where they may be
   */
  CodeElsewhere sharedCode(@Nullable GpuTarget gpu, List<Path> folders, Opening with)
      throws IOException {
    String start = stem(library.path()) + "_";
    String architecture = gpu == null ? library.architecture() : gpu.processor();
    boolean forAll =
        gpu == null
            ? architecture.isEmpty()
            : architectureOf(stem(library.path()) + ".dat").isEmpty();
    Set<String> names = new TreeSet<>();
    for (Path folder : folders) {
      codeIn(folder).stream()
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.contains(architecture))
          .filter(name -> name.startsWith("Kernels") || (forAll && name.startsWith(start)))
          .forEach(names::add);
    }
    return LibraryCode.of(folders, names, file -> true, with);
  }

  /**
   * The file of code objects without which kernels of this library cannot be launched on a GPU: no
   * file that is not empty has its name, and files that libraries have in common do not have all of
   * them.
   *
   * @param folders where files may be
   * @return the name that is expected; empty if nothing is missing, or that cannot be told
   */
  public Optional<String> missingCode(GpuTarget gpu, List<Path> folders, Progress progress)
      throws IOException {
    Set<String> names = ownNames(gpu);
    for (Path file : files(names, folders)) {
      if (Files.size(file) > 0) {
        return Optional.empty();
      }
    }
    KernelsBeside beside =
        KernelsBeside.of(library, gpu, folders, new Opening(library.formats(), progress));
    return beside.complete() && !beside.missing().isEmpty()
        ? names.stream()
            .filter(
                name ->
                    !stem(library.path()).contains("fallback")
                        || name.endsWith("_" + gpu.processor() + ".hsaco"))
            .findFirst()
        : Optional.empty();
  }

  /**
   * Returns the missing files for all files that the library loads and that are for any GPU by
   * their names: each has a file of code objects for each GPU.
   *
   * @return the names that are expected
   */
  List<String> missingFallbacks(List<Path> folders, Opening with) throws IOException {
    GpuTarget gpu = library.database() == null ? null : library.database().architecture();
    if (gpu == null || !isLazy(library.path())) {
      return List.of();
    }
    Set<String> missing = new LinkedHashSet<>();
    for (String stem : stems()) {
      with.progress().step(0);
      Optional<Path> file =
          architectureOf(stem + ".dat").isEmpty()
              ? folders.stream().flatMap(folder -> in(folder, stem).stream()).findFirst()
              : Optional.empty();
      if (file.isPresent()) {
        missingCode(file.get(), gpu, folders, with).ifPresent(missing::add);
      }
    }
    return List.copyOf(missing);
  }

  private static Optional<String> missingCode(
      Path file, GpuTarget gpu, List<Path> folders, Opening with) throws IOException {
    try (Document document = with.file(file)) {
      return document instanceof TensileDocument other
          ? other.files().missingCode(gpu, folders, with.progress())
          : Optional.empty();
    } catch (FormatException damaged) {
      // Said where the file itself is checked.
      return Optional.empty();
    }
  }

  private static List<Path> files(Set<String> names, List<Path> folders) {
    return folders.stream()
        .flatMap(folder -> names.stream().map(folder::resolve))
        .filter(Files::isRegularFile)
        .toList();
  }

  /** The files of code objects with its name that are loaded on a GPU, whatever is in them. */
  public List<Path> ownFiles(GpuTarget gpu, List<Path> folders) {
    return files(ownNames(gpu), folders);
  }

  /** The files of code objects with its name, whatever is in them. */
  List<Path> ownFiles(List<Path> folders) {
    return files(ownNames(null), folders);
  }

  /** Whether there are code objects of other libraries for its GPU. */
  boolean hasOtherCode(List<Path> folders) throws IOException {
    Set<String> own = ownNames(null);
    for (Path folder : folders) {
      for (Path file : codeIn(folder)) {
        String name = String.valueOf(file.getFileName());
        String architecture = architectureOf(LibraryCode.stem(name) + ".dat");
        if (!own.contains(name)
            && (architecture.isEmpty() || architecture.equals(library.architecture()))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The files of code objects of this library that have no code for the GPU that they are for by
   * their names, or else by that of the library. Those that libraries have in common count where
   * loading begins.
   *
   * @param folders where they may be
   * @return what their code is for; without those that are damaged, of which other rules are
   */
  Map<Path, Set<GpuTarget>> otherCode(List<Path> folders, Opening with) throws IOException {
    Map<Path, Set<GpuTarget>> others = new LinkedHashMap<>();
    for (Path folder : folders) {
      for (Path code : codeIn(folder)) {
        GpuTarget gpu = gpuOf(code);
        if (gpu == null || !loads(String.valueOf(code.getFileName()))) {
          continue;
        }
        try (Document document = with.file(code)) {
          Set<GpuTarget> targets = LoadedCode.targets(document.codeObjects());
          if (LoadedCode.isForOthers(targets, gpu)) {
            others.put(code, targets);
          }
        } catch (FormatException damaged) {
          // Said where the file itself is checked.
          continue;
        }
      }
    }
    return others;
  }

  /** The GPU of a file of code objects, by its name or by the library's; null if none says it. */
  @Nullable GpuTarget gpuOf(Path code) {
    String name = String.valueOf(code.getFileName());
    GpuTarget own =
        Databases.installed()
            .recognise("rocblas/library/" + name)
            .map(DatabaseFile::architecture)
            .orElse(null);
    return own != null
        ? own
        : library.database() == null ? null : library.database().architecture();
  }

  /** Whether it loads a file of code objects, by the file's name. */
  private boolean loads(String name) {
    String code = LibraryCode.stem(name);
    String own = stem(library.path());
    String architecture = library.architecture();
    boolean first =
        own.equals("TensileLibrary")
            || own.equals("TensileLibrary_" + architecture)
            || isLazy(library.path());
    return ownNames(null).contains(name)
        || (library.isOfOperations()
            && library.children().stream().anyMatch(child -> child.stem().equals(code)))
        || (first && name.startsWith("Kernels") && name.contains(architecture))
        || (architecture.isEmpty() && name.startsWith(own + "_"));
  }

  /** The files of a folder that code objects are in by their names; none if it is not there. */
  private static List<Path> codeIn(Path folder) throws IOException {
    return Files.isDirectory(folder) ? FolderList.of(folder, "*.{co,hsaco}") : List.of();
  }

  /**
   * The code objects of its GPU that neither it nor a file that it loads has the name of. Nothing
   * where it is not the library at which loading begins.
   *
   * @param folders where they may be
   */
  List<Path> unloaded(List<Path> folders) throws IOException {
    String architecture = library.architecture();
    if (!isLazy(library.path()) || architecture.isEmpty()) {
      return List.of();
    }
    Set<String> loaded = LibraryCode.names(stems(), architecture);
    List<Path> others = new ArrayList<>();
    for (Path folder : folders) {
      for (Path file : codeIn(folder)) {
        String name = String.valueOf(file.getFileName());
        if (name.startsWith("TensileLibrary_")
            && !loaded.contains(name)
            && architectureOf(name).equals(architecture)) {
          others.add(file);
        }
      }
    }
    return others;
  }

  /** Its name and those of the files that it loads, without their endings. */
  private Set<String> stems() {
    Set<String> stems = new LinkedHashSet<>(Set.of(stem(library.path())));
    library.children().forEach(child -> stems.add(child.stem()));
    return stems;
  }

  /**
   * The names that the files that it loads may have, which are in its folder: libraries and code
   * objects.
   */
  public Set<String> loadedNames() {
    Set<String> names = LibraryCode.names(stems(), library.architecture());
    library
        .children()
        .forEach(child -> ENDINGS.forEach(ending -> names.add(child.stem() + ending)));
    return names;
  }
}
