package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.database.LoadedCode;

/** The steps of one library on one GPU, and what they lead to. For one thread. */
final class Search {
  /** How many missing or damaged files are listed one by one. */
  private static final int MOST_LISTED = 20;

  private final Examination run;
  private final Library library;
  private final Path file;
  private final Path folder;
  private final Gpu gpu;
  private final List<Step> steps = new ArrayList<>();
  private final Set<String> available = new TreeSet<>();
  private final List<String> refused = new ArrayList<>();
  private final List<String> versions = new ArrayList<>();

  /**
   * A search that did nothing yet.
   *
   * @param file the path by which the library is loaded
   */
  Search(Examination run, Library library, Path file, Gpu gpu) throws IOException {
    this.run = run;
    this.library = library;
    this.file = file;
    Path place = library.followsLinks() ? file.toRealPath() : file;
    this.folder = Objects.requireNonNull(place.toAbsolutePath().getParent());
    this.gpu = gpu;
    this.versions.add(library.versions());
    Path parent = Objects.requireNonNull(file.toAbsolutePath().getParent());
    if (run.libraryPath().contains(parent)) {
      add(DoctorSettings.LIBRARY_PATH, parent, Found.USED);
    }
  }

  Examination run() {
    return run;
  }

  Library library() {
    return library;
  }

  Path file() {
    return file;
  }

  /** The folder that the library's own paths count from. */
  Path folder() {
    return folder;
  }

  Gpu gpu() {
    return gpu;
  }

  List<Step> steps() {
    return steps;
  }

  /** Whether the library is one for Windows. */
  boolean onWindows() {
    return file.toString().endsWith(".dll");
  }

  /** Notes what only some versions of the library do, in a sentence. */
  void onlyIn(String sentence) {
    versions.add(sentence);
  }

  /** Replaces the versions for which the result holds, in a sentence. */
  void onlyAs(String sentence) {
    versions.clear();
    versions.add(sentence);
  }

  Result done(Outcome outcome, String... advice) throws IOException {
    List<String> sentences = new ArrayList<>(refused);
    String lacking = run.binaries().lacking(file, gpu.target(), steps);
    sentences.add(lacking);
    sentences.addAll(Arrays.asList(advice));
    Outcome all = lacking.isEmpty() || outcome == Outcome.MISSING ? outcome : Outcome.PARTLY;
    return new Result(
        library.title(),
        file,
        gpu.toString(),
        all,
        steps,
        all == Outcome.FOUND ? List.of() : List.copyOf(available),
        sentences(sentences),
        sentences(versions),
        List.of());
  }

  static String sentences(Collection<String> sentences) {
    return sentences.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
  }

  static String sentences(String... sentences) {
    return sentences(Arrays.asList(sentences));
  }

  void add(String what, Path path, Found found) {
    steps.add(new Step(what, path.toString(), found));
  }

  /** Whether something can be read; the library tries the next one if not. */
  boolean step(String what, Path path, Found good, Found none) {
    boolean readable = Files.isReadable(path);
    boolean there = !readable && Files.exists(path);
    if (there) {
      refused.add(KernelFiles.sentence(new AccessDeniedException(path.toString())));
    }
    add(what, path, readable ? good : there ? Found.REFUSED : none);
    return readable;
  }

  /** Replaces the result of the last step. */
  void useless(Found why) {
    Step used = steps.removeLast();
    steps.add(new Step(used.what(), used.path(), why));
  }

  static Found unusable(Path file) {
    return Files.isReadable(file) ? Found.DAMAGED : Found.REFUSED;
  }

  /** The path that a variable names; empty if it is not set. */
  Optional<Path> named(String variable) {
    String value = run.environment().get(variable);
    if (value == null) {
      return Optional.empty();
    }
    Path path = run.path(value);
    steps.add(new Step(variable, value, Files.exists(path) ? Found.USED : Found.MISSING));
    return Optional.of(path);
  }

  boolean isSet(String variable) {
    return run.environment().containsKey(variable);
  }

  /**
   * The folder that a variable names, else the first one that exists.
   *
   * @param tried folders from the library's; the last one is needed if no other exists
   */
  Path base(String variable, List<String> tried) {
    Path base = named(variable).orElse(null);
    return base == null ? firstOf(tried) : base;
  }

  /** The first folder that exists; the last one is needed if no other exists. */
  Path firstOf(List<String> tried) {
    for (String each : tried.subList(0, tried.size() - 1)) {
      Path path = folder.resolve(each).normalize();
      if (step("folder", path, Found.USED, Found.NOT_THERE)) {
        return path;
      }
    }
    Path last = folder.resolve(tried.getLast()).normalize();
    step("folder", last, Found.USED, Found.MISSING);
    return last;
  }

  /** A step for files that were counted. */
  void counted(String what, int count, Path path, Found none) {
    add(count == 0 ? what : what + ", " + count, path, count == 0 ? none : Found.THERE);
  }

  /** Begins a step that reads files, if there are any. */
  void reading(String what, int files) {
    if (files > 0) {
      run.progress()
          .begin("Reading %s (%s, %s)".formatted(what, library.title(), gpu), files, Unit.FILES);
    }
  }

  /** Returns the fault of a file of code objects for the GPU; empty if it can be loaded. */
  String examine(String what, Path code, List<Step> wrong) {
    KernelFiles.Contents contents = run.contents().of(code);
    boolean others = contents.isForOthers(gpu.target());
    if (!others && contents.damage().isEmpty()) {
      return "";
    }
    wrong.add(new Step(what, code.toString(), others ? Found.OTHER : unusable(code)));
    return others ? otherGpu(code, contents.targets()) : contents.damage();
  }

