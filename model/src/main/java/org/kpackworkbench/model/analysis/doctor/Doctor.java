package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.tensile.TensileDocument;

/**
 * Tries for libraries what they try when they look for their kernels. Reads names of files, the
 * headers of code objects, and Tensile's indices, which name the files that are loaded later, and
 * for which GPUs rocFFT's cache and MIOpen's databases have kernels. For one run on one thread.
 */
public final class Doctor {
  private final DoctorSettings settings;

  /** The install tree: a folder, or the top of what packages install. */
  private final Path tree;

  private final Map<String, String> environment;
  private final Progress progress;
  private final KernelFiles contents;

  /** A library, by the names of its files, on Linux and on Windows. */
  private enum Library {
    ROCBLAS("rocBLAS", "rocblas"),
    HIPBLASLT("hipBLASLt", "hipblaslt"),
    ROCFFT("rocFFT", "rocfft"),
    MIOPEN("MIOpen", "MIOpen"),
    AOTRITON("AOTriton", "aotriton_v2");

    private final String title;
    private final Pattern file;

    Library(String title, String name) {
      this.title = title;
      this.file = Pattern.compile("lib%1$s\\.so.*|(?i:(?:lib)?%1$s\\.dll)".formatted(name));
    }
  }

  /** The name of rocFFT's cache while there was one for all architectures. */
  private static final String FORMER_CACHE = "rocfft_kernel_cache.db";

  /**
   * The number of compute units in a name of MIOpen behind the architecture and its features: up to
   * 64 behind {@code _}, else in hexadecimal digits.
   */
  private static final Pattern UNITS =
      Pattern.compile(
          "(?:_(?:no)?(?:sramecc|xnack))*(?:_(?<decimal>\\d{1,4})|(?<hexadecimal>[0-9a-f]{2,4}))");

  /** The features in a name of MIOpen behind the architecture. */
  private static final Pattern FEATURES = Pattern.compile("(?:_(?:no)?(?:sramecc|xnack))*");

  private static final String NO_ECC = "_nosramecc";
  private static final String XNACK = "_xnack";

  /** On these MIOpen says nothing of ECC where it is on. */
  private static final Set<String> ECC_BY_DEFAULT = Set.of("gfx906", "gfx908");

  private static final String ANY_UNITS = "compiled kernels for any compute units";
  private static final String LITE_PATH = "HIPBLASLT_TENSILE_LIBPATH";

  /** The index that is for all GPUs. */
  private static final String FOR_ALL = "TensileLibrary.dat";

  private static final String OF_INDEX = "file of the index";
  private static final String OF_LIBRARY = "code objects of a library";

  /** How many missing or damaged files are listed one by one. */
  private static final int MOST_LISTED = 20;

  private Doctor(
      DoctorSettings settings, Path tree, Map<String, String> inherited, Progress progress) {
    this.settings = settings;
    this.tree = tree;
    this.environment = settings.environment(inherited);
    this.progress = progress;
    this.contents = new KernelFiles(progress);
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
    Path tree = Packages.tree(settings.tree(), UnpackBudget.operation(), progress);
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
    Map<Library, Set<Path>> found = new EnumMap<>(Library.class);
    progress.begin("Looking for libraries in " + tree, files.size(), Unit.FILES);
    for (Path file : files) {
      progress.step(1);
      for (Library library : Library.values()) {
        if (library.file.matcher(file.getFileName().toString()).matches()) {
          found.computeIfAbsent(library, each -> new LinkedHashSet<>()).add(file.toRealPath());
        }
      }
    }
    DoctorPackages packages = new DoctorPackages();
    List<Result> results = new ArrayList<>();
    for (Map.Entry<Library, Set<Path>> library : found.entrySet()) {
      for (Path file : library.getValue()) {
        for (GpuTarget gpu : settings.gpus().targets()) {
          for (Result result : results(library.getKey(), file, gpu)) {
            results.add(packages.with(result));
          }
        }
      }
    }
    return new DoctorReport(tree, results);
  }

  /**
   * The result of a library on a GPU; where it has a folder for a revision of the GPU and none was
   * named, also that on this revision.
   */
  private List<Result> results(Library library, Path file, GpuTarget gpu) throws IOException {
    Search search = new Search(library, file, gpu);
    List<Result> results = new ArrayList<>(List.of(search.result()));
    if (search.revision != null) {
      results.add(new Search(library, file, search.revision).result());
    }
    return results;
  }

