package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.FamilyForm;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.tensile.TensileDocument;

/**
 * Tries for libraries what they try when they look for their kernels. Reads names of files, and
 * Tensile's indices, which name the files that are loaded later, and for which GPUs rocFFT's cache
 * and MIOpen's databases have kernels. For one run on one thread.
 */
public final class Doctor {
  private final DoctorSettings settings;

  /** The install tree: a folder, or the top of what packages install. */
  private final Path tree;

  private final Map<String, String> environment;
  private final Progress progress;

  /** A library, by the names of its files. */
  private enum Library {
    ROCBLAS("rocBLAS", "librocblas\\.so.*"),
    HIPBLASLT("hipBLASLt", "libhipblaslt\\.so.*"),
    ROCFFT("rocFFT", "librocfft\\.so.*"),
    MIOPEN("MIOpen", "libMIOpen\\.so.*"),
    AOTRITON("AOTriton", "libaotriton_v2\\.so.*");

    private final String title;
    private final Pattern file;

    Library(String title, String file) {
      this.title = title;
      this.file = Pattern.compile(file);
    }
  }

  /**
   * The number of compute units in a name of MIOpen behind the architecture and its features: up to
   * 64 behind {@code _}, else in hexadecimal digits.
   */
  private static final Pattern UNITS =
      Pattern.compile(
          "(?:_(?:no)?(?:sramecc|xnack))*(?:_(?<decimal>\\d{1,4})|(?<hexadecimal>[0-9a-f]{2,4}))");

  /** How many missing files of an index are listed one by one. */
  private static final int MOST_LISTED = 20;

  private Doctor(
      DoctorSettings settings, Path tree, Map<String, String> inherited, Progress progress) {
    this.settings = settings;
    this.tree = tree;
    this.environment = settings.environment(inherited);
    this.progress = progress;
  }

  /** The same without progress, in the environment of this process. */
  public static DoctorReport of(DoctorSettings settings) throws IOException {
    return of(settings, System.getenv(), Progress.NONE);
  }

  /**
   * Examines all libraries of a tree.
   *
   * @param inherited the environment's variables
   * @throws IOException if the tree cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static DoctorReport of(
      DoctorSettings settings, Map<String, String> inherited, Progress progress)
      throws IOException {
    Path tree = Packages.inside(settings.tree(), UnpackBudget.operation(false), progress);
    if (!Files.exists(tree)) {
      throw new NoSuchFileException(settings.tree().toString());
    }
    if (!Files.isDirectory(tree)) {
      throw new FileSystemException(
          settings.tree().toString(), null, "expected a folder or a package, found another file");
    }
    return new Doctor(settings, tree, inherited, progress).run();
  }

  /** Whether a file has the name of a library that this knows. */
  public static boolean isLibrary(String name) {
    return Arrays.stream(Library.values())
        .anyMatch(library -> library.file.matcher(name).matches());
  }

  /**
   * The GPUs that the databases in a tree have files for, in their order.
   *
   * @throws IOException if the tree cannot be read
   */
  public static List<GpuTarget> targets(Path tree, Progress progress) throws IOException {
    Databases databases = Databases.installed();
    TreeSet<GpuTarget> targets = new TreeSet<>();
    for (Path file : FolderWalk.of(tree, progress).files()) {
      progress.step(0);
      databases
          .recognise(tree.relativize(file).toString())
          .map(DatabaseFile::architecture)
          .ifPresent(targets::add);
    }
    return List.copyOf(targets);
  }

  /** Goes on without what cannot be read below the tree. */
  private void skip(Path path, IOException reason) throws IOException {
    if (path.equals(tree)) {
      throw reason;
    }
  }

