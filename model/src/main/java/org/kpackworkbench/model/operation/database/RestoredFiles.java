package org.kpackworkbench.model.operation.database;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.DistinctTexts;
import org.kpackworkbench.model.operation.output.OperationException;

/**
 * The files that rows of archives are restored to, counted row by row, so that rows of different
 * databases are not mixed. For one thread.
 */
final class RestoredFiles {
  /** Rows of an older table of rocFFT that name one file. */
  static final String OTHER_CODE = "another row of %s has other code for the same kernel_path";

  private static final String NAMED_CODE = "code that a row names";

  private final Map<Path, Tally> files = new TreeMap<>();
  private final Set<Path> folders = new HashSet<>();
  private final Map<Path, Whole> databases = new TreeMap<>();

  /** A file or a folder of code objects, of which archives may have parts only. */
  static final class Whole {
    private final Set<String> packed = new TreeSet<>();
    private final Set<String> found = new TreeSet<>();

    /** Of the first row that states it. */
    private String source = "";

    /** The architectures whose rows were found. */
    Set<String> found() {
      return found;
    }

    /** The architectures that were packed and not found. */
    List<String> missing() {
      return packed.stream().filter(architecture -> !found.contains(architecture)).toList();
    }

    private boolean isOther(RestoredRow row) {
      if (source.isEmpty()) {
        source = row.source();
      }
      return !row.source().isEmpty() && !row.source().equals(source);
    }
  }

  /** A file. */
  static final class Tally {
    private final String kind;
    // Most files are code objects, of which none has keys.
    private @Nullable DistinctTexts keys;
    private final Map<Long, ImageDirectory> directories = new TreeMap<>();
    private String source = "";
    private int kernels;
    private long codeBytes;

    private Tally(String kind) {
      this.kind = kind;
    }

    int kernels() {
      return kernels;
    }

    long codeBytes() {
      return codeBytes;
    }

    /** The SHA-256 of a file of AOTriton; empty if it is not known. */
    String source() {
      return source;
    }

    /** The directories of a file of AOTriton, in its order; none of other files. */
    List<ImageDirectory> directories() {
      return List.copyOf(directories.values());
    }

    private boolean isNew(String key) {
      if (keys == null) {
        keys = new DistinctTexts();
      }
      return keys.add(key);
    }

    /** Adds a kernel; false if it contradicts the name or number of its directory. */
    private boolean add(RestoredRow row, RowCells.Image cells) {
      source = row.source();
      ImageDirectory directory = directories.get(cells.memberIndex());
      if (directory == null) {
        directory = new ImageDirectory(row.path(), cells.member());
        directories.put(cells.memberIndex(), directory);
        if (!isNew(RowCells.key("member", cells.member()))) {
          return false;
        }
      }
      directory.add(row, cells);
      return directory.member().equals(cells.member());
    }
  }

  /** The files, by their paths below the output. */
  Map<Path, Tally> files() {
    return Collections.unmodifiableMap(files);
  }

  /** The files and folders of code objects, by their paths below the output. */
  Map<Path, Whole> databases() {
    return Collections.unmodifiableMap(databases);
  }

  /**
   * Counts a row.
   *
   * @throws OperationException if it contradicts one that was counted
   */
  void add(RestoredRow row) throws OperationException {
    RowCells cells = row.cells();
    Whole whole = databases.computeIfAbsent(row.database(), database -> new Whole());
    whole.packed.addAll(row.architectures());
    whole.found.add(DatabaseRow.bare(row.entry().targetText()));
    Tally tally = tally(row, row.file(), cells.kind());
    if (tally.kernels > 0 && cells instanceof RowCells.CodeFile) {
      throw row.clash("another row has the file %s already");
    }
    if (whole.isOther(row)) {
      throw row.clash(
          cells instanceof RowCells.CodeFile
              ? "another row came from another folder than %s did"
              : "another row came from a database with the path %s and other content");
    }
    for (String key : cells.keys()) {
      if (!tally.isNew(key)) {
        throw row.clash("another row has the same kernel for %s already");
      }
    }
    if (cells instanceof RowCells.Image image && !tally.add(row, image)) {
      throw row.clash("another row gives a file in %s another name or number");
    }
    Path named = row.named().orElse(null);
    if (named != null) {
      tally = tally(row, named, NAMED_CODE);
      if (tally.kernels > 0) {
        if (tally.codeBytes != row.entry().originalSizeBytes()) {
          throw row.clash(OTHER_CODE);
        }
        return;
      }
    }
    tally.kernels++;
    tally.codeBytes += row.entry().originalSizeBytes();
  }

  private Tally tally(RestoredRow row, Path file, String kind) throws OperationException {
    @Nullable Tally known = files.get(file);
    if (known != null) {
      if (!known.kind.equals(kind)) {
        throw row.clash("another row has the file %s already");
      }
      return known;
    }
    Tally tally = new Tally(kind);
    files.put(file, tally);
    boolean clash = folders.contains(file);
    for (Path in = file.getParent(); in != null; in = in.getParent()) {
      folders.add(in);
      clash |= files.containsKey(in);
    }
    if (clash) {
      throw row.clash("a file and a folder have the name %s");
    }
    return tally;
  }
}