  /**
   * What an index names.
   *
   * @param all how many files it loads
   * @param missing those that are not there, by their names without endings
   * @param useless what is wrong with those that are there and of no use, in sentences
   * @param code the files of code objects that are missing or empty beside others
   * @param loaded the files of code objects that are there, by the names of libraries
   * @param damage why the index itself is of no use; empty if it is of use
   */
  private record Indexed(
      int all,
      List<String> missing,
      List<String> useless,
      List<String> code,
      Set<Path> loaded,
      String damage) {
    static final Indexed NONE = damaged("");

    static Indexed damaged(String damage) {
      return new Indexed(0, List.of(), List.of(), List.of(), Set.of(), damage);
    }

    boolean isWhole() {
      return missing.isEmpty() && useless.isEmpty() && code.isEmpty();
    }

    String advice(String library, GpuTarget gpu) {
      List<String> sentences = new ArrayList<>();
      if (!missing.isEmpty()) {
        sentences.add(
            "%d of %s that the index loads %s missing: %s."
                .formatted(
                    missing.size(),
                    CountText.of(all, "file"),
                    CountText.word(missing.size(), "is", "are"),
                    ListText.some(missing)));
      }
      if (!useless.isEmpty()) {
        sentences.add(useless.getFirst());
        int more = useless.size() - 1;
        if (more > 0) {
          sentences.add(
              "%s that the index loads %s damaged or for another GPU."
                  .formatted(CountText.of(more, "more file"), CountText.word(more, "is", "are")));
        }
      }
      if (!code.isEmpty()) {
        sentences.add(
            "%s of code objects %s missing or empty: %s."
                .formatted(
                    CountText.of(code.size(), "file"),
                    CountText.word(code.size(), "is", "are"),
                    ListText.some(code)));
      }
      sentences.add(
          "Install the files of %s for %s from one build: operations that need %s fail."
              .formatted(
                  library, gpu, useless.isEmpty() ? "a missing file" : "one of these files"));
      return String.join(" ", sentences);
    }
  }

  /**
   * What a database has for a GPU.
   *
   * @param kernels how many kernels
   * @param damage what is wrong with it, in sentences; empty if nothing is
   * @param notes what else is to be said: it is being written, changes are beside it
   */
  private record Cached(int kernels, String damage, String notes) {}

  /** What one library finds on one GPU. */
  private final class Search {
    private final Library library;
    private final Path file;
    private final Path folder;

    /** The GPU as it was named. */
    private final GpuTarget named;

    private final GpuTarget gpu;
    private final String processor;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> available = new TreeSet<>();

    /** What this user may not read, in sentences. */
    private final List<String> refused = new ArrayList<>();

    /** A revision of the GPU that finds something else; null if there is none. */
    private @Nullable GpuTarget revision;

    Search(Library library, Path file, GpuTarget named) {
      this.library = library;
      this.file = file;
      this.folder = java.util.Objects.requireNonNull(file.getParent());
      this.named = named;
      this.gpu = Revision.without(named);
      this.processor = gpu.processor();
    }

    Result result() throws IOException {
      return switch (library) {
        case ROCBLAS ->
            tensile(
                "ROCBLAS_TENSILE_LIBPATH",
                List.of("../../Tensile/library", "library", "../rocblas/library"),
                "rocblas/library");
        case HIPBLASLT ->
            tensile(LITE_PATH, List.of("../Tensile/library", "library"), "hipblaslt/library");
        case ROCFFT -> rocfft();
        case MIOPEN -> miopen();
        case AOTRITON -> aotriton();
      };
    }

    private Result done(Outcome outcome, String advice) {
      return new Result(
          library.title,
          file,
          named.toString(),
          outcome,
          steps,
          outcome == Outcome.FOUND ? List.of() : List.copyOf(available),
          sentences(String.join(" ", refused), advice));
    }

    /** Whether something can be read; the library tries the next one if not. */
    private boolean step(String what, Path path, Found good, Found none) {
      boolean readable = Files.isReadable(path);
      boolean there = !readable && Files.exists(path);
      if (there) {
        refused.add(KernelFiles.sentence(new AccessDeniedException(path.toString())));
      }
      Found found = readable ? good : there ? Found.REFUSED : none;
      steps.add(new Step(what, path.toString(), found));
      return readable;
    }