  private DoctorReport run() throws IOException {
    progress.begin("Reading " + tree, 0, Unit.NAMES);
    List<Path> files =
        TreeItem.below(tree, this::skip, progress).stream()
            .filter(item -> item.kind() == TreeItem.Kind.FILE)
            .map(TreeItem::source)
            .toList();
    Map<Library, List<Result>> found = new EnumMap<>(Library.class);
    Set<Path> seen = new HashSet<>();
    progress.begin("Looking for libraries in " + tree, files.size(), Unit.FILES);
    for (Path file : files) {
      progress.step(1);
      for (Library library : Library.values()) {
        if (library.file.matcher(file.getFileName().toString()).matches()
            && seen.add(file.toRealPath())) {
          for (GpuTarget gpu : settings.gpus().targets()) {
            found
                .computeIfAbsent(library, each -> new ArrayList<>())
                .add(new Search(library, file.toRealPath(), gpu.processor()).result());
          }
        }
      }
    }
    List<Result> results = found.values().stream().flatMap(List::stream).toList();
    return new DoctorReport(tree, results);
  }

  /**
   * What an index names.
   *
   * @param all how many files it loads
   * @param missing those that are not there, by their names without endings
   * @param damage why the index cannot be read; empty if it can
   */
  private record Indexed(int all, List<String> missing, String damage) {
    String advice(String library, String processor) {
      return "%d of %s that the index loads %s missing: %s. Install the files of %s for %s from one build: operations that need a missing file fail."
          .formatted(
              missing.size(),
              CountText.of(all, "file"),
              CountText.word(missing.size(), "is", "are"),
              ListText.some(missing),
              library,
              processor);
    }
  }

  /** What one library finds on one GPU. */
  private final class Search {
    private final Library library;
    private final Path file;
    private final Path folder;
    private final String processor;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> available = new TreeSet<>();

    Search(Library library, Path file, String processor) {
      this.library = library;
      this.file = file;
      this.folder = java.util.Objects.requireNonNull(file.getParent());
      this.processor = processor;
    }

    Result result() throws IOException {
      return switch (library) {
        case ROCBLAS ->
            tensile(
                "ROCBLAS_TENSILE_LIBPATH",
                List.of("../../Tensile/library", "library", "../rocblas/library"),
                "rocblas/library");
        case HIPBLASLT ->
            tensile(
                "HIPBLASLT_TENSILE_LIBPATH",
                List.of("../Tensile/library", "library"),
                "hipblaslt/library");
        case ROCFFT -> rocfft();
        case MIOPEN -> miopen();
        case AOTRITON -> aotriton();
      };
    }

    private Result done(Outcome outcome, String advice) {
      return new Result(
          library.title,
          file,
          processor,
          outcome,
          steps,
          outcome == Outcome.FOUND ? List.of() : List.copyOf(available),
          advice);
    }

    private boolean step(String what, Path path, Found there, Found else_) {
      boolean exists = Files.isReadable(path);
      steps.add(new Step(what, path.toString(), exists ? there : else_));
      return exists;
    }

    /** The folder that a variable names; null if it is not set. */
    private @Nullable Path named(String variable) {
      String value = environment.get(variable);
      if (value == null) {
        return null;
      }
      Path path = Path.of(value);
      steps.add(new Step(variable, value, Files.exists(path) ? Found.USED : Found.MISSING));
      return path;
    }

