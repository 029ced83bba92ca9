package org.kpackworkbench.model.analysis.verify.coverage;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Absent;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Hole;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Inside;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.NotApplicable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Present;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Shared;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The grid binary#index × architecture of a folder, an artifact, a shard or a tree. Immutable, safe
 * for use by many threads; cells are created on demand.
 */
public final class CoverageGrid {
  private final Path root;
  private final List<GpuTarget> columns;
  private final Set<GpuTarget> unused;
  private final List<BinaryRow> rows;
  private final List<GridRow> data;
  private final List<Problem> problems;
  private final long leftOut;

  /** The kinds of rows. */
  public enum RowState {
    /** A wrapper of a host-only binary: its code is in archives. */
    HOST_ONLY,
    /** A wrapper of a fat binary: its code is inside. */
    FAT,
    /** A kernel database: its code is in files of their own. */
    DATABASE
  }

  /**
   * A row.
   *
   * @param file the binary; of a database a folder of its files
   * @param path its path below the grid's root, with {@code /}
   * @param name what it is called in archives; its path where it has no such name; of a database
   *     its own
   * @param index the wrapper's index; -1 for a database
   * @param place the wrapper
   */
  public record BinaryRow(
      Path file, String path, String name, int index, RowState state, Place place) {
    /** The key, {@code name#index}; of a database its name. */
    public String key() {
      return index < 0 ? name : name + "#" + index;
    }
  }

  /** Something that could not be read, and so is not in the grid. */
  public record Problem(Path file, String message) {}

  /**
   * @param unused targets that the tree claims without a binary that looks for their code
   * @param data the cells of each row
   * @param leftOut how many rows there are beyond those
   */
  public CoverageGrid(
      Path root,
      List<GpuTarget> columns,
      Set<GpuTarget> unused,
      List<BinaryRow> rows,
      List<GridRow> data,
      List<Problem> problems,
      long leftOut) {
    this.root = root;
    this.columns = List.copyOf(columns);
    this.unused = Set.copyOf(unused);
    this.rows = List.copyOf(rows);
    this.data = List.copyOf(data);
    this.problems = List.copyOf(problems);
    this.leftOut = leftOut;
  }

  /** Returns the grid under another root; for content that was unpacked. */
  public CoverageGrid shownAs(Path other) {
    return new CoverageGrid(other, columns, unused, rows, data, problems, leftOut);
  }

  /** Returns the folder or file that the grid is about. */
  public Path root() {
    return root;
  }

  /** The architectures, by generation, then by name. */
  public List<GpuTarget> columns() {
    return columns;
  }

  /**
   * The GPUs that there is code for, by generation, then by name: of a generic target those that
   * run it, and those of code that no loader looks for because the binary is fat.
   */
  public List<GpuTarget> devices() {
    return Stream.concat(columns.stream(), unused.stream())
        .filter(each -> !each.equals(GpuTarget.ANY))
        .flatMap(each -> GpuTable.served(each).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** The wrappers, by path and index; behind them the databases, by name. */
  public List<BinaryRow> rows() {
    return rows;
  }

  /** Returns the problems of files that could not be read. */
  public List<Problem> problems() {
    return problems;
  }

  /** How many rows there are beyond those that are kept; 0 in all but absurd trees. */
  public long leftOutRows() {
    return leftOut;
  }

  /** Returns the cell of a row and a column. */
  public CoverageCell cell(int row, int column) {
    return data.get(row).cell(rows.get(row), columns.get(column));
  }

  /**
   * Whether code of a row was looked up and not unpacked, so that it may be damaged, for another
   * GPU, or another wrapper's.
   */
  public boolean lookedUp(int row) {
    return data.get(row).lookedUp();
  }

  /** The kinds of cells, for counting, colours and legends. */
  public enum CellKind {
    PRESENT("in an archive"),
    INSIDE("inside the fat binary"),
    FILES("in files of a kernel database"),
    SHARED("served by code that names fewer features"),
    HOLE("missing, or cannot be loaded"),
    UNCERTAIN("not in the archive that claims the architecture; may never have been compiled"),
    NEVER_BUILT("never compiled; loaders fail, as an archive lists the architecture"),
    ABSENT("no archive or database file for the architecture"),
    NOT_APPLICABLE("never compiled, or dropped by prune");

    private final String words;

    CellKind(String words) {
      this.words = words;
    }

    /** Returns the meaning, for legends. */
    public String words() {
      return words;
    }

    /** The kind of a cell. */
    public static CellKind of(CoverageCell cell) {
      return switch (cell) {
        case Present present -> PRESENT;
        case Inside inside -> INSIDE;
        case CoverageCell.Files files -> FILES;
        case Shared shared -> SHARED;
        case Hole hole when hole.certainty() == Certainty.POSSIBLE -> UNCERTAIN;
        case Hole hole when hole.certainty() == Certainty.NEVER -> NEVER_BUILT;
        case Hole hole -> HOLE;
        case Absent absent -> ABSENT;
        case NotApplicable never -> NOT_APPLICABLE;
      };
    }
  }
}