    /** What is wrong with a file that is there and cannot be used. */
    private static Found unusable(Path file) {
      return Files.isReadable(file) ? Found.DAMAGED : Found.REFUSED;
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
      Path path = ownFolder(base);
      @Nullable Path index = null;
      for (String name : indices()) {
        Path tried = index(path, name);
        Found none = name.equals(FOR_ALL) ? Found.MISSING : Found.NOT_THERE;
        if (step("index", tried, Found.USED, none)) {
          index = tried;
          break;
        }
      }
      Indexed indexed = index == null ? Indexed.NONE : indexed(index);
      List<String> damage = new ArrayList<>();
      List<Step> damaged = new ArrayList<>();
      int code = code(path, indexed, damaged, damage);
      for (String name : some(indexed.code())) {
        Path file = path.resolve(name);
        steps.add(
            new Step(
                OF_LIBRARY, file.toString(), Files.exists(file) ? unusable(file) : Found.MISSING));
      }
      steps.addAll(some(damaged));
      if (indexed.damage().isEmpty() && index != null && code > 0) {
        return indexed.isWhole() && damage.isEmpty()
            ? done(Outcome.FOUND, "")
            : done(
                Outcome.PARTLY,
                sentences(
                    String.join(" ", some(damage)),
                    indexed.isWhole() ? copyAgain(damaged) : indexed.advice(library.title, gpu)));
      }
      architectures(base);
      String what =
          !indexed.damage().isEmpty()
              ? indexed.damage() + " "
              : index != null
                  ? "The index exists, but no code object%s does. %s"
                      .formatted(
                          damage.isEmpty() ? "" : " for " + processor,
                          damage.stream()
                              .limit(MOST_LISTED)
                              .map(each -> each + " ")
                              .collect(Collectors.joining()))
                  : code > 0 ? "Code objects exist, but no index does. " : "";
      return done(
          Outcome.MISSING,
          what
              + install(
                  "the files of %s for %s below %s"
                      .formatted(library.title, named.processor(), base),
                  variable,
                  "a folder that has them",
                  "the files are beside the library")
              + mustNameFolder(variable, base));
    }

    private List<String> indices() {
      return List.of(
          "TensileLibrary_lazy_" + processor + ".dat",
          "TensileLibrary_" + processor + ".dat",
          FOR_ALL);
    }

    /** An index, compressed if only that is there. */
    private static Path index(Path folder, String name) {
      Path plain = folder.resolve(name);
      Path packed = folder.resolve(name + ".zlib");
      return !Files.exists(plain) && Files.isReadable(packed) ? packed : plain;
    }

    private boolean hasIndex(Path folder) {
      return indices().stream().anyMatch(name -> Files.isReadable(index(folder, name)));
    }

    /**
     * The folder in which a library looks, of those for one GPU or for all. hipBLASLt looks for
     * folders only where no variable names one, and takes that of a revision for this revision.
     * Where only the folder for all has an index, its newer versions take that.
     */
    private Path ownFolder(Path base) {
      boolean lite = library == Library.HIPBLASLT;
      if (lite && environment.containsKey(LITE_PATH)) {
        return base;
      }
      Path own = base.resolve(lite ? named.processor() : processor);
      if (lite && gpu.equals(named)) {
        revision =
            Revision.of(gpu)
                .filter(name -> Files.isDirectory(base.resolve(name)))
                .map(name -> new GpuTarget(name, gpu.features()))
                .orElse(null);
      }
      boolean used = !lite || hasIndex(own) || !hasIndex(base);
      return step("folder of the GPU", own, used ? Found.USED : Found.NOT_THERE, Found.NOT_THERE)
              && used
          ? own
          : base;
    }

    /** Where a variable names the folder above the one that is needed. */
    private String mustNameFolder(String variable, Path base) {
      Path own = base.resolve(named.processor());
      return variable.equals(LITE_PATH) && environment.containsKey(variable) && hasIndex(own)
          ? " %s does not look in folders below it: set it to %s.".formatted(library.title, own)
          : "";
    }

    private String copyAgain(List<Step> wrong) {
      return wrong.stream().anyMatch(step -> step.found() == Found.OTHER)
          ? "Install the files of %s for %s from one build: operations that need these fail."
              .formatted(library.title, gpu)
          : "Copy damaged files again from their source: operations that need them fail.";
    }

    /**
     * What to do about something that is missing.
     *
     * @param what what is to be installed, and where
     * @param variable what leads the library elsewhere
     * @param value what it may be set to
     * @param usual what has to be so without it
     */
    private String install(String what, String variable, String value, String usual) {
      boolean set = environment.containsKey(variable);
      return "Install %s%s.%s%s"
          .formatted(
              what,
              set ? "" : ", or set %s to %s".formatted(variable, value),
              has(),
              set ? " %s is set: unset it if %s.".formatted(variable, usual) : "");
    }