    /**
     * Tensile's libraries: a folder, in it one for the GPU, in that an index, and code objects.
     *
     * @param before folders that are tried first, from the library's
     * @param usual the folder that is taken otherwise
     */
    private Result tensile(String variable, List<String> before, String usual) throws IOException {
      Path base = named(variable);
      for (int i = 0; base == null && i < before.size(); i++) {
        Path tried = folder.resolve(before.get(i)).normalize();
        base = step("folder", tried, Found.USED, Found.NOT_THERE) ? tried : null;
      }
      if (base == null) {
        base = folder.resolve(usual);
        step("folder", base, Found.USED, Found.MISSING);
      }
      Path own = base.resolve(processor);
      Path path = step("folder of the GPU", own, Found.USED, Found.NOT_THERE) ? own : base;
      @Nullable Path index = null;
      for (String name :
          List.of(
              "TensileLibrary_lazy_" + processor + ".dat",
              "TensileLibrary_" + processor + ".dat",
              "TensileLibrary.dat")) {
        Path plain = path.resolve(name);
        Path packed = path.resolve(name + ".zlib");
        Path tried = !Files.exists(plain) && Files.isReadable(packed) ? packed : plain;
        Found none = name.equals("TensileLibrary.dat") ? Found.MISSING : Found.NOT_THERE;
        if (step("index", tried, Found.USED, none)) {
          index = tried;
          break;
        }
      }
      Indexed indexed = index == null ? new Indexed(0, List.of(), "") : indexed(index);
      int code = count(path, Pattern.compile(".*" + Pattern.quote(processor) + ".*co"));
      steps.add(
          new Step(
              code == 0 ? "code objects" : "code objects, " + code,
              path.resolve("*" + processor + "*co").toString(),
              code == 0 ? Found.MISSING : Found.THERE));
      if (!indexed.damage().isEmpty()) {
        return done(Outcome.MISSING, indexed.damage());
      }
      if (index != null && code > 0) {
        return indexed.missing().isEmpty()
            ? done(Outcome.FOUND, "")
            : done(Outcome.PARTLY, indexed.advice(library.title, processor));
      }
      architectures(base);
      String install =
          "Install the files of %s for %s below %s".formatted(library.title, processor, base);
      return done(
          Outcome.MISSING,
          (index != null ? "The index exists, but no code object does: " + install : install)
              + has()
              + (environment.containsKey(variable)
                  ? ". " + variable + " is set: unset it if the files are beside the library."
                  : ", or set %s to a folder that has them.".formatted(variable)));
    }

    /**
     * Reads which files an index loads when an operation needs them, and lists those that are not
     * there.
     */
    private Indexed indexed(Path index) {
      try (Document document = StandardFormats.all().open(index, progress)) {
        if (!document.problems().isEmpty()) {
          return damaged(String.valueOf(document.problems().getFirst().getMessage()));
        }
        if (!(document instanceof TensileDocument tensile)) {
          return damaged(
              "%s: expected a Tensile library, found %s"
                  .formatted(index, document.format().wordsWithArticle()));
        }
        List<String> missing =
            tensile.children().stream()
                .filter(child -> child.found().isEmpty())
                .map(TensileDocument.Child::stem)
                .distinct()
                .toList();
        int all =
            (int) tensile.children().stream().map(TensileDocument.Child::stem).distinct().count();
        if (all > 0) {
          steps.add(
              new Step(
                  "files that the index loads, %d of %d".formatted(all - missing.size(), all),
                  index.resolveSibling("*.dat").toString(),
                  missing.isEmpty() ? Found.THERE : Found.MISSING));
        }
        for (String stem : missing.subList(0, Math.min(MOST_LISTED, missing.size()))) {
          steps.add(
              new Step(
                  "file of the index",
                  index.resolveSibling(stem + ".dat").toString(),
                  Found.MISSING));
        }
        return new Indexed(all, missing, "");
      } catch (IOException unreadable) {
        return damaged(String.valueOf(unreadable.getMessage()));
      }
    }

    private Indexed damaged(String why) {
      Step used = steps.removeLast();
      steps.add(new Step(used.what(), used.path(), Found.DAMAGED));
      return new Indexed(
          0,
          List.of(),
          why
              + (why.endsWith(".") ? " " : ". ")
              + "Install the file again: without it the library finds nothing.");
    }

    private String has() {
      return available.isEmpty()
          ? "; there are none for another GPU"
          : "; there are some for " + ListText.some(List.copyOf(available));
    }

