package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.known.TensileLibrary;
import org.kpackworkbench.model.format.tensile.TensileFiles;

/**
 * Tensile's libraries: a folder, in it one for the GPU, in that an index, and code objects. For one
 * thread.
 */
final class TensileSearch {
  static final String ROCBLAS_PATH = "ROCBLAS_TENSILE_LIBPATH";
  static final String HIPBLASLT_PATH = "HIPBLASLT_TENSILE_LIBPATH";
  static final String HIPSPARSELT_PATH = "ROCSPARSELT_TENSILE_LIBPATH";

  /** The index that is for all GPUs. */
  private static final String FOR_ALL = "TensileLibrary.dat";

  private static final String CODE = "code objects of a library";
  private static final List<String> XNACK = List.of("", "-xnack-", "-xnack+");

  private final Search search;
  private final Places places;
  private final Gpu gpu;
  private final String processor;

  /**
   * Where a library looks.
   *
   * @param name its folder's name
   * @param variable the variable that names the folder
   * @param folders from the library's, in order; the last one is needed if no other exists
   */
  private record Places(String name, String variable, List<String> folders) {
    String below() {
      return name + "/library/";
    }
  }

  private TensileSearch(Search search, Places places) {
    this.search = search;
    this.places = places;
    this.gpu = search.gpu();
    this.processor = gpu.processor();
  }

  static Result rocblas(Search search) throws IOException {
    List<String> folders =
        new ArrayList<>(
            List.of(
                "../../Tensile/library", "library", "../rocblas/library", "../Tensile/library"));
    for (Path each : Search.children(search.folder().resolve("rocblas"))) {
      String name = each.getFileName().toString();
      if (TensileLibrary.isVersion(name)) {
        folders.add("rocblas/%s/library".formatted(name));
      }
    }
    folders.add("rocblas/library");
    return new TensileSearch(search, new Places("rocblas", ROCBLAS_PATH, folders)).result();
  }

  static Result hipblaslt(Search search) throws IOException {
    List<String> folders = new ArrayList<>();
    if (search.onWindows()) {
      folders.add("../lib/hipblaslt/library");
    }
    folders.addAll(List.of("hipblaslt/library", "../Tensile/library", "library"));
    Path usual = search.folder().resolve("hipblaslt/library");
    if (!Files.exists(usual)) {
      // So that messages name the usual folder.
      folders.remove("hipblaslt/library");
      folders.add("hipblaslt/library");
    } else if (Files.exists(search.folder().resolve("../Tensile/library"))) {
      search.onlyIn("Versions before 2025 take ../Tensile/library first.");
    }
    return new TensileSearch(search, new Places("hipblaslt", HIPBLASLT_PATH, folders)).result();
  }

  static TensileSearch hipsparselt(Search search) {
    return new TensileSearch(
        search,
        new Places(
            "hipsparselt",
            HIPSPARSELT_PATH,
            List.of(
                "../hipblaslt/Tensile/library",
                "../Tensile/library",
                "../hipsparselt/library",
                "hipsparselt/library")));
  }

  record Answer(Outcome outcome, String advice) {}

  private Result result() throws IOException {
    Answer answer = answer();
    return search.done(answer.outcome(), answer.advice());
  }

  Answer answer() throws IOException {
    Path base = search.base(places.variable(), places.folders());
    Path path = ownFolder(base);
    @Nullable Path index = null;
    List<String> names = indices();
    for (String name : names) {
      Path tried = index(path, name);
      Found none = name.equals(names.getLast()) ? Found.MISSING : Found.NOT_THERE;
      if (search.step("index", tried, Found.USED, none)) {
        index = tried;
        break;
      }
    }
    TensileIndex indexed = index == null ? TensileIndex.NONE : TensileIndex.of(index, search);
    String helpers = index == null || !TensileFiles.isLazy(index) ? "" : helpers(path);
    List<Step> damaged = new ArrayList<>();
    List<String> damage = new ArrayList<>();
    int code = code(path, indexed, damaged, damage);
    for (String name : Search.some(indexed.code())) {
      Path file = path.resolve(name);
      search.add(CODE, file, Files.exists(file) ? Search.unusable(file) : Found.MISSING);
    }
    search.steps().addAll(Search.some(damaged));
    if (indexed.damage().isEmpty() && index != null && code > 0) {
      boolean whole = indexed.isWhole() && damage.isEmpty() && helpers.isEmpty();
      return whole
          ? new Answer(Outcome.FOUND, "")
          : new Answer(
              Outcome.PARTLY,
              Search.sentences(
                  Search.sentences(Search.some(damage)),
                  helpers,
                  indexed.isWhole()
                      ? damage.isEmpty() ? oneBuild() : copyAgain(damaged)
                      : indexed.advice(search)));
    }
    search.others(base, places.below(), TensileSearch::isCode);
    return new Answer(
        Outcome.MISSING,
        Search.sentences(
            missing(indexed, index, code, damage),
            search.install(
                "the files of %s for %s below %s"
                    .formatted(search.library().title(), gpu.named().processor(), base),
                places.variable(),
                "a folder that has them",
                "the files are beside the library"),
            mustNameFolder(base)));
  }

  private String missing(
      TensileIndex indexed, @Nullable Path index, int code, List<String> damage) {
    if (!indexed.damage().isEmpty()) {
      return indexed.damage();
    }
    if (index != null) {
      return Search.sentences(
          "The index exists, but no code object%s does."
              .formatted(damage.isEmpty() ? "" : " for " + processor),
          Search.sentences(Search.some(damage)));
    }
    return code > 0 ? "Code objects exist, but no index does." : "";
  }

  private static boolean isCode(String name) {
    return name.endsWith(".co") || name.endsWith(".hsaco");
  }

