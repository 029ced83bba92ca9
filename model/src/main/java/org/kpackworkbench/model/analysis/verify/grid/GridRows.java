package org.kpackworkbench.model.analysis.verify.grid;

import static org.kpackworkbench.model.analysis.verify.coverage.GridRow.ABSENT;
import static org.kpackworkbench.model.analysis.verify.coverage.GridRow.NEVER;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Absent;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Hole;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Inside;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.NotApplicable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Present;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Shared;
import org.kpackworkbench.model.analysis.verify.coverage.GridRow;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;

/** Makes rows of grids from answers of a simulated loader. */
final class GridRows {
  private GridRows() {}

  /**
   * The row of a database.
   *
   * @param files what there is for each target, in ascending order
   */
  static GridRow of(SortedMap<GpuTarget, CoverageCell.Files> files) {
    return new GridRow(new TreeMap<>(files), null, "", false);
  }

  /** The row of a wrapper. */
  static GridRow of(BinaryAnswers answers, int index, Path binary, boolean lookedUp) {
    SortedMap<GpuTarget, CoverageCell> cells = new TreeMap<>();
    Set<GpuTarget> declared = answers.declared().get(index);
    String unknown = "";
    for (List<Answer> each : answers.answers().values()) {
      Answer answer = each.get(index);
      if (answer.cause() instanceof Diagnosis.WrapperUnusable unusable) {
        unknown = unusable.why();
        continue;
      }
      Path claiming = answers.claimed().getOrDefault(answer.target(), binary);
      cells.put(
          answer.target(),
          answer.kind() == Answer.Kind.NOT_INSTALLED
              ? absent(answer, declared)
              : answers.failsForAll(answer)
                  ? hole(answer, claiming, Certainty.NEVER)
                  : cell(answer, claiming));
    }
    return new GridRow(cells, declared, unknown, lookedUp);
  }

  /** Code of a package that is not installed is where it should be. */
  private static Absent absent(Answer answer, @Nullable Set<GpuTarget> declared) {
    return new Absent(
        declared != null
            && declared.contains(answer.target())
            && !(answer.cause() instanceof Diagnosis.PackageMissing));
  }

  private static CoverageCell cell(Answer answer, Path claiming) {
    return switch (answer.kind()) {
      case FOUND -> code(answer);
      case SHARED ->
          code(answer) instanceof Present present
              ? new Shared(answer.filedUnder(), present)
              : code(answer);
      case NEVER_BUILT ->
          answer.cause() instanceof Diagnosis.NotCompiled never
              ? new NotApplicable(never.sentence(), null)
              : NEVER;
      case NOT_INSTALLED -> ABSENT;
      case DROPPED ->
          answer.cause() instanceof Diagnosis.DroppedByPrune dropped
              ? new NotApplicable(
                  "Its code was dropped by prune, as a note in %s states."
                      .formatted(Path.of(dropped.file()).getFileName()),
                  dropped.place())
              : NEVER;
      case REFUSED, MISSING -> hole(answer, claiming, Certainty.SURE);
      case PROBABLY_MISSING -> hole(answer, claiming, Certainty.LIKELY);
      case MAYBE_MISSING -> hole(answer, claiming, Certainty.POSSIBLE);
    };
  }

  private static Hole hole(Answer answer, Path claiming, Certainty certainty) {
    Diagnosis cause = answer.cause();
    Place at = cause == null ? null : cause.place();
    Path archive = at != null && cause instanceof Diagnosis.CodeUnreadable ? at.file() : claiming;
    Resolution.Found refused = answer.archived();
    Place code =
        refused != null
            ? refused.place()
            : cause instanceof Diagnosis.CodeUnreadable damaged && at != null
                ? place(damaged, at)
                : null;
    return new Hole(archive, certainty, cause == null ? "" : cause.sentence(), code);
  }

  private static Place place(Diagnosis.CodeUnreadable damaged, Place archive) {
    BinaryKey key = BinaryKey.parse(damaged.key());
    return new Place.CodeObject(
        archive, key.binary(), key.index(), damaged.architecture(), null, true);
  }

  private static CoverageCell code(Answer answer) {
    Resolution.Found found = answer.archived();
    InBundle bundled = answer.bundled();
    if (found != null) {
      Place.CodeObject place = found.place();
      return new Present(
          found.archive(),
          found.sizeBytes(),
          new Place.CodeObject(
              place.parent(),
              place.binary(),
              place.index(),
              place.target(),
              null,
              place.unpacked()));
    }
    Place.CodeObject inside = bundled == null ? null : bundled.found();
    return bundled == null || inside == null ? ABSENT : new Inside(bundled.sizeBytes(), inside);
  }
}
