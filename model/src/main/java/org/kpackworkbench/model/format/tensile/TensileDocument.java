package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open library: its solutions, the sizes that tables choose by, and the files that it loads. */
public final class TensileDocument extends SourceDocument {
  private static final List<String> ENDINGS = List.of(".dat", ".dat.zlib", ".yaml");
  private static final List<String> CODE_ENDINGS = List.of(".co", ".hsaco");

  /** How many solutions' descriptions are kept, each of some hundred bytes. */
  private static final int MOST_DESCRIBED = 4096;

  private final Map<Integer, Map<String, String>> described = new ConcurrentHashMap<>();
  private final Opening opening;
  private final SpooledBytes unpacked;
  private final long behindBytes;
  private final boolean endsInLine;
  private final TensileFile file;
  private final boolean stored;
  private final SelectionTree tree;
  private final List<Child> children;
  private final @Nullable DatabaseFile database;
  private final Set<String> stated;

  /**
   * A file that the library loads when it needs it.
   *
   * @param stem its name without the ending
   * @param path the names of what leads to it in the tree
   * @param found where it is; empty if it is missing
   */
  public record Child(String stem, String path, Optional<Path> found) {}

  /**
   * @param progress is advanced by the bytes of the library's MessagePack
   */
  TensileDocument(OpenSource source, TensileContent form, Opening opening, Progress progress)
      throws FormatException {
    super(source, TensileFormat.FORMAT);
    this.opening = opening;
    TensileContent.Read read = form.read(source.bytes(), progress);
    this.unpacked = read.content();
    this.stored = form == TensileContent.MESSAGE_PACK;
    this.file = read(unpacked, stored, progress);
    this.endsInLine = read.endsInLine();
    this.behindBytes = read.behindBytes() + file.behindBytes();
    this.stated = stated(file);
    this.tree = new SelectionTree(file.content());
    Path path = source.place().file().toAbsolutePath().normalize();
    this.children =
        file.children().stream()
            .map(
                child -> new Child(child.stem(), child.path(), childIn(folder(path), child.stem())))
            .toList();
    Databases databases = Databases.installed();
    this.database =
        databases
            .recognise(path.toString().replace('\\', '/'))
            .or(() -> databases.recognise("rocblas/library/" + stem(path) + ".dat"))
            .orElse(null);
  }

  private static TensileFile read(SpooledBytes library, boolean stored, Progress progress)
      throws FormatException {
    try {
      return TensileFile.read(library.bytes(), stored, progress);
    } catch (FormatException | RuntimeException failure) {
      library.close();
      throw failure;
    }
  }

  @Override
  public void close() {
    unpacked.close();
    super.close();
  }

  /** A file's name without the ending of a library. */
  private static String stem(Path file) {
    String name = String.valueOf(file.getFileName());
    return ENDINGS.stream()
        .filter(name::endsWith)
        .findFirst()
        .map(ending -> name.substring(0, name.length() - ending.length()))
        .orElse(name);
  }

