package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
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
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open library: its solutions, the sizes that tables choose by, and the files that it loads. */
public final class TensileDocument extends SourceDocument {
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
    TensileContent.Read read = form.read(source.bytes(), opening.budget(), progress);
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
                child ->
                    new Child(
                        child.stem(),
                        child.path(),
                        TensileFiles.childIn(
                            TensileFiles.folder(path), child.stem(), file.ofOperations())))
            .toList();
    Databases databases = Databases.installed();
    this.database =
        databases
            .recognise(path.toString().replace('\\', '/'))
            .or(() -> databases.recognise("rocblas/library/" + TensileFiles.stem(path) + ".dat"))
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

  /** The files beside it that belong to it. */
  public TensileFiles files() {
    return new TensileFiles(this);
  }

  /** Formats of files beside it. */
  Formats formats() {
    return opening.formats();
  }

  /** Whether it is for operations that are no multiplications, and names code objects. */
  boolean isOfOperations() {
    return file.ofOperations();
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
    return named != null && !states(named);
  }

  /** Whether it has something for a GPU by its own words; features are not compared. */
  public boolean isFor(GpuTarget gpu) {
    boolean choosesByProcessor = !file.processors().isEmpty();
    return states(gpu) || (choosesByProcessor && file.selection().isForSome(String::isEmpty));
  }

  private boolean states(GpuTarget gpu) {
    return stated.isEmpty() || stated.stream().anyMatch(each -> isFor(gpu, each));
  }

  /** Whether the tree, and the solution by its own words, choose it on a GPU. */
  boolean isChosen(int row, Solution solution, GpuTarget gpu) {
    return isFor(gpu, solution.target())
        && file.selection().isForSome(row, processor -> isFor(gpu, processor));
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

  static String words(@Nullable DatabaseFile file) {
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
    return file.selection().nodes();
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
    return file.selection().sizeRows();
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
    counts.put("size", file.selection().sizeRows());
    counts.put("file", children.size());
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private final class Parts extends AbstractList<DocumentPart> implements RandomAccess {
    @Override
    public int size() {
      return file.solutions() + file.selection().sizeRows() + children.size();
    }

    @Override
    public DocumentPart get(int index) {
      int row = index - file.solutions();
      return row < 0
          ? solutionPart(index)
          : row < file.selection().sizeRows()
              ? sizePart(row)
              : childPart(row - file.selection().sizeRows());
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
    long start = file.selection().rowStart(row);
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
      fields.put("table", file.selection().tableOf(row).path());
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

  /** Those of the files with its name, and with the names of the files that it loads. */
  @Override
  public Optional<CodeElsewhere> codeElsewhere(Predicate<Path> wanted, Progress progress)
      throws IOException {
    Set<String> stems = new LinkedHashSet<>(Set.of(TensileFiles.stem(path())));
    children.stream()
        .filter(child -> child.found().isPresent())
        .forEach(child -> stems.add(child.stem()));
    return Optional.of(
        LibraryCode.of(
            List.of(TensileFiles.folder(path())),
            LibraryCode.names(stems, architecture()),
            wanted,
            new Opening(opening.formats(), progress, opening.budget())));
  }

  @Override
  public boolean saysCodeIsElsewhere() {
    return true;
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
            .number("sizes", file.selection().sizeRows())
            .number("behindBytes", behindBytes)
            .list(
                "nodes",
                List.copyOf(file.selection().nodes().entrySet()),
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