  static String otherGpu(Path file, Set<GpuTarget> targets) {
    return "%s is for another GPU: %s."
        .formatted(file, ListText.some(targets.stream().map(GpuTarget::toString).toList()));
  }

  /** Whether a path in a database is for the GPU, by its name. */
  boolean isFor(String path) {
    GpuTarget target = target(path);
    return target != null && GpuTable.related(gpu.processor(), target.processor());
  }

  static @Nullable GpuTarget target(String path) {
    return Databases.installed().recognise(path).map(DatabaseFile::target).orElse(null);
  }

  /**
   * Returns advice about a missing thing.
   *
   * @param what what is to be installed, and where
   * @param variable what leads the library elsewhere
   * @param value what it may be set to
   * @param usual what has to be so without it
   */
  String install(String what, String variable, String value, String usual) throws IOException {
    boolean set = isSet(variable);
    return "Install %s%s.%s%s"
        .formatted(
            what,
            set ? "" : ", or set %s to %s".formatted(variable, value),
            has(),
            set ? " %s is set: unset it if %s.".formatted(variable, usual) : "");
  }

  /** For which other GPUs there is something, as a sentence. */
  String has() throws IOException {
    if (!available.isEmpty()) {
      return " There are some for %s.".formatted(ListText.some(List.copyOf(available)));
    }
    String elsewhere = elsewhere();
    boolean other = steps.stream().anyMatch(step -> step.found() == Found.OTHER);
    return elsewhere.isEmpty() && !other ? " There are none for another GPU either." : elsewhere;
  }

  /** Kernels of the library that are in the tree, where it does not look. */
  private String elsewhere() throws IOException {
    List<Path> used = looked(true);
    List<Path> looked = looked(false);
    for (Path each : FolderWalk.of(run.tree(), run.progress()).files()) {
      Path file = each.toAbsolutePath().normalize();
      // Below a folder that is used are those of other GPUs, too.
      if (used.contains(file.getParent()) || looked.stream().anyMatch(file::startsWith)) {
        continue;
      }
      String path = run.tree().relativize(each).toString();
      GpuTarget target =
          Databases.installed()
              .recognise(path)
              .filter(known -> isOwn(known.database()))
              .map(DatabaseFile::target)
              .orElse(null);
      if (target != null && run.contents().of(each).kernels()) {
        return " There are some for %s in %s, where the library does not look."
            .formatted(target, each.getParent());
      }
    }
    return "";
  }

  /** The paths that the library tried: those that it uses, or all others. */
  private List<Path> looked(boolean used) {
    return steps.stream()
        .filter(step -> (step.found() == Found.USED) == used)
        .map(step -> Path.of(step.path()).toAbsolutePath().normalize())
        .toList();
  }

  private boolean isOwn(String database) {
    return library.title().replace("-", "").equalsIgnoreCase(database);
  }

  /** Whether there is something for other GPUs. */
  boolean hasForOthers() {
    return !available.isEmpty();
  }

  void hasFor(String other) {
    available.add(other);
  }

  static <T> List<T> some(List<T> all) {
    return all.subList(0, Math.min(MOST_LISTED, all.size()));
  }

  /**
   * Notes for which other GPUs there are kernels in a folder or in its folders, by what is in the
   * files.
   *
   * @param below where the folder lies in a tree, such as {@code rocblas/library/}
   * @param loaded whether a file of such a name may be loaded
   */
  void others(Path base, String below, Predicate<String> loaded) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path each : children(base)) {
      if (Files.isDirectory(each)) {
        files.addAll(children(each));
      } else {
        files.add(each);
      }
    }
    files.removeIf(each -> !loaded.test(each.getFileName().toString()));
    reading("what there is for other GPUs", files.size());
    for (Path each : files) {
      run.progress().step(1);
      Path parent = Objects.requireNonNull(each.getParent());
      hasKernels(
          below + base.relativize(each), each, parent.equals(base) ? "" : revisionOf(parent));
    }
  }

  /** The revision that a folder is for; empty if it is for none. */
  private static String revisionOf(Path folder) {
    String name = folder.getFileName().toString();
    return Revision.without(name).equals(name) ? "" : name;
  }

  /**
   * Notes for which other GPUs a file has kernels.
   *
   * @param path where it lies in a tree
   * @param revision the revision that its folder is for; empty if it is for none
   * @return whether it has kernels
   */
  boolean hasKernels(String path, Path file, String revision) {
    KernelFiles.Contents found = run.contents().of(file);
    GpuTarget name = found.kernels() ? target(path) : null;
    Set<GpuTarget> targets = found.targets();
    if (name != null && (targets.isEmpty() || areRelated(name, targets))) {
      targets = Set.of(name);
    }
    for (GpuTarget each : targets) {
      boolean byFolder = library == Library.HIPBLASLT && each.processor().equals(gpu.processor());
      String folder = revision.isEmpty() ? each.processor() : revision;
      if (byFolder && !folder.equals(gpu.named().processor())) {
        available.add(folder);
      } else if (LoadedCode.isForOthers(Set.of(each), gpu.target())) {
        available.add(each.toString());
      }
    }
    return found.kernels();
  }

  /** Whether a name of one or more GPUs has one of some targets. */
  private static boolean areRelated(GpuTarget name, Set<GpuTarget> targets) {
    return targets.stream().anyMatch(each -> GpuTable.related(name.processor(), each.processor()));
  }

  /** Lists a folder in order; empty where it may not be read, as for the library. */
  static List<Path> children(Path folder) throws IOException {
    boolean readable = Files.isDirectory(folder) && Files.isReadable(folder);
    return readable ? FolderList.of(folder) : List.of();
  }
}