    /** For which other GPUs there is something, as a sentence. */
    private String has() {
      return available.isEmpty()
          ? " There are none for another GPU either."
          : " There are some for %s.".formatted(ListText.some(List.copyOf(available)));
    }

    private static <T> List<T> some(List<T> all) {
      return all.subList(0, Math.min(MOST_LISTED, all.size()));
    }

    /**
     * How many files of code objects there are, by steps; those for the other setting of XNACK are
     * none, and neither are those without code, or whose code is for other GPUs.
     *
     * @param damaged gets those that are of no use
     * @param damage gets what is wrong with those, in sentences
     */
    private int code(Path folder, Indexed indexed, List<Step> damaged, List<String> damage)
        throws IOException {
      Pattern name = Pattern.compile(".*" + Pattern.quote(processor) + "(?<xnack>-xnack[-+])?.*co");
      Set<Path> ofGpu = new LinkedHashSet<>();
      for (Path each : children(folder)) {
        Matcher matcher = name.matcher(each.getFileName().toString());
        if (matcher.matches()) {
          String xnack = matcher.group("xnack");
          if (xnack == null || GpuTarget.parse(processor + xnack).agrees(gpu)) {
            ofGpu.add(each);
          }
        }
      }
      Set<Path> ofLibraries = new TreeSet<>(indexed.loaded());
      ofLibraries.removeAll(ofGpu);
      // These are listed as what the index lacks.
      ofGpu.removeIf(each -> indexed.code().contains(each.getFileName().toString()));
      reading("code objects", ofGpu.size() + ofLibraries.size());
      int count = 0;
      for (Path each : ofGpu) {
        count += examine(each, damaged, damage) ? 1 : 0;
      }
      int others = 0;
      for (Path each : ofLibraries) {
        others += examine(each, damaged, damage) ? 1 : 0;
      }
      if (count > 0 || ofLibraries.isEmpty()) {
        codeStep("code objects", count, folder.resolve("*" + processor + "*co"));
      }
      if (!ofLibraries.isEmpty()) {
        codeStep("code objects of libraries", others, folder.resolve("*co"));
      }
      return count + others;
    }

    private void codeStep(String what, int count, Path path) {
      steps.add(
          new Step(
              count == 0 ? what : what + ", " + count,
              path.toString(),
              count == 0 ? Found.MISSING : Found.THERE));
    }

    /** Whether a file has code objects for the GPU, as far as its headers say it. */
    private boolean examine(Path file, List<Step> damaged, List<String> damage) {
      progress.step(1);
      KernelFiles.Contents code = contents.of(file);
      boolean others = code.isForOthers(gpu);
      if (!others && code.damage().isEmpty()) {
        return true;
      }
      damaged.add(new Step(OF_LIBRARY, file.toString(), others ? Found.OTHER : unusable(file)));
      damage.add(others ? otherGpu(file, code.targets()) : code.damage());
      return false;
    }

    private static String otherGpu(Path file, Set<GpuTarget> targets) {
      return "%s is for another GPU: %s."
          .formatted(file, ListText.some(targets.stream().map(GpuTarget::toString).toList()));
    }

    /**
     * Reads which files an index loads when an operation needs them, and lists those that are not
     * there, or of no use.
     */
    private Indexed indexed(Path index) {
      try (Document document = StandardFormats.all().open(index, progress.cancelOnly())) {
        TensileDocument tensile = readable(document);
        if (!tensile.isFor(gpu)) {
          useless(Found.OTHER);
          return Indexed.damaged(
              "%s is for %s: none of its solutions is chosen on %s."
                  .formatted(index, ListText.some(List.copyOf(tensile.stated())), processor));
        }
        List<String> missing = new ArrayList<>();
        List<String> useless = new ArrayList<>();
        List<Step> found = new ArrayList<>();
        Set<String> code = new LinkedHashSet<>();
        Set<Path> there = new LinkedHashSet<>();
        code(tensile, index, code, there);
        Map<String, TensileDocument.Child> all = new LinkedHashMap<>();
        tensile.children().forEach(child -> all.putIfAbsent(child.stem(), child));
        reading("the files that the index loads", all.size());
        for (TensileDocument.Child child : all.values()) {
          progress.step(1);
          Path file = child.found().orElse(null);
          if (file == null) {
            missing.add(child.stem());
            Path expected = index.resolveSibling(child.stem() + ".dat");
            found.add(new Step(OF_INDEX, expected.toString(), Found.MISSING));
          } else {
            loaded(file, found, useless, code, there);
          }
        }
        if (!all.isEmpty()) {
          int present = all.size() - missing.size();
          steps.add(
              new Step(
                  "files that the index loads, %d of %d".formatted(present, all.size()),
                  index.resolveSibling("*.dat").toString(),
                  missing.isEmpty() ? Found.THERE : Found.MISSING));
        }
        steps.addAll(some(found));
        return new Indexed(all.size(), missing, useless, List.copyOf(code), there, "");
      } catch (IOException unreadable) {
        useless(unusable(index));
        return Indexed.damaged(
            KernelFiles.sentence(unreadable) + " Without it the library finds nothing.");
      }
    }