  private static Path folder(Path file) {
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

  /** Whether it is for operations that are no multiplications, and names code objects. */
  boolean isOfOperations() {
    return file.ofOperations();
  }

  /** A file that it loads, where it is in a folder. */
  Optional<Path> childIn(Path folder, String stem) {
    return in(folder, stem, file.ofOperations() ? CODE_ENDINGS : ENDINGS);
  }

  /** Returns the possible names of a file that the library loads. */
  List<String> childNames(String stem) {
    return (file.ofOperations() ? CODE_ENDINGS : ENDINGS.subList(0, 2))
        .stream().map(ending -> stem + ending).toList();
  }

  /** The architecture that the file's name or folder says; empty if none does. */
  public String architecture() {
    return words(database);
  }

  /**
   * The processors that it is for by its own words, those of the tree and of its first solution;
   * none where it is for any.
   */
  public Set<String> stated() {
    return stated;
  }

  private static Set<String> stated(TensileFile file) {
    Set<String> stated = new TreeSet<>(file.processors());
    if (file.solutions() > 0) {
      try {
        stated.add(file.solution(0).target());
      } catch (FormatException broken) {
        // Its row says so.
        return stated;
      }
    }
    stated.remove("");
    return Collections.unmodifiableSet(stated);
  }

  /** Whether it is for other processors than the one that the file's name or folder says. */
  public boolean isMisplaced() {
    GpuTarget named = database == null ? null : database.architecture();
    return named != null && !isFor(named);
  }

  /** Whether it is for a GPU by its own words, or for any; features are not compared. */
  public boolean isFor(GpuTarget gpu) {
    return stated.isEmpty() || stated.stream().anyMatch(each -> isFor(gpu, each));
  }

  /**
   * Whether something is for a GPU; features are not compared.
   *
   * @param stated what it is for; empty if it is for any
   */
  static boolean isFor(GpuTarget gpu, String stated) {
    return stated.isEmpty()
        || GpuTable.related(GpuTarget.lenient(stated).processor(), gpu.processor());
  }

  /** The architecture that the name of a file of a library says; empty if it says none. */
  static String architectureOf(String name) {
    return words(Databases.installed().recognise("rocblas/library/" + name).orElse(null));
  }

  private static String words(@Nullable DatabaseFile file) {
    GpuTarget target = file == null ? null : file.architecture();
    return target == null ? "" : target.toString();
  }

  /** How many bytes are behind the library, or behind the stream that it is packed in. */
  long behindBytes() {
    return behindBytes;
  }

  /** Whether its text ends within a line, as none does that was written to its end. */
  boolean endsInLine() {
    return endsInLine;
  }

  /** How many nodes of each type its tree has. */
  Map<String, Long> nodes() {
    return file.nodes();
  }

  /** How many solutions there are. */
  public int solutions() {
    return file.solutions();
  }

  /**
   * Reads a solution.
   *
   * @param row its number in the file, from 0
   * @throws FormatException if it is broken
   */
  public Solution solution(int row) throws FormatException {
    return file.solution(row);
  }

  /** How many rows tables that choose by sizes have. */
  public int sizes() {
    return file.sizeRows();
  }

  /**
   * Reads a row of a table that chooses by sizes.
   *
   * @param row its number in the file, from 0
   * @throws FormatException if it is broken
   */
  public SizeRow size(int row) throws FormatException {
    return file.readRow(row).sizes();
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

  /**
   * The kernel of the solution with an index; empty if there is none.
   *
   * @throws FormatException if the solution is broken
   */
  public String kernel(long index) throws FormatException {
    int row = file.rowOf(index);
    return row < 0 ? "" : file.solution(row).kernel();
  }

  /** The files that it loads when it needs them, in the order of the tree. */
  public List<Child> children() {
    return children;
  }

  /**
   * The node at which choosing begins; empty if there is no tree.
   *
   * @throws FormatException if it is broken
   */
  public Optional<SelectionNode> root() throws FormatException {
    return file.tree() < 0 ? Optional.empty() : Optional.of(tree.node(file.tree(), ""));
  }

  /**
   * Some of the nodes directly below one, read from the file.
   *
   * @param from the number of the first, from 0
   * @param most how many at most
   * @throws FormatException if they are broken
   */
  public List<SelectionNode> below(SelectionNode node, long from, int most, Progress progress)
      throws FormatException {
    return tree.below(node, from, most, progress);
  }

  /** Solutions, rows of tables, and children; each is read on demand. */
  @Override
  public List<DocumentPart> parts() {
    return new Parts();
  }

  /** Without reading them. */
  @Override
  public Map<String, Integer> partCounts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("solution", file.solutions());
    counts.put("size", file.sizeRows());
    counts.put("file", children.size());
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private final class Parts extends AbstractList<DocumentPart> implements RandomAccess {
    @Override
    public int size() {
      return file.solutions() + file.sizeRows() + children.size();
    }

    @Override
    public DocumentPart get(int index) {
      int row = index - file.solutions();
      return row < 0
          ? solutionPart(index)
          : row < file.sizeRows() ? sizePart(row) : childPart(row - file.sizeRows());
    }
  }

  private DocumentPart solutionPart(int row) {
    Place place = place("solution " + row, file.start(row), file.length(row));
    Map<String, String> fields = new LinkedHashMap<>();
    String name = "solution " + row;
    @Nullable FormatException problem = null;
    try {
      MsgValue.Mapping said = file.fieldsOf(row);
      Solution solution = Solution.of(said);
      name = solution.name().isEmpty() ? name : solution.name();
      describe(solution, fields);
      problem = file.refusedIn(row, said);
    } catch (FormatException broken) {
      problem = broken;
    }
    ByteView content = file.content();
    return new DocumentPart(
        "solution",
        name,
        place,
        file.length(row),
        fields,
        progress -> content.slice(file.start(row), file.length(row)),
        problem);
  }

  /** Returns the target of a row that does not state it itself. */
  private String target() {
    return stated.size() == 1 ? stated.iterator().next() : architecture();
  }

  /**
   * Returns the facts of a solution for the rows of tables that choose it, of which there may be
   * many.
   */
  private Map<String, String> described(int solution) throws FormatException {
    Map<String, String> known = described.get(solution);
    if (known == null) {
      known = new LinkedHashMap<>();
      describe(file.solution(solution), known);
      if (described.size() >= MOST_DESCRIBED) {
        described.clear();
      }
      described.put(solution, known);
    }
    return known;
  }

  private void describe(Solution solution, Map<String, String> fields) {
    fields.put("target", solution.target().isEmpty() ? target() : solution.target());
    fields.put("solution", Long.toString(solution.index()));
    fields.put("kernel", solution.kernel());
    fields.put("type", solution.types());
    fields.put("transposes", solution.transposes());
    fields.put("tile", solution.macroTile());
    fields.put("depth", solution.depth() < 0 ? "" : Long.toString(solution.depth()));
    fields.put("group", solution.workGroup());
  }

  private DocumentPart sizePart(int row) {
    long start = file.rowStart(row);
    Map<String, String> fields = new LinkedHashMap<>();
    String name = "size " + row;
    long length = 0;
    @Nullable FormatException problem = null;
    try {
      TensileFile.ReadRow read = file.readRow(row);
      length = read.length();
      SizeRow sizes = read.sizes();
      name = sizes.words();
      fields.put("target", target());
      fields.put("solution", sizes.index() < 0 ? "" : Long.toString(sizes.index()));
      int chosen = file.rowOf(sizes.index());
      if (chosen >= 0) {
        fields.putAll(described(chosen));
      }
      sizes.sizes().forEach((size, value) -> fields.put(size, value.toString()));
      fields.put("speed", sizes.speed());
      fields.put("table", file.tableOf(row).path());
    } catch (FormatException broken) {
      problem = broken;
    }
    ByteView content = file.content();
    long bytes = length;
    return new DocumentPart(
        "size",
        name,
        place("size " + row, start, length),
        length,
        fields,
        progress -> content.slice(start, bytes),
        problem);
  }

  private static String fileOf(Child child) {
    return child.found().map(Path::getFileName).map(Path::toString).orElse("missing");
  }

  private DocumentPart childPart(int row) {
    Child child = children.get(row);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("target", target());
    fields.put("table", child.path());
    fields.put("file", fileOf(child));
    return new DocumentPart(
        "file",
        child.stem(),
        place("file " + row, file.children().get(row).at(), 0),
        -1,
        fields,
        progress -> ByteView.of(child.stem(), new byte[0]),
        null);
  }

  /** Where something is; nowhere in the file where its bytes are unpacked. */
  private Place place(String label, long start, long length) {
    ByteRange range =
        stored ? new ByteRange(bytes().fileOffset(start), length) : new ByteRange(0, 0);
    return new Place.Part(place(), label, range);
  }

  @Override
  public List<FormatException> problems() {
    return file.problems();
  }

  /** The library that it belongs to, by the file's path or name; null if neither says it. */
  @Nullable DatabaseFile database() {
    return database;
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
    Set<String> stems = Set.of(stem(path()));
    return gpu == null ? LibraryCode.names(stems, architecture()) : LibraryCode.names(stems, gpu);
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
    String start = stem(path()) + "_";
    String architecture = gpu == null ? architecture() : gpu.processor();
    boolean forAll =
        gpu == null ? architecture.isEmpty() : architectureOf(stem(path()) + ".dat").isEmpty();
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
        KernelsBeside.of(this, gpu, folders, new Opening(opening.formats(), progress));
    return beside.complete() && !beside.missing().isEmpty()
        ? names.stream()
            .filter(
                name ->
                    !stem(path()).contains("fallback")
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
    GpuTarget gpu = database == null ? null : database.architecture();
    if (gpu == null || !isLazy(path())) {
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
      return document instanceof TensileDocument library
          ? library.missingCode(gpu, folders, with.progress())
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
            && (architecture.isEmpty() || architecture.equals(architecture()))) {
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
    return own != null ? own : database == null ? null : database.architecture();
  }

  /** Whether it loads a file of code objects, by the file's name. */
  private boolean loads(String name) {
    String code = LibraryCode.stem(name);
    String own = stem(path());
    String architecture = architecture();
    boolean first =
        own.equals("TensileLibrary")
            || own.equals("TensileLibrary_" + architecture)
            || isLazy(path());
    return ownNames(null).contains(name)
        || (file.ofOperations() && children.stream().anyMatch(child -> child.stem().equals(code)))
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
    String architecture = architecture();
    if (!isLazy(path()) || architecture.isEmpty()) {
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
    Set<String> stems = new LinkedHashSet<>(Set.of(stem(path())));
    children.forEach(child -> stems.add(child.stem()));
    return stems;
  }

  /**
   * The names that the files that it loads may have, which are in its folder: libraries and code
   * objects.
   */
  public Set<String> loadedNames() {
    Set<String> names = LibraryCode.names(stems(), architecture());
    children.forEach(child -> ENDINGS.forEach(ending -> names.add(child.stem() + ending)));
    return names;
  }

  /** Those of the files with its name, and with the names of the files that it loads. */
  @Override
  public Optional<CodeElsewhere> codeElsewhere(Predicate<Path> wanted, Progress progress)
      throws IOException {
    Set<String> stems = new LinkedHashSet<>(Set.of(stem(path())));
    children.stream()
        .filter(child -> child.found().isPresent())
        .forEach(child -> stems.add(child.stem()));
    return Optional.of(
        LibraryCode.of(
            List.of(folder(path())),
            LibraryCode.names(stems, architecture()),
            wanted,
            new Opening(opening.formats(), progress, opening.budget())));
  }

  @Override
  public boolean saysCodeIsElsewhere() {
    return true;
  }

  @Override
  public boolean mayHoldCodeObjects() {
    return false;
  }

  @Override
  public String whyNoCodeObjects() {
    return "no code objects: a Tensile library names kernels, which are in .co and .hsaco files"
        + " beside it";
  }

  @Override
  public FileSummary summary() {
    return new FileSummary(format(), FileSummary.Group.DATABASE, words());
  }

  /** How many files it loads; of a file of other operations, several kernels may be in one. */
  private int loadedFiles() {
    return file.ofOperations()
        ? (int) children.stream().map(Child::stem).distinct().count()
        : children.size();
  }

  private String words() {
    String whose = stated.isEmpty() ? architecture() : String.join(" ", stated);
    return "%s%s%s%s, %s"
        .formatted(
            format().words(),
            file.ofOperations() ? " of other operations" : "",
            whose.isEmpty() ? "" : " for " + whose,
            isMisplaced() ? " with the name or folder of " + architecture() : "",
            file.solutions() == 0 && !children.isEmpty()
                ? CountText.of(loadedFiles(), "file") + " loaded when needed"
                : CountText.of(file.solutions(), "solution"));
  }

  /** Counts, and the files that it loads; of solutions only their number, as there may be many. */
  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new FileInfo() {
      @Override
      public void describe(Report report) {
        report
            .facts()
            .text("architecture", architecture())
            .texts("processors", stated)
            .text("version", file.version())
            .number("formatVersion", file.formatVersion())
            .number("solutions", file.solutions())
            .number("sizes", file.sizeRows())
            .number("behindBytes", behindBytes)
            .list(
                "nodes",
                List.copyOf(file.nodes().entrySet()),
                (type, row) -> row.text("type", type.getKey()).number("count", type.getValue()))
            .list(
                "children",
                children,
                (child, row) ->
                    row.text("name", child.stem())
                        .text("table", child.path())
                        .text("file", fileOf(child)));
        report.values(
            "architecture",
            "processors",
            "version",
            "formatVersion as format version",
            "solutions",
            "sizes");
        if (behindBytes > 0) {
          report.values("behindBytes as bytes behind its end");
        }
        report
            .section("Nodes", "nodes", "type", "count")
            .section("Loaded when needed", "children", "name", "table", "file");
      }

      @Override
      public String words() {
        return TensileDocument.this.words();
      }
    };
  }
}
