package org.kpackworkbench.model.analysis.resolve.tree;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.offload.DeviceCode;

/**
 * Which binaries of a tree have their code on which devices: a grid. Immutable; it holds no traces,
 * {@link BinaryResolver} makes the traces of one binary on request.
 *
 * @param root the tree's folder
 * @param devices the devices' targets: the columns
 * @param rows the binaries with wrappers, in the order of their paths
 * @param unreadable what could not be examined
 * @param overlaid that artifacts were seen as if they were overlaid, in a sentence; empty if all
 *     was seen as it lies
 */
public record TreeResolution(
    Path root,
    List<GpuTarget> devices,
    List<Row> rows,
    List<FolderWalk.Unreadable> unreadable,
    String overlaid) {

  /** The message for a tree without any device code. */
  public static final String NO_CODE = "No binary here has device code, inside or in archives.";

  public TreeResolution {
    devices = List.copyOf(devices);
    rows = List.copyOf(rows);
    unreadable = List.copyOf(unreadable);
  }

  /**
   * A binary.
   *
   * @param file its file
   * @param path its path below the root, with {@code /}
   * @param state what it has of device code
   * @param cells what it has on each device, in their order
   * @param unloadable why no process loads it, in a sentence; null if nothing speaks against it
   */
  public record Row(
      Path file, String path, DeviceCode state, List<Cell> cells, @Nullable String unloadable) {
    public Row {
      cells = List.copyOf(cells);
    }

    /** A binary that processes load. */
    public Row(Path file, String path, DeviceCode state, List<Cell> cells) {
      this(file, path, state, cells, null);
    }

    /** Whether a process gets all code of one of the cells. */
    boolean serves(Cell cell) {
      return unloadable == null && cell.complete();
    }
  }

  /**
   * A binary on a device.
   *
   * @param found how many wrappers have code that the runtime loads
   * @param unpacked how many of those have code that was unpacked, and not only looked up
   * @param wrappers how many there are
   * @param foreign how many of those have another wrapper's code
   * @param refused how many others have code that the runtime refuses
   * @param firstFailing the number of the first wrapper that has none, or that has what is refused,
   *     or another one's; -1 where all have their own
   * @param error that wrapper's error; {@code SUCCESS} where it has code
   */
  public record Cell(
      int found,
      int unpacked,
      int wrappers,
      int foreign,
      int refused,
      int firstFailing,
      LoaderError error) {
    /**
     * A cell in which all code was unpacked, and no wrapper has another one's code, or code that is
     * refused.
     */
    public Cell(int found, int wrappers, int firstFailing, LoaderError error) {
      this(found, found, wrappers, 0, 0, firstFailing, error);
    }

    /** Whether all wrappers have code, and none another one's. */
    public boolean complete() {
      return found == wrappers && foreign == 0;
    }

    /**
     * Whether a wrapper has no code, or another one's, though code was built for it.
     *
     * @param neverBuilt how many wrappers have none since it was never built
     */
    public boolean lacks(int neverBuilt) {
      return found + neverBuilt < wrappers || foreign > 0;
    }

    /** Whether the code that was found was unpacked, and not only looked up in tables. */
    public boolean loaded() {
      return unpacked == found;
    }

    /** In a few words: {@code 4 of 5, error 5}, or {@code 5 of 5, 2 not their own}. */
    public String words() {
      return "%d of %d%s%s"
          .formatted(
              found,
              wrappers,
              foreign == 0
                  ? ""
                  : ", %d not %s own".formatted(foreign, foreign == 1 ? "its" : "their"),
              (refused == 0 ? "" : ", %d refused by the runtime".formatted(refused))
                  + (error == LoaderError.SUCCESS ? "" : ", error " + error.number()));
    }

    static Cell of(List<WrapperOutcome> outcomes) {
      WrapperOutcome first = null;
      WrapperOutcome firstForeign = null;
      int found = 0;
      int unpacked = 0;
      int foreign = 0;
      int refused = 0;
      for (WrapperOutcome outcome : outcomes) {
        found += outcome.usable() ? 1 : 0;
        unpacked += outcome.usable() && outcome.unpacked() ? 1 : 0;
        refused += outcome.found() && !outcome.usable() ? 1 : 0;
        if (!outcome.found() && (first == null || first.found())) {
          first = outcome;
        } else if (!outcome.usable()) {
          first = first == null ? outcome : first;
        } else if (!outcome.right()) {
          foreign++;
          firstForeign = firstForeign == null ? outcome : firstForeign;
        }
      }
      first = first == null ? firstForeign : first;
      return first == null
          ? new Cell(found, unpacked, outcomes.size(), 0, 0, -1, LoaderError.SUCCESS)
          : new Cell(
              found, unpacked, outcomes.size(), foreign, refused, first.number(), first.error());
    }
  }

  /** Returns this tree with the answers of one of its binaries on some of its devices. */
  public TreeResolution with(BinaryResolution binary) {
    List<Row> changed =
        rows.stream()
            .map(row -> row.file().equals(binary.binary().file()) ? with(row, binary) : row)
            .toList();
    return new TreeResolution(root, devices, changed, unreadable, overlaid);
  }

  private Row with(Row row, BinaryResolution binary) {
    List<Cell> cells = new ArrayList<>(row.cells());
    for (GpuTarget device : binary.devices()) {
      if (devices.contains(device)) {
        cells.set(devices.indexOf(device), Cell.of(binary.on(device)));
      }
    }
    return new Row(row.file(), row.path(), row.state(), cells, binary.unloadable());
  }

  /** The devices on which some binary does not load, or has not all of its own code, in order. */
  public List<GpuTarget> failing() {
    return devices.stream().filter(device -> !failing(device).isEmpty()).toList();
  }

  /** The devices on which every wrapper of every binary has code of its own, in their order. */
  public List<GpuTarget> served() {
    return devices.stream().filter(device -> failing(device).isEmpty()).toList();
  }

  /**
   * Whether every binary has all its code on one device at least, and on each other device all or
   * none: what a tree may be that does not serve all of them.
   */
  public boolean isSound() {
    return rows.stream()
        .allMatch(
            row ->
                row.cells().stream().anyMatch(row::serves)
                    && row.cells().stream()
                        .allMatch(cell -> cell.complete() || cell.found() + cell.refused() == 0));
  }

  /** The binaries that lack code on a device, or have another wrapper's, or that do not load. */
  public List<Row> failing(GpuTarget device) {
    int column = devices.indexOf(device);
    return column < 0
        ? List.of()
        : rows.stream().filter(row -> !row.serves(row.cells().get(column))).toList();
  }

  /** The devices on which a wrapper of some binary has no code of its own, in their order. */
  public List<GpuTarget> lacking() {
    return devices.stream()
        .filter(device -> failing(device).stream().anyMatch(row -> !cell(row, device).complete()))
        .toList();
  }

  private Cell cell(Row row, GpuTarget device) {
    return row.cells().get(devices.indexOf(device));
  }

  /** The binaries that no process loads, whatever code they have. */
  public List<Row> unloadable() {
    return rows.stream().filter(row -> row.unloadable() != null).toList();
  }

  /** How many binaries do not load, without a full stop; empty if all do. */
  public String unloadableWords() {
    int count = unloadable().size();
    return count == 0
        ? ""
        : "The dynamic linker does not load %s".formatted(CountText.of(count, "binary"));
  }

  /** Whether every wrapper of every binary has code on every device, and every binary loads. */
  public boolean complete() {
    return failing().isEmpty();
  }

  /** Whether the code that was found was unpacked, and not only looked up in tables. */
  public boolean loaded() {
    return rows.stream().flatMap(row -> row.cells().stream()).allMatch(Cell::loaded);
  }
}
