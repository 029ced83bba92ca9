package org.kpackworkbench.model.analysis.verify.coverage;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Absent;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Hole;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Inside;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.NotApplicable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Present;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Shared;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.BinaryRow;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.RowState;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * What is known of one row's cells; in arrays, because there are many.
 *
 * @param known the archives of the binary
 * @param targets those that something is known about, in ascending order
 * @param archives for each target an index into {@code known}
 * @param entries for each target the row of the archive's table, -1 if it has none; of a database
 *     the number of files
 * @param sizes for each target the code's size
 * @param certainty for each target how sure a hole is, by ordinal; -1 if there is none, {@link
 *     #DROPPED} where prune removed the code
 * @param declared for which targets its bundle had code; null if nothing says
 * @param insides for each target the place in a fat binary, or the first file of a database; empty
 *     for a host-only one
 * @param unknown why nothing is known about other targets; empty if that is known
 */
record GridRow(
    List<GridArchive> known,
    GpuTarget[] targets,
    int[] archives,
    int[] entries,
    long[] sizes,
    byte[] certainty,
    @Nullable Set<GpuTarget> declared,
    List<Place> insides,
    String unknown) {
  private static final NotApplicable NEVER =
      new NotApplicable("Its bundle had no code for this architecture.", null);

  /** Among certainties: no hole, since code was removed on purpose. */
  static final byte DROPPED = -2;

  /** An archive, with how it spells targets. */
  record GridArchive(Path path, boolean compressed, Map<GpuTarget, String> spellings) {}

  /**
   * The row of a database.
   *
   * @param files what there is for each target, in ascending order
   */
  static GridRow of(SortedMap<GpuTarget, CoverageCell.Files> files) {
    return new GridRow(
        List.of(),
        files.keySet().toArray(GpuTarget[]::new),
        new int[0],
        files.values().stream().mapToInt(CoverageCell.Files::count).toArray(),
        files.values().stream().mapToLong(CoverageCell.Files::sizeBytes).toArray(),
        new byte[0],
        null,
        files.values().stream().map(CoverageCell.Files::place).toList(),
        "");
  }

  /** What a database has; files for a family are for each of its members. */
  private CoverageCell files(GpuTarget target) {
    int count = 0;
    long bytes = 0;
    Place first = null;
    for (int i = 0; i < targets.length; i++) {
      if (GpuTable.related(targets[i].processor(), target.processor())) {
        count += entries[i];
        bytes += sizes[i];
        first = first == null ? insides.get(i) : first;
      }
    }
    return first == null ? new Absent() : new CoverageCell.Files(count, bytes, first);
  }

  CoverageCell cell(BinaryRow row, GpuTarget target) {
    if (row.state() == RowState.DATABASE) {
      return files(target);
    }
    int at = Arrays.binarySearch(targets, target);
    if (row.state() == RowState.FAT) {
      return at >= 0 ? new Inside(sizes[at], insides.get(at)) : other(row, target);
    }
    int serving = at >= 0 && entries[at] >= 0 ? at : serving(target);
    if (serving >= 0) {
      Present code = present(row, serving);
      return serving == at ? code : new Shared(targets[serving], code);
    }
    if (at >= 0 && certainty[at] == DROPPED) {
      Path archive = known.get(archives[at]).path();
      return new NotApplicable(
          "Its code was dropped by prune, as a note in %s states.".formatted(archive.getFileName()),
          new Place.File(archive));
    }
    return at >= 0 && certainty[at] >= 0
        ? new Hole(known.get(archives[at]).path(), Certainty.values()[certainty[at]])
        : other(row, target);
  }

  private CoverageCell other(BinaryRow row, GpuTarget target) {
    if (!unknown.isEmpty()) {
      return new NotApplicable(unknown, row.place());
    }
    return declared != null && !declared.contains(target) ? NEVER : new Absent();
  }

  /** The code that serves a target and names most features; -1 if there is none. */
  private int serving(GpuTarget target) {
    int best = -1;
    for (int i = 0; i < targets.length; i++) {
      if (entries[i] >= 0
          && serves(targets[i], target)
          && (best < 0 || targets[i].features().size() > targets[best].features().size())) {
        best = i;
      }
    }
    return best;
  }

  private Present present(BinaryRow row, int at) {
    GridArchive archive = known.get(archives[at]);
    return new Present(
        archive.path(),
        entries[at],
        sizes[at],
        new Place.CodeObject(
            new Place.File(archive.path()),
            row.name(),
            row.index(),
            archive.spellings().getOrDefault(targets[at], targets[at].toString()),
            null,
            archive.compressed()));
  }

  /** Whether code for one target runs on another: the same, or with fewer features named. */
  static boolean serves(GpuTarget code, GpuTarget target) {
    return code.processor().equals(target.processor())
        && target.features().containsAll(code.features());
  }
}