    /** Examines a file that an index loads. */
    private void loaded(
        Path file, List<Step> found, List<String> useless, Set<String> code, Set<Path> there) {
      try (Document document = StandardFormats.all().open(file, progress.cancelOnly())) {
        TensileDocument tensile = readable(document);
        if (tensile.isFor(gpu)) {
          code(tensile, file, code, there);
        } else {
          found.add(new Step(OF_INDEX, file.toString(), Found.OTHER));
          useless.add(
              "%s is for %s.".formatted(file, ListText.some(List.copyOf(tensile.stated()))));
        }
      } catch (IOException unreadable) {
        found.add(new Step(OF_INDEX, file.toString(), unusable(file)));
        useless.add(KernelFiles.sentence(unreadable));
      }
    }

    private void code(TensileDocument library, Path file, Set<String> missing, Set<Path> there)
        throws IOException {
      List<Path> folders = List.of(java.util.Objects.requireNonNull(file.getParent()));
      library
          .missingCode(gpu, folders, progress.cancelOnly())
          .ifPresentOrElse(missing::add, () -> there.addAll(library.ownFiles(gpu, folders)));
    }

    /** A library without mistakes. */
    private static TensileDocument readable(Document document) throws IOException {
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      if (document instanceof TensileDocument tensile) {
        return tensile;
      }
      throw new IOException(
          "%s: expected a Tensile library, found %s. Copy the file again from its source"
              .formatted(document.place().file(), KernelFiles.found(document)));
    }

    /** What the last step used is of no use. */
    private void useless(Found why) {
      Step used = steps.removeLast();
      steps.add(new Step(used.what(), used.path(), why));
    }

    /**
     * rocFFT's cache: since 1.0.37 one for each architecture, before that one for all. A file that
     * cannot be read is skipped.
     */
    private Result rocfft() throws IOException {
      Path named = named("ROCFFT_RTC_SYS_CACHE_PATH");
      String own = "rocfft_kernel_cache_" + processor + ".db";
      Cached cached = new Cached(0, "", "");
      List<String> passed = new ArrayList<>();
      boolean former = false;
      if (named != null) {
        if (Files.isReadable(named)) {
          cached = examined(named);
        }
      } else {
        List<String> names = List.of(own, "rocfft/" + own, FORMER_CACHE, "rocfft/" + FORMER_CACHE);
        for (String name : names) {
          former = name.endsWith(FORMER_CACHE);
          String what = former ? "kernel cache of all GPUs, read before 1.0.37" : "kernel cache";
          if (step(what, folder.resolve(name), Found.USED, Found.NOT_THERE)) {
            cached = examined(folder.resolve(name));
            if (cached.kernels() > 0 || cached.damage().isEmpty()) {
              break;
            }
            passed.add(cached.damage());
            cached = new Cached(0, "", "");
          }
        }
      }
      String damage = sentences(String.join(" ", passed), cached.damage());
      String older =
          former && cached.kernels() > 0
              ? "%s is read by rocFFT before 1.0.37; later versions only read %s."
                  .formatted(FORMER_CACHE, own)
              : "";
      if (cached.kernels() > 0 && damage.isEmpty()) {
        return done(Outcome.FOUND, sentences(cached.notes(), older));
      }
      for (Path beside : List.of(folder, folder.resolve("rocfft"))) {
        architectures(beside);
      }
      return done(
          cached.kernels() > 0 ? Outcome.PARTLY : Outcome.COMPILES,
          sentences(
              damage,
              cached.notes(),
              older,
              "Each kernel is compiled when it is first used.",
              install(
                  own + " beside the library or in rocfft/",
                  "ROCFFT_RTC_SYS_CACHE_PATH",
                  "a cache that has kernels of the GPU",
                  "the cache is beside the library")));
    }

