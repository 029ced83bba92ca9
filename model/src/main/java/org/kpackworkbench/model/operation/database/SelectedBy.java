package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.tensile.SizeRow;
import org.kpackworkbench.model.format.tensile.Solution;
import org.kpackworkbench.model.format.tensile.TensileDocument;
import org.kpackworkbench.model.format.tensile.TensileFiles;

/**
 * Facts that Tensile's libraries state about the code objects of one folder: the problems that
 * their solutions are for, and the sizes for which these are chosen. A file of code objects is that
 * of the library of its name; one that is named as a kernel belongs to the library that names this
 * kernel. Libraries are read at the first code object that needs them; of a file that is named as a
 * kernel a few numbers are held.
 */
final class SelectedBy implements AutoCloseable {
  /** How much of one library a code object's metadata lists; counts and ranges are of all of it. */
  static final long MOST_LISTED_BYTES = 1 << 18;

  private static final int ITEM_BYTES = 160;
  private static final List<String> TENSILE = List.of("rocblas", "hipblaslt", "hipsparselt");

  private final Path folder;
  private final UnpackBudget budget;
  private final boolean asked;
  private final Set<String> files;
  private final Map<Path, FormatException> problems = new TreeMap<>();
  private final List<TensileDocument> open = new ArrayList<>();
  private @Nullable Map<String, Kernel> kernels;

  /** The solutions of a kernel, and the sizes for which they are chosen, by numbers of rows. */
  private record Kernel(TensileDocument library, List<Integer> solutions, List<Integer> sizes) {}

  /**
   * @param files the names of the folder's files of code objects
   * @param budget what libraries may unpack to, with what else is read
   */
  SelectedBy(Path folder, String database, Stream<String> files, UnpackBudget budget) {
    this.folder = folder;
    this.budget = budget;
    this.asked = TENSILE.contains(database);
    this.files = asked ? new LinkedHashSet<>(files.toList()) : Set.of();
  }

  /** Returns the read failures by library. */
  Map<Path, FormatException> problems() {
    return new TreeMap<>(problems);
  }

  /**
   * Returns the facts of a code object; empty where no library has any.
   *
   * @param name the file's name
   * @param stem the same without its ending
   */
  Map<String, MsgValue> of(String name, String stem, Progress progress) throws IOException {
    if (!asked) {
      return Map.of();
    }
    Optional<Path> own = own(name);
    if (own.isPresent()) {
      return whole(own.get(), progress);
    }
    // Helpers, and code without its library: no solution is named as such a file.
    if (stem.startsWith("Kernels") || stem.startsWith("Tensile")) {
      return Map.of();
    }
    Kernel kernel = kernels(progress).get(stem);
    return kernel == null
        ? Map.of()
        : described(
            kernel.library(),
            kernel.solutions().stream().mapToInt(row -> row),
            kernel.sizes().stream().mapToInt(row -> row),
            progress);
  }

  /** The library of a file; in the same folder, by a path like those of others in it. */
  private Optional<Path> own(String name) {
    return TensileFiles.libraryOf(folder.resolve(name))
        .map(
            found -> {
              Path beside = folder.resolve(found.getFileName());
              return beside.toAbsolutePath().normalize().equals(found) ? beside : found;
            });
  }

  private Map<String, MsgValue> whole(Path library, Progress progress) throws IOException {
    TensileDocument document = opened(library, progress);
    if (document == null) {
      return Map.of();
    }
    try (document) {
      return described(
          document,
          IntStream.range(0, document.solutions()),
          IntStream.range(0, document.sizes()),
          progress);
    }
  }

  /** Opens a library; null where it is none, or cannot be read. */
  private @Nullable TensileDocument opened(Path library, Progress progress) throws IOException {
    Formats formats = StandardFormats.all();
    Document document = formats.open(library, new Opening(formats, progress, budget));
    if (!document.problems().isEmpty()) {
      problem(library, document.problems().getFirst());
    }
    if (document instanceof TensileDocument tensile) {
      return tensile;
    }
    document.close();
    return null;
  }

