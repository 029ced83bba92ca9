package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.sqlite.KernelTable;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * The databases that an input has, and which archives their code objects go to. Rows are counted
 * once, and read again when they are packed: memory holds a name for each file, and nothing for a
 * row.
 *
 * @param parts in the order of their paths
 * @param archives by their names without ending
 * @param packed what goes where, for each part
 * @param kept files that are needed beside the archives for the way back
 * @param otherFiles number of files that are not packed
 * @param missed files that name an architecture, belong to a database and are not packed
 * @param left what there is to say of others that are not packed
 */
record DatabaseParts(
    List<DatabasePart> parts,
    Map<String, Sum> archives,
    List<Packed> packed,
    List<Kept> kept,
    int otherFiles,
    List<String> missed,
    List<OperationNote> left) {

  /** Replacement for bytes that are no character. */
  private static final String NOT_UTF_8 = "\ufffd";

  /** Content of an archive. */
  static final class Sum {
    private final String database;
    private final String architecture;
    private final Set<String> targets = new TreeSet<>();
    private final Set<DatabasePart> parts = new LinkedHashSet<>();
    private int kernels;
    private long bytes;

    private Sum(DatabaseRow first) {
      this.database = first.database();
      this.architecture = first.architecture();
    }

    private void add(DatabasePart part, DatabaseRow row) {
      parts.add(part);
      targets.add(row.target());
      kernels++;
      bytes += row.sizeBytes();
    }

    String database() {
      return database;
    }

    String architecture() {
      return architecture;
    }

    List<String> targets() {
      return List.copyOf(targets);
    }

    int kernels() {
      return kernels;
    }

    long bytes() {
      return bytes;
    }

    /** Where its rows are. */
    Set<DatabasePart> parts() {
      return parts;
    }
  }

  /** Refuses files that state more code than they can have together, before any is unpacked. */
  private static final class StatedSizes {
    private final UnpackBudget budget = UnpackBudget.operation();
    private long bytes;

    void add(Path file, long codeBytes) throws IOException {
      if (Files.isRegularFile(file)) {
        long size = Files.size(file);
        bytes += codeBytes;
        budget
            .meter(
                file.toString(),
                size,
                size,
                reason -> FormatException.in(file.toString(), "kernels", "", reason))
            .declareSum(bytes);
      }
    }
  }

  /** A part, and how many rows and bytes it has, for which architectures. */
  record Packed(DatabasePart part, List<String> architectures, int kernels, long bytes) {}

  /**
   * A file that is needed for the way back.
   *
   * @param path its path below what is packed
   * @param sum its SHA-256, as the archives say it
   */
  record Kept(Path file, String path, String sum, long sizeBytes) {}

  /**
   * Finds them.
   *
   * @throws OperationException if there are none that can be packed
   */
  static DatabaseParts of(Path named, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation();
    Path input = Packages.inside(named, budget, progress);
    Search search =
        new Search(
            Files.isDirectory(input)
                ? input
                : Objects.requireNonNull(input.toAbsolutePath().getParent()));
    if (Files.isDirectory(input)) {
      search.items(TreeItem.below(input, progress.cancelOnly()), progress);
    } else if (CodeFiles.isOne(input)) {
      search.items(List.of(TreeItem.file(input, String.valueOf(input.getFileName()))), progress);
    } else {
      search.parts.add(part(input, progress));
    }
    Map<String, Sum> archives = new TreeMap<>();
    List<Packed> packed = new ArrayList<>();
    List<Kept> kept = new ArrayList<>();
    Set<Path> code = new HashSet<>();
    StatedSizes stated = new StatedSizes();
    progress.begin("Reading " + named, search.parts.size(), Unit.PARTS);
    for (DatabasePart part : search.parts) {
      int[] kernels = new int[1];
      long[] bytes = new long[1];
      Set<String> architectures = new TreeSet<>();
      boolean read =
          search.refusals.attempt(
              search.root.resolve(part.path()),
              () ->
                  part.rows(
                      budget,
                      progress,
                      row -> {
                        progress.step(0);
                        checkNames(search.root.resolve(part.path()), row);
                        archives
                            .computeIfAbsent(row.archive(), name -> new Sum(row))
                            .add(part, row);
                        kernels[0]++;
                        architectures.add(row.architecture());
                        Path file = row.source().file();
                        if (file != null) {
                          code.add(file);
                        }
                        bytes[0] += row.sizeBytes();
                      }));
      if (!read) {
        continue;
      }
      stated.add(search.root.resolve(part.path()), bytes[0]);
      packed.add(new Packed(part, List.copyOf(architectures), kernels[0], bytes[0]));
      if (kernels[0] == 0) {
        search.left.add(empty(search.root.resolve(part.path()), part.database()));
      } else if (part instanceof PackedImages(Path file, String path, String sum)) {
        kept.add(new Kept(file, path, sum, Files.size(file)));
      }
      progress.step(1);
    }
    search.refusals.refuse();
    if (archives.isEmpty()) {
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s: expected kernels of rocFFT, MIOpen or AOTriton, or a folder with their files or with .co or .hsaco files of rocBLAS, hipBLASLt or hipSPARSELt in folders as they are installed, found %s",
          named,
          search.left.isEmpty()
              ? "none"
              : "none that can be packed. %s: %s"
                  .formatted(search.left.getFirst().file(), search.left.getFirst().message()));
    }
    return new DatabaseParts(
        List.copyOf(search.parts),
        archives,
        List.copyOf(packed),
        List.copyOf(kept),
        Math.max(0, search.otherFiles - code.size()),
        List.copyOf(search.missed),
        List.copyOf(search.left));
  }

  /**
   * The architecture is a part of an archive's file name, the kernel's name one of a key. Both are
   * what a database says, which may be anything.
   */
  private static void checkNames(Path file, DatabaseRow row) throws OperationException {
    String architecture = row.architecture();
    String unsafe =
        architecture.contains("/") || architecture.contains("\\")
            ? "the architecture " + architecture
            : row.key().contains(NOT_UTF_8)
                ? "bytes that are not UTF-8"
                : BinaryKey.unsafe(row.key()).orElse(null);
    if (unsafe != null) {
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s: expected a kernel with the key %s that an archive can have, found %s",
          file, row.key(), unsafe);
    }
  }

  /** A database without rows, of which archives have nothing. */
  private static OperationNote empty(Path file, String database) {
    return OperationNote.warning(
        "empty-left",
        file,
        "it is a database of %s without kernels: it is not packed, and unpack-database does not restore it"
            .formatted(database),
        "Keep it, or leave it out: its library compiles or finds kernels without it.");
  }

  /** Number of bytes of all code objects. */
  long bytes() {
    return packed.stream().mapToLong(Packed::bytes).sum();
  }

  /** Recognises a file that is packed by itself. */
  private static DatabasePart part(Path input, Progress progress) throws IOException {
    String name = input.toAbsolutePath().getFileName().toString();
    if (PackedImages.isOne(input)) {
      return PackedImages.of(input, name, progress);
    }
    try (Document document = StandardFormats.all().open(input, progress)) {
      if (document instanceof SqliteDocument tables) {
        Optional<KernelTable> library = library(tables);
        if (library.isPresent()) {
          return KernelTables.of(input, name, library.get(), progress);
        }
        // A table that cannot be read is not among the tables.
        if (!tables.schemaProblems().isEmpty()) {
          throw tables.schemaProblems().getFirst();
        }
      } else if (document.format() instanceof SqliteFormat && !document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s: expected rocFFT's kernel cache with the table cache_v1, its older table kernels, MIOpen's kernels with the table kern_db, AOTriton's .aks2 or a ZIP archive of them, or a folder, found %s",
          input, document.format().words());
    }
  }

  private static Optional<KernelTable> library(Document document) {
    return document instanceof SqliteDocument tables
        ? KernelTable.ALL.stream().filter(table -> tables.hasTable(table.table())).findFirst()
        : Optional.empty();
  }

  /**
   * The files that cannot be packed: all of them are named, so that all can be replaced at once.
   */
  private static final class Refusals {
    private static final int MOST_NAMED = 10;

    private final List<Path> files = new ArrayList<>();
    private @Nullable IOException first;

    /** Reads something of a file. */
    interface Reading {
      void read() throws IOException;
    }

    /** Reads; false if it is refused. What does not depend on the file is thrown on. */
    boolean attempt(Path file, Reading reading) throws IOException {
      try {
        reading.read();
        return true;
      } catch (FormatException | OperationException refused) {
        files.add(file);
        if (first == null) {
          first = refused;
        }
        return false;
      }
    }

    /**
     * Refuses all.
     *
     * @throws IOException that of the only one, or an {@link OperationException} that names several
     */
    void refuse() throws IOException {
      IOException why = first;
      if (why == null) {
        return;
      }
      int more = files.size() - 1;
      if (more == 0) {
        throw why;
      }
      OperationException all =
          Obstacle.UNKNOWN_DATABASE.exception(
              "%s%s %s cannot be packed either: %s%s",
              why.getMessage(),
              String.valueOf(why.getMessage()).endsWith(".") ? "" : ".",
              CountText.of(more, "more file"),
              files.stream()
                  .skip(1)
                  .limit(MOST_NAMED)
                  .map(Path::toString)
                  .collect(Collectors.joining(", ")),
              more > MOST_NAMED ? ", …" : "");
      all.initCause(why);
      throw all;
    }
  }

  private static final class Search {
    private static final Databases KNOWN = Databases.installed();

    private final Path root;
    private final List<DatabasePart> parts = new ArrayList<>();
    private final Map<String, CodeFiles> code = new LinkedHashMap<>();
    private final List<String> missed = new ArrayList<>();
    private final List<OperationNote> left = new ArrayList<>();
    private final Refusals refusals = new Refusals();
    private int otherFiles;

    Search(Path root) {
      this.root = root;
    }

    void items(List<TreeItem> items, Progress progress) throws IOException {
      // Recognisers go by the folders above, which the path from the root may not have.
      String above = root.toRealPath().toString().replace('\\', '/') + "/";
      for (TreeItem item : items) {
        progress.step(0);
        String path = above + item.path();
        if (item.kind() == TreeItem.Kind.FILE) {
          refusals.attempt(item.source(), () -> file(item, path, progress));
        } else if (item.kind() == TreeItem.Kind.LINK
            && (KNOWN.recognise(path).isPresent() || KNOWN.missed(path).isPresent())) {
          left.add(link(item.source()));
        }
      }
    }

    private void file(TreeItem item, String path, Progress progress) throws IOException {
      if (!add(item, path, progress)) {
        otherFiles++;
        if (KNOWN.missed(path).isPresent()) {
          missed.add(item.path());
        } else {
          DatabaseNotes.missed(KNOWN, item.source(), path, "it is not packed").ifPresent(left::add);
        }
      }
    }

    private static OperationNote link(Path link) throws IOException {
      return OperationNote.warning(
          "link-left",
          link,
          "it is a symbolic link to %s: it is not packed, and unpack-database does not restore it"
              .formatted(Files.readSymbolicLink(link)),
          "Keep it beside the database, or make it again where the database is unpacked.");
    }

    /** Code of a library for several architectures, of which an archive could have one. */
    private static OperationNote several(Path file, String database, Progress progress)
        throws IOException {
      String targets = FiledTarget.all(file, progress);
      return OperationNote.warning(
          "code-left",
          file,
          "it is a file of %s with %s, and its path names no architecture: it is not packed, since an archive is for one"
              .formatted(database, targets),
          "Keep it beside the database.");
    }

    /**
     * Makes a note about a file that is named as a ZIP archive of AOTriton and has more than its
     * kernels, or none.
     */
    private static OperationNote others(Path file) {
      return OperationNote.warning(
          "zip-left",
          file,
          "it is no ZIP archive of .aks2 files only: it is not packed, and unpack-database does not"
              + " restore it",
          "Keep it beside the database, or make it again with .aks2 files only.");
    }

    /** Whether a file is packed. */
    private boolean add(TreeItem item, String fullPath, Progress progress) throws IOException {
      String name = item.source().getFileName().toString();
      String ending = name.substring(name.lastIndexOf('.') + 1);
      Optional<DatabaseFile> file = KNOWN.recognise(fullPath);
      return switch (ending) {
        case "co", "hsaco" -> {
          if (file.isEmpty()) {
            yield false;
          }
          String database = file.get().database();
          @Nullable GpuTarget architecture = file.get().architecture();
          if (architecture == null) {
            if (KNOWN.missed(fullPath).isEmpty()) {
              left.add(several(item.source(), database, progress));
            }
            yield false;
          }
          int slash = item.path().lastIndexOf('/');
          String folder = slash < 0 ? "" : item.path().substring(0, slash);
          code.computeIfAbsent(
                  database + "\n" + folder,
                  first -> {
                    CodeFiles files = new CodeFiles(root, database, folder);
                    parts.add(files);
                    return files;
                  })
              .add(
                  name,
                  ending,
                  FiledTarget.of(item.source(), architecture).toString(),
                  item.sizeBytes());
          yield true;
        }
        case "db" ->
            is(file, "rocfft")
                && parts.add(
                    KernelTables.of(item.source(), item.path(), rocfft(item, progress), progress));
        case "kdb" ->
            parts.add(KernelTables.of(item.source(), item.path(), KernelTable.MIOPEN, progress));
        case "aks2" -> parts.add(PackedImages.of(item.source(), item.path(), progress));
        case "zip" -> {
          if (PackedImages.isOnlyThese(item.source())) {
            yield parts.add(PackedImages.of(item.source(), item.path(), progress));
          }
          if (is(file, "aotriton")) {
            left.add(others(item.source()));
          }
          yield false;
        }
        default -> false;
      };
    }

    private static boolean is(Optional<DatabaseFile> file, String database) {
      return file.isPresent() && file.get().database().equals(database);
    }

    /** Which of the two tables a file has; where it has none, reading it says so. */
    private static KernelTable rocfft(TreeItem item, Progress progress) throws IOException {
      try (Document document = StandardFormats.all().open(item.source(), progress)) {
        return library(document).orElse(KernelTable.ROCFFT);
      }
    }
  }
}