    /** Tells what a cache of rocFFT has, as a step. */
    private Cached examined(Path cache) {
      Cached cached = cached(cache);
      int kernels = cached.kernels();
      if (cached.damage().isEmpty()) {
        steps.add(
            new Step(
                kernels == 0 ? "kernels of the GPU" : "kernels of the GPU, " + kernels,
                cache.toString(),
                kernels == 0 ? Found.MISSING : Found.THERE));
      } else {
        useless(unusable(cache));
      }
      return cached;
    }

    private static String sentences(String... sentences) {
      return Arrays.stream(sentences)
          .filter(each -> !each.isEmpty())
          .collect(Collectors.joining(" "));
    }

    /**
     * What a database has for the GPU. Rows name features only if kernels need their setting. What
     * it has for others is added to {@link #available}.
     */
    private Cached cached(Path file) {
      try (Document document = StandardFormats.all().open(file, progress.cancelOnly())) {
        if (!(document instanceof SqliteDocument database)) {
          return new Cached(
              0,
              "%s: expected an SQLite database with kernels of %s, found %s."
                  .formatted(file, library.title, KernelFiles.found(document)),
              "");
        }
        int kernels = 0;
        int without = 0;
        for (DocumentPart part : database.parts()) {
          progress.step(0);
          String target = part.fields().getOrDefault("target", "");
          GpuTarget stated = GpuTarget.lenient(target);
          if (target.isEmpty()) {
            continue;
          }
          if (!stated.processor().equals(processor) || !stated.agrees(gpu)) {
            available.add(target);
          } else if (part.fields().getOrDefault("file", "").equals("missing")) {
            without++;
          } else {
            kernels++;
          }
        }
        List<String> damage = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (FormatException problem : database.problems()) {
          (problem.reason() == Reason.UNSUPPORTED ? notes : damage)
              .add(KernelFiles.sentence(problem));
        }
        if (without > 0) {
          damage.add(
              "%s: %s for the GPU %s not exist."
                  .formatted(
                      file,
                      CountText.of(without, "row"),
                      CountText.word(without, "names a file that does", "name files that do")));
        }
        return new Cached(kernels, String.join(" ", damage), String.join(" ", notes));
      } catch (IOException unreadable) {
        return new Cached(0, KernelFiles.sentence(unreadable), "");
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
      List<Path> forUnits = new ArrayList<>();
      List<Path> forAny = new ArrayList<>();
      for (Path each : databases(base, ".kdb")) {
        String rest = stem(each).substring(processor.length());
        (FEATURES.matcher(rest).matches() ? forAny : forUnits).add(each);
      }
      // It looks for the file of its compute units first.
      if (forUnits.isEmpty()) {
        steps.add(
            new Step(
                "compiled kernels for the compute units of the GPU",
                base.resolve(processor + "*.kdb").toString(),
                Found.NOT_THERE));
      }
      List<String> damage = new ArrayList<>();
      List<String> notes = new ArrayList<>();
      int kernels = 0;
      for (Path each : forUnits) {
        kernels += compiled("compiled kernels for " + units(each), each, damage, notes);
      }
      for (Path each : forAny) {
        kernels += compiled(ANY_UNITS, each, damage, notes);
      }
      if (forAny.isEmpty()) {
        steps.add(
            new Step(ANY_UNITS, base.resolve(databaseName() + ".kdb").toString(), Found.NOT_THERE));
      }
      texts(base, ".fdb.txt", "results of searches");
      texts(base, ".db.txt", "tuned parameters");
      String found = sentences(String.join(" ", damage), String.join(" ", notes));
      if (kernels > 0 && damage.isEmpty()) {
        return done(Outcome.FOUND, found);
      }
      architectures(base);
      return done(
          kernels > 0 ? Outcome.PARTLY : Outcome.COMPILES,
          sentences(
              found,
              "Kernels are compiled when they are first used.",
              install(
                  "%s.kdb, or the one for the compute units of the GPU, in %s"
                      .formatted(databaseName(), base),
                  variable,
                  "a folder that has it",
                  "the files are in share/miopen/db")));
    }

    /** How many kernels of the GPU a database of MIOpen has; a step says it. */
    private int compiled(String what, Path file, List<String> damage, List<String> notes) {
      Cached cached = cached(file);
      if (!cached.notes().isEmpty()) {
        notes.add(cached.notes());
      }
      if (cached.damage().isEmpty()) {
        int kernels = cached.kernels();
        steps.add(
            new Step(
                kernels == 0 ? what + ", none of the GPU" : what + ", " + kernels,
                file.toString(),
                kernels == 0 ? Found.MISSING : Found.THERE));
      } else {
        steps.add(new Step(what, file.toString(), unusable(file)));
        damage.add(cached.damage());
      }
      return cached.kernels();
    }

    private static String stem(Path file) {
      String name = file.getFileName().toString();
      return name.substring(0, name.indexOf('.'));
    }

    /** The setting of a feature: on, off, or null if it is not said. */
    private @Nullable Boolean setting(String feature) {
      return gpu.features().stream()
          .filter(each -> each.name().equals(feature))
          .map(GpuTarget.Feature::on)
          .findFirst()
          .orElse(null);
    }

    /** The architecture and features as MIOpen writes them in names of databases. */
    private String databaseName() {
      return processor
          + (ECC_BY_DEFAULT.contains(processor) && Boolean.FALSE.equals(setting("sramecc"))
              ? NO_ECC
              : "")
          + (Boolean.TRUE.equals(setting("xnack")) ? XNACK : "");
    }

    /**
     * Whether a database's name has the features of the GPU; those that are not said may be any.
     */
    private boolean agrees(Path file) {
      Matcher features = FEATURES.matcher(stem(file).substring(processor.length()));
      String named = features.lookingAt() ? features.group() : "";
      Boolean xnack = setting("xnack");
      Boolean ecc = setting("sramecc");
      boolean withoutEcc =
          ECC_BY_DEFAULT.contains(processor)
              ? named.contains(NO_ECC)
              : Boolean.FALSE.equals(ecc) && !named.contains("_sramecc");
      return (xnack == null || xnack == named.contains(XNACK))
          && (ecc == null || ecc != withoutEcc);
    }

    /** For how many compute units a database is, by its name. */
    private String units(Path file) {
      Matcher units = UNITS.matcher(stem(file).substring(processor.length()));
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
        if (name.endsWith(ending) && !other && isFor("miopen/db/" + name) && agrees(each)) {
          found.add(each);
        }
      }
      return found;
    }