    private Result rocfft() throws IOException {
      Path named = named("ROCFFT_RTC_SYS_CACHE_PATH");
      Path cache = named != null && Files.isReadable(named) ? named : null;
      if (named == null) {
        String own = "rocfft_kernel_cache_" + processor + ".db";
        for (String name : List.of(own, "rocfft/" + own, "rocfft_kernel_cache.db")) {
          Path tried = folder.resolve(name);
          if (step("kernel cache", tried, Found.USED, Found.NOT_THERE)) {
            cache = tried;
            break;
          }
        }
      }
      String damage = "";
      if (cache != null) {
        try {
          int kernels = cachedKernels(cache);
          steps.add(
              new Step(
                  kernels == 0 ? "kernels of the GPU" : "kernels of the GPU, " + kernels,
                  cache.toString(),
                  kernels == 0 ? Found.MISSING : Found.THERE));
          if (kernels > 0) {
            return done(Outcome.FOUND, "");
          }
        } catch (IOException unreadable) {
          Step used = steps.removeLast();
          steps.add(new Step(used.what(), used.path(), Found.DAMAGED));
          damage = unreadable.getMessage() + " ";
        }
      }
      for (Path beside : List.of(folder, folder.resolve("rocfft"))) {
        architectures(beside);
      }
      return done(
          Outcome.COMPILES,
          damage
              + "Each kernel is compiled when it is first used. Install rocfft_kernel_cache_%s.db beside the library or in rocfft/, or set ROCFFT_RTC_SYS_CACHE_PATH%s."
                  .formatted(processor, has()));
    }

    /**
     * How many kernels a cache has for the GPU. Those that it has for others are added to {@link
     * #available}.
     */
    private int cachedKernels(Path cache) throws IOException {
      try (Document document = StandardFormats.all().open(cache, progress)) {
        if (!(document instanceof SqliteDocument)) {
          throw new IOException(
              "%s: expected an SQLite database with kernels of %s, found %s."
                  .formatted(cache, library.title, document.format().wordsWithArticle()));
        }
        int kernels = 0;
        for (DocumentPart part : document.parts()) {
          String target = part.fields().getOrDefault("target", "");
          if (target.equals(processor) || target.startsWith(processor + ":")) {
            kernels++;
          } else if (!target.isEmpty()) {
            available.add(target);
          }
        }
        return kernels;
      }
    }

    /**
     * MIOpen's databases: kernels with the device's compute units in the file's name, then those
     * for any number of them; and text databases, of which it takes those with the nearest number.
     */
    private Result miopen() throws IOException {
      String variable = "MIOPEN_SYSTEM_DB_PATH";
      Path base = named(variable);
      if (base == null) {
        base = folder.resolve("../share/miopen/db").normalize();
        step("folder", base, Found.USED, Found.MISSING);
      }
      Path plain = base.resolve(processor + ".kdb");
      List<Path> compiled = databases(base, ".kdb");
      // It looks for the file of its compute units first.
      boolean any = compiled.remove(plain);
      if (compiled.isEmpty()) {
        steps.add(
            new Step(
                "compiled kernels for the compute units of the GPU",
                base.resolve(processor + "*.kdb").toString(),
                Found.NOT_THERE));
      }
      StringBuilder damage = new StringBuilder();
      int kernels = 0;
      for (Path each : compiled) {
        kernels += compiled("compiled kernels for " + units(each), each, damage);
      }
      String forAny = "compiled kernels for any compute units";
      if (any) {
        kernels += compiled(forAny, plain, damage);
      } else {
        steps.add(new Step(forAny, plain.toString(), Found.NOT_THERE));
      }
      texts(base, ".fdb.txt", "results of searches");
      texts(base, ".db.txt", "tuned parameters");
      if (kernels > 0 && damage.isEmpty()) {
        return done(Outcome.FOUND, "");
      }
      architectures(base);
      return done(
          kernels > 0 ? Outcome.PARTLY : Outcome.COMPILES,
          damage
              + "Kernels are compiled when they are first used. Install %s.kdb, or the one for the compute units of the GPU, in %s%s"
                  .formatted(processor, base, has())
              + (environment.containsKey(variable)
                  ? ". %s is set: unset it if the files are in share/miopen/db.".formatted(variable)
                  : ", or set %s to a folder that has it.".formatted(variable)));
    }

    /** How many kernels of the GPU a database of MIOpen has; a step says it. */
    private int compiled(String what, Path file, StringBuilder damage) {
      try {
        int kernels = cachedKernels(file);
        steps.add(
            new Step(
                kernels == 0 ? what + ", none of the GPU" : what + ", " + kernels,
                file.toString(),
                kernels == 0 ? Found.MISSING : Found.THERE));
        return kernels;
      } catch (IOException unreadable) {
        steps.add(new Step(what, file.toString(), Found.DAMAGED));
        damage.append(unreadable.getMessage()).append(' ');
        return 0;
      }
    }