  private List<String> indices() {
    List<String> own =
        List.of(
            "TensileLibrary_lazy_" + processor + ".dat", "TensileLibrary_" + processor + ".dat");
    return isRocblas() ? List.of(own.getFirst(), own.getLast(), FOR_ALL) : own;
  }

  private boolean isRocblas() {
    return search.library() == Library.ROCBLAS;
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

  private Path ownFolder(Path base) {
    return switch (search.library()) {
      case ROCBLAS -> {
        Optional<String> xnack = xnack();
        if (xnack.isPresent()) {
          Path own = base.resolve(processor + "-" + xnack.get());
          if (search.step("folder of the GPU and XNACK", own, Found.USED, Found.NOT_THERE)) {
            search.onlyIn("Versions before mid-2026 do not look in %s.".formatted(own));
            yield own;
          }
        }
        Path own = base.resolve(processor);
        yield search.step("folder of the GPU", own, Found.USED, Found.NOT_THERE) ? own : base;
      }
      case HIPBLASLT -> search.isSet(HIPBLASLT_PATH) ? base : hipblasltFolder(base);
      default -> {
        if (search.isSet(places.variable())) {
          yield base;
        }
        Path own = base.resolve(processor);
        yield search.step("folder of the GPU", own, Found.USED, Found.NOT_THERE) ? own : base;
      }
    };
  }

  /** The setting of XNACK: {@code xnack-}; empty if the GPU states none. */
  private Optional<String> xnack() {
    return gpu.target().features().stream()
        .filter(each -> each.name().equals("xnack"))
        .map(GpuTarget.Feature::toString)
        .findFirst();
  }

  /** The folder of the GPU's revision; newer versions pass over one without an index. */
  private Path hipblasltFolder(Path base) {
    Path own = base.resolve(gpu.named().processor());
    boolean used = hasIndex(own) || !hasIndex(base);
    Found good = used ? Found.USED : Found.NOT_THERE;
    return search.step("folder of the GPU", own, good, Found.NOT_THERE) && used ? own : base;
  }

  /** Where a variable names the folder above the one that is needed. */
  private String mustNameFolder(Path base) {
    Path own = base.resolve(gpu.named().processor());
    return !isRocblas() && search.isSet(places.variable()) && hasIndex(own)
        ? "%s does not look in folders below it: set it to %s."
            .formatted(search.library().title(), own)
        : "";
  }

  private String oneBuild() {
    return "Install the files of %s for %s from one build: operations that need these fail."
        .formatted(search.library().title(), processor);
  }

  private String copyAgain(List<Step> wrong) {
    return wrong.stream().anyMatch(step -> step.found() == Found.OTHER)
        ? oneBuild()
        : "Copy damaged files again from their source: operations that need them fail.";
  }

  /**
   * Looks for the kernels that all libraries share, which are loaded with the index: the first file
   * that can be loaded, whatever setting of XNACK its name states.
   *
   * @return what is missing, in a sentence; empty if nothing is
   */
  private String helpers(Path folder) {
    String start = "Kernels.so-000-" + processor;
    List<Step> tried = new ArrayList<>();
    for (String setting : XNACK) {
      Path file = folder.resolve(start + setting + ".hsaco");
      if (!Files.exists(file)) {
        tried.add(new Step("helper kernels", file.toString(), Found.NOT_THERE));
        continue;
      }
      if (search.examine("helper kernels", file, tried).isEmpty()) {
        search.steps().addAll(tried);
        search.add("helper kernels", file, Found.USED);
        return "";
      }
    }
    Step last = tried.removeLast();
    tried.add(
        last.found() == Found.NOT_THERE ? new Step(last.what(), last.path(), Found.MISSING) : last);
    search.steps().addAll(tried);
    return "Helper kernels are missing: %s.hsaco.".formatted(start);
  }

  /**
   * Counts files of code objects; those for the other setting of XNACK are none, and neither are
   * those without code, or whose code is for other GPUs.
   *
   * @param damaged gets those that are of no use
   * @param damage gets what is wrong with those, in sentences
   */
  private int code(Path folder, TensileIndex indexed, List<Step> damaged, List<String> damage)
      throws IOException {
    Pattern name = Pattern.compile(".*" + Pattern.quote(processor) + "(?<xnack>-xnack[-+])?.*co");
    Set<Path> ofGpu = new LinkedHashSet<>();
    for (Path each : Search.children(folder)) {
      Matcher matcher = name.matcher(each.getFileName().toString());
      if (matcher.matches()) {
        String xnack = matcher.group("xnack");
        if (xnack == null || GpuTarget.parse(processor + xnack).agrees(gpu.target())) {
          ofGpu.add(each);
        }
      }
    }
    Set<Path> ofLibraries = new TreeSet<>(indexed.loaded());
    ofLibraries.removeAll(ofGpu);
    // These are listed as what the index lacks.
    ofGpu.removeIf(each -> indexed.code().contains(each.getFileName().toString()));
    search.reading("code objects", ofGpu.size() + ofLibraries.size());
    int count = usable(ofGpu, damaged, damage);
    int others = usable(ofLibraries, damaged, damage);
    if (count > 0 || ofLibraries.isEmpty()) {
      search.counted("code objects", count, folder.resolve("*" + processor + "*co"), Found.MISSING);
    }
    if (!ofLibraries.isEmpty()) {
      search.counted("code objects of libraries", others, folder.resolve("*co"), Found.MISSING);
    }
    return count + others;
  }

  private int usable(Set<Path> files, List<Step> damaged, List<String> damage) {
    int count = 0;
    for (Path each : files) {
      search.run().progress().step(1);
      String wrong = search.examine(CODE, each, damaged);
      if (wrong.isEmpty()) {
        count++;
      } else {
        damage.add(wrong);
      }
    }
    return count;
  }
}