    private Result aotriton() throws IOException {
      Path images = folder.resolve("aotriton.images");
      step("folder", images, Found.USED, Found.MISSING);
      boolean folder = false;
      int files = 0;
      List<String> damage = new ArrayList<>();
      for (Path each : children(images)) {
        String name = each.getFileName().toString();
        if (isFor("aotriton.images/" + name + "/x.aks2")) {
          int before = files;
          int damageBefore = damage.size();
          int step = steps.size();
          FolderWalk walk = FolderWalk.of(each, progress);
          for (Path file : walk.files()) {
            files += packed(file, damage) ? 1 : 0;
          }
          walk.unreadable().forEach(one -> damage.add(KernelFiles.sentence(one.failure())));
          Found none = damage.size() > damageBefore ? Found.MISSING : Found.EMPTY;
          steps.add(
              step,
              new Step(
                  "kernels of the GPU",
                  each.toString(),
                  files > before ? Found.USED : Files.isReadable(each) ? none : Found.REFUSED));
          folder = true;
        } else {
          hasKernels("aotriton.images/" + name + "/", each);
        }
      }
      if (files > 0 && damage.isEmpty()) {
        return done(Outcome.FOUND, "");
      }
      if (!folder) {
        steps.add(
            new Step(
                "kernels of the GPU",
                images.resolve("amd-" + processor).toString(),
                Found.MISSING));
      }
      return done(
          files > 0 ? Outcome.PARTLY : Outcome.MISSING,
          sentences(
              String.join(" ", some(damage)),
              "Install AOTriton's kernels for %s in %s.%s"
                  .formatted(processor, images, files > 0 ? "" : has())));
    }

    /**
     * Whether a file has kernels of AOTriton for the GPU, as far as that is seen without unpacking
     * all of it.
     */
    private boolean packed(Path file, List<String> damage) {
      progress.step(0);
      try (Document document = StandardFormats.all().open(file, progress.cancelOnly())) {
        if (!document.problems().isEmpty()) {
          throw document.problems().getFirst();
        }
        boolean kernels = document.codeObjects().size() > 0;
        if (!kernels && file.toString().endsWith(".aks2") && !AotritonKernels.isOne(document)) {
          throw new IOException(
              "%s: expected kernels of %s, found %s"
                  .formatted(file, library.title, KernelFiles.found(document)));
        }
        Set<GpuTarget> targets = AotritonKernels.firstTargets(document, progress.cancelOnly());
        if (LoadedCode.isForOthers(targets, gpu)) {
          wrong(file, Found.OTHER, otherGpu(file, targets), damage);
          return false;
        }
        return kernels;
      } catch (IOException unreadable) {
        wrong(file, unusable(file), KernelFiles.sentence(unreadable), damage);
        return false;
      }
    }