    /** For how many compute units a database is, by its name. */
    private String units(Path file) {
      Matcher units = UNITS.matcher(file.getFileName().toString().substring(processor.length()));
      if (!units.lookingAt()) {
        return "some compute units";
      }
      String decimal = units.group("decimal");
      return CountText.of(
          decimal != null
              ? Integer.parseInt(decimal)
              : Integer.parseInt(units.group("hexadecimal"), 16),
          "compute unit");
    }

    private void texts(Path base, String ending, String what) throws IOException {
      List<Path> files = databases(base, ending);
      steps.add(
          new Step(
              files.isEmpty() ? what : what + ", " + CountText.of(files.size(), "file"),
              base.resolve(processor + "*" + ending).toString(),
              files.isEmpty() ? Found.NOT_THERE : Found.THERE));
    }

    /** The GPU's files of MIOpen with an ending. */
    private List<Path> databases(Path base, String ending) throws IOException {
      List<Path> found = new ArrayList<>();
      for (Path each : children(base)) {
        String name = each.getFileName().toString();
        boolean other = ending.equals(".db.txt") && name.endsWith(".fdb.txt");
        if (name.endsWith(ending) && !other && isFor("miopen/db/" + name)) {
          found.add(each);
        }
      }
      return found;
    }

    private Result aotriton() throws IOException {
      Path images = folder.resolve("aotriton.images");
      step("folder", images, Found.USED, Found.MISSING);
      boolean found = false;
      for (Path each : children(images)) {
        String name = each.getFileName().toString();
        if (isFor("aotriton.images/" + name + "/x.aks2")) {
          boolean empty = FolderWalk.of(each, progress).files().isEmpty();
          steps.add(
              new Step("kernels of the GPU", each.toString(), empty ? Found.MISSING : Found.USED));
          found |= !empty;
        } else {
          architecture("aotriton.images/" + name + "/x.aks2");
        }
      }
      if (found) {
        return done(Outcome.FOUND, "");
      }
      steps.add(
          new Step(
              "kernels of the GPU", images.resolve("amd-" + processor).toString(), Found.MISSING));
      return done(
          Outcome.MISSING,
          "Install AOTriton's kernels for %s in %s%s.".formatted(processor, images, has()));
    }

    private boolean isFor(String path) {
      GpuTarget target = target(path);
      return target != null
          && (target.processor().equals(processor)
              || FamilyForm.related(processor, target.processor()));
    }

    private static @Nullable GpuTarget target(String path) {
      return Databases.installed().recognise(path).map(DatabaseFile::architecture).orElse(null);
    }

    private void architecture(String path) {
      GpuTarget target = target(path);
      if (target != null && !target.processor().equals(processor)) {
        available.add(target.toString());
      }
    }

    /** For which GPUs there are files in a folder of a database, or in one of its folders. */
    private void architectures(Path base) throws IOException {
      String below =
          switch (library) {
            case ROCBLAS -> "rocblas/library/";
            case HIPBLASLT -> "hipblaslt/library/";
            case ROCFFT -> "rocfft/";
            case MIOPEN -> "miopen/db/";
            case AOTRITON -> "aotriton.images/";
          };
      for (Path each : children(base)) {
        architecture(below + each.getFileName());
        if (Files.isDirectory(each)) {
          architecture(below + each.getFileName() + "/x.dat");
        }
      }
    }

    private static int count(Path folder, Pattern name) throws IOException {
      int count = 0;
      for (Path each : children(folder)) {
        count += name.matcher(each.getFileName().toString()).matches() ? 1 : 0;
      }
      return count;
    }

    private static List<Path> children(Path folder) throws IOException {
      List<Path> children = new ArrayList<>();
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
          stream.forEach(children::add);
        } catch (DirectoryIteratorException failure) {
          throw failure.getCause();
        }
      }
      children.sort(null);
      return children;
    }
  }
}