  private void problem(Path library, FormatException problem) throws FormatException {
    problem.throwIfFileChanged();
    problems.putIfAbsent(library, problem);
  }

  private Map<String, Kernel> kernels(Progress progress) throws IOException {
    Map<String, Kernel> known = kernels;
    if (known == null) {
      known = new HashMap<>();
      Set<String> stems = new LinkedHashSet<>();
      files.forEach(file -> stems.add(file.substring(0, file.lastIndexOf('.'))));
      for (Path library : libraries()) {
        find(library, stems, known, progress);
      }
      kernels = known;
    }
    return known;
  }

  /**
   * The libraries of the folder and of the one above it, without those that have a file of code.
   */
  private List<Path> libraries() throws IOException {
    Set<Path> own = new LinkedHashSet<>();
    files.forEach(file -> own(file).ifPresent(own::add));
    List<Path> found = new ArrayList<>();
    Path above = folder.toAbsolutePath().normalize().getParent();
    for (Path place : above == null ? List.of(folder) : List.of(folder, above)) {
      FolderList.of(place).stream()
          .filter(file -> TensileFiles.isNamed(file) && !own.contains(file))
          .filter(Files::isRegularFile)
          .forEach(found::add);
    }
    return found;
  }

  /** Finds the kernels that a library names and that files are named as. */
  private void find(Path library, Set<String> stems, Map<String, Kernel> known, Progress progress)
      throws IOException {
    TensileDocument document = opened(library, progress);
    if (document == null) {
      return;
    }
    boolean needed = false;
    Map<Long, Kernel> byIndex = new HashMap<>();
    for (int row = 0; row < document.solutions(); row++) {
      progress.step(0);
      Solution solution = solution(document, row);
      if (solution != null && stems.contains(solution.kernel())) {
        Kernel kernel =
            known.computeIfAbsent(
                solution.kernel(),
                name -> new Kernel(document, new ArrayList<>(), new ArrayList<>()));
        if (kernel.library() == document) {
          kernel.solutions().add(row);
          byIndex.put(solution.index(), kernel);
          needed = true;
        }
      }
    }
    for (int row = 0; needed && row < document.sizes(); row++) {
      progress.step(0);
      SizeRow size = size(document, row);
      Kernel kernel = size == null ? null : byIndex.get(size.index());
      if (kernel != null) {
        kernel.sizes().add(row);
      }
    }
    if (needed) {
      open.add(document);
    } else {
      document.close();
    }
  }

  private @Nullable Solution solution(TensileDocument document, int row) throws FormatException {
    try {
      return document.solution(row);
    } catch (FormatException broken) {
      problem(document.path(), broken);
      return null;
    }
  }

  private @Nullable SizeRow size(TensileDocument document, int row) throws FormatException {
    try {
      return document.size(row);
    } catch (FormatException broken) {
      problem(document.path(), broken);
      return null;
    }
  }

  private Map<String, MsgValue> described(
      TensileDocument document, IntStream solutions, IntStream sizes, Progress progress)
      throws IOException {
    Common common = new Common();
    Listed listed = new Listed();
    for (int row : (Iterable<Integer>) solutions::iterator) {
      progress.step(0);
      Solution solution = solution(document, row);
      if (solution != null) {
        common.add(solution);
        listed.add(solution);
      }
    }
    Map<String, Range> ranges = new LinkedHashMap<>();
    for (int row : (Iterable<Integer>) sizes::iterator) {
      progress.step(0);
      SizeRow size = size(document, row);
      if (size != null) {
        size.sizes().forEach((name, value) -> range(ranges, name).add(number(value)));
        listed.add(size);
      }
    }
    Map<String, MsgValue> says = new LinkedHashMap<>();
    says.put("library", new MsgValue.Text(String.valueOf(document.path().getFileName())));
    common.describe(says);
    ranges.forEach((name, range) -> range.describe(name, says));
    listed.describe(says);
    return says;
  }

  /** The number; -1 if it is no size. */
  private static long number(BigInteger size) {
    return size.signum() >= 0 && size.bitLength() < Long.SIZE ? size.longValue() : -1;
  }