    private void wrong(Path file, Found found, String why, List<String> damage) {
      damage.add(why);
      if (damage.size() <= MOST_LISTED) {
        steps.add(new Step("packed kernels", file.toString(), found));
      }
    }

    private boolean isFor(String path) {
      GpuTarget target = target(path);
      return target != null
          && (target.processor().equals(processor)
              || GpuTable.related(processor, target.processor()));
    }

    private static @Nullable GpuTarget target(String path) {
      return Databases.installed().recognise(path).map(DatabaseFile::architecture).orElse(null);
    }

    /**
     * For which GPUs there are kernels in a folder of a database, or in one of its folders, by what
     * is in the files: {@link #available} gets them.
     */
    private void architectures(Path base) throws IOException {
      String below =
          switch (library) {
            case ROCBLAS -> "rocblas/library/";
            case HIPBLASLT -> "hipblaslt/library/";
            case ROCFFT -> "rocfft/";
            case MIOPEN -> "miopen/db/";
            case AOTRITON -> "aotriton.images/";
          };
      List<Path> files = new ArrayList<>();
      for (Path each : children(base)) {
        if (Files.isDirectory(each)) {
          files.addAll(children(each));
        } else {
          files.add(each);
        }
      }
      files.removeIf(file -> !isLoaded(file.getFileName().toString()));
      reading("what there is for other GPUs", files.size());
      for (Path file : files) {
        progress.step(1);
        Path parent = java.util.Objects.requireNonNull(file.getParent());
        hasKernels(
            below + base.relativize(file), file, parent.equals(base) ? "" : revisionOf(parent));
      }
    }

    /** Begins a step that reads files, if there are any. */
    private void reading(String what, int files) {
      if (files > 0) {
        progress.begin(
            "Reading %s (%s, %s)".formatted(what, library.title, named), files, Unit.FILES);
      }
    }

    /** The revision that a folder is for; empty if it is for none. */
    private static String revisionOf(Path folder) {
      String name = folder.getFileName().toString();
      return Revision.without(name).equals(name) ? "" : name;
    }

    /** The same for AOTriton's folder of a GPU: each of its files is for that. */
    private void hasKernels(String path, Path folder) throws IOException {
      for (Path file : FolderWalk.of(folder, progress).files()) {
        if (hasKernels(path + file.getFileName(), file, "")) {
          return;
        }
      }
    }

    /**
     * The same for a file that a library may load.
     *
     * @param ofRevision the revision that its folder is for; empty if it is for none
     * @return whether it has kernels
     */
    private boolean hasKernels(String path, Path file, String ofRevision) {
      if (!isLoaded(file.getFileName().toString())) {
        return false;
      }
      KernelFiles.Contents found = contents.of(file);
      GpuTarget name = found.kernels() ? target(path) : null;
      Set<GpuTarget> targets = found.targets();
      if (name != null && (targets.isEmpty() || areRelated(name, targets))) {
        targets = Set.of(name);
      }
      for (GpuTarget each : targets) {
        boolean ofFolder = each.processor().equals(processor) && library == Library.HIPBLASLT;
        String one = ofFolder && !ofRevision.isEmpty() ? ofRevision : each.toString();
        if (!one.equals(named.processor()) && (ofFolder || !each.processor().equals(processor))) {
          available.add(one);
        }
      }
      return found.kernels();
    }

    /** Whether a name of one or more GPUs has one of some targets. */
    private static boolean areRelated(GpuTarget name, Set<GpuTarget> targets) {
      return targets.stream()
          .anyMatch(each -> GpuTable.related(name.processor(), each.processor()));
    }

    /** Whether the library loads kernels from files of such names. */
    private boolean isLoaded(String name) {
      return switch (library) {
        case ROCBLAS, HIPBLASLT -> name.endsWith(".co") || name.endsWith(".hsaco");
        case ROCFFT -> name.startsWith("rocfft_kernel_cache") && name.endsWith(".db");
        case MIOPEN -> name.endsWith(".kdb");
        case AOTRITON -> true;
      };
    }

    /** What is in a folder; nothing where it may not be read, as for the library. */
    private static List<Path> children(Path folder) throws IOException {
      List<Path> children = new ArrayList<>();
      if (Files.isDirectory(folder) && Files.isReadable(folder)) {
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