  private static Range range(Map<String, Range> ranges, String name) {
    return ranges.computeIfAbsent(name, first -> new Range());
  }

  private static final class Range {
    private long least = Long.MAX_VALUE;
    private long most = -1;

    void add(long value) {
      if (value >= 0) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }

    void describe(String name, Map<String, MsgValue> says) {
      if (most >= 0 && least == most) {
        says.put(name, MsgValue.Int.of(most));
      } else if (most >= 0) {
        says.put(name + "_min", MsgValue.Int.of(least));
        says.put(name + "_max", MsgValue.Int.of(most));
      }
    }
  }

  /** Facts that all solutions have in common. */
  private static final class Common {
    private @Nullable Map<String, MsgValue> all;

    void add(Solution solution) {
      Map<String, MsgValue> own = problem(solution);
      Map<String, MsgValue> before = all;
      if (before == null) {
        all = own;
      } else {
        before.entrySet().removeIf(field -> !field.getValue().equals(own.get(field.getKey())));
      }
    }

    void describe(Map<String, MsgValue> says) {
      if (all != null) {
        says.putAll(all);
      }
    }
  }

  /** The problem that a solution is for, and its tile. */
  private static Map<String, MsgValue> problem(Solution solution) {
    Map<String, MsgValue> says = new LinkedHashMap<>();
    text("data_type", solution.types(), says);
    if (!solution.transposes().isEmpty()) {
      says.put("transpose_a", new MsgValue.Bool(solution.transposes().startsWith("T")));
      says.put("transpose_b", new MsgValue.Bool(solution.transposes().endsWith("T")));
    }
    text("tile", solution.macroTile().replace('×', 'x'), says);
    if (solution.depth() >= 0) {
      says.put("depth", MsgValue.Int.of(solution.depth()));
    }
    text("work_group", solution.workGroup().replace('×', 'x'), says);
    return says;
  }

  private static void text(String name, String text, Map<String, MsgValue> says) {
    if (!text.isEmpty()) {
      says.put(name, new MsgValue.Text(text));
    }
  }

  /** Solutions and sizes one by one, as far as there is room for them. */
  private static final class Listed {
    private final List<MsgValue> solutions = new ArrayList<>();
    private final List<MsgValue> sizes = new ArrayList<>();
    private long solutionBytes;
    private long sizeBytes;
    private int allSolutions;
    private int allSizes;

    void add(Solution solution) {
      allSolutions++;
      solutionBytes += ITEM_BYTES + solution.name().length() + solution.kernel().length();
      if (solutionBytes <= MOST_LISTED_BYTES) {
        Map<String, MsgValue> says = new LinkedHashMap<>();
        says.put("index", MsgValue.Int.of(solution.index()));
        text("name", solution.name(), says);
        if (!solution.kernel().equals(solution.name())) {
          text("kernel", solution.kernel(), says);
        }
        says.putAll(problem(solution));
        solutions.add(MsgValue.Mapping.of(says));
      }
    }

    void add(SizeRow size) {
      allSizes++;
      Map<String, MsgValue> says = new LinkedHashMap<>();
      for (Map.Entry<String, BigInteger> each : size.sizes().entrySet()) {
        sizeBytes += Long.BYTES + each.getKey().length();
        says.put(each.getKey(), new MsgValue.Int(each.getValue()));
      }
      sizeBytes += Long.BYTES;
      says.put("solution", MsgValue.Int.of(size.index()));
      if (sizeBytes <= MOST_LISTED_BYTES) {
        sizes.add(MsgValue.Mapping.of(says));
      }
    }

    void describe(Map<String, MsgValue> says) {
      describe("solution", solutions, allSolutions, says);
      describe("size", sizes, allSizes, says);
    }

    /** A list that is not complete would seem to be: its number always is said. */
    private static void describe(
        String name, List<MsgValue> listed, int all, Map<String, MsgValue> says) {
      if (all > 0) {
        says.put(name + "_count", MsgValue.Int.of(all));
        says.put(name + "s", new MsgValue.Array(listed));
      }
    }
  }

  @Override
  public void close() {
    open.forEach(TensileDocument::close);
    open.clear();
  }
}
