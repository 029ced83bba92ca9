package org.kpackworkbench.model.format.kpack;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/**
 * A reader's problem with an archive in which loaders do not find a code object. Immutable.
 *
 * @param problem the problem
 * @param advice what to do about it
 * @param place the row, or the archive
 */
public record ArchiveFault(FormatException problem, String advice, Place place) {
  /** Returns the problem, as a clause. */
  public String words() {
    return problem.words();
  }

  /** Returns the fault of the row under a key and a target, or of the table that should have it. */
  public static Optional<ArchiveFault> of(KpackArchive archive, String key, String target)
      throws FormatException {
    OptionalInt row = archive.findText(key, target);
    // A key that leads to no map of targets is shown as one row without a target.
    int number = row.isPresent() ? row.getAsInt() : archive.findText(key, "").orElse(-1);
    FormatException problem = number < 0 ? null : problem(archive, number);
    return problem != null
        ? Optional.of(
            of(problem, RowFault.of(problem).advice(), archive.place(archive.entry(number))))
        : first(archive, ArchiveFormat.TOC).map(one -> of(one, RowFault.DAMAGED, archive.place()));
  }

  /** Returns the fault for which ordinals lead to no blob, or to another. */
  public static Optional<ArchiveFault> ofBlobs(KpackArchive archive) throws FormatException {
    FormatException refusal = archive.refusal();
    if (refusal != null) {
      return refusal.field().equals(ArchiveFormat.ZSTD_OFFSET) ? ofArea(archive) : Optional.empty();
    }
    return first(archive, ArchiveFormat.BLOBS)
        .map(one -> of(one, RowFault.DAMAGED, at(archive, one)));
  }

  /** Whether no code of the archive is found for it. */
  public boolean isWhole() {
    return !(place instanceof Place.CodeObject) && !(place instanceof Place.Bytes);
  }

  private static Optional<FormatException> first(KpackArchive archive, String field) {
    return archive.problems().stream().filter(one -> one.field().equals(field)).findFirst();
  }

  private static @Nullable FormatException problem(KpackArchive archive, int row)
      throws FormatException {
    if (archive.refusal() == null) {
      archive.blobs(Progress.NONE);
    }
    return archive.problem(row).orElse(null);
  }

  /** Returns the fault for which no code of an archive is found. */
  public static Optional<ArchiveFault> ofArea(KpackArchive archive) throws FormatException {
    FormatException refusal = archive.refusal();
    FormatException problem = refusal != null ? refusal : archive.blobs(Progress.NONE).damage();
    return Optional.ofNullable(problem)
        .map(one -> of(one, RowFault.BOUNDS.advice(), archive.place()));
  }

  private static Place at(KpackArchive archive, FormatException problem) {
    return new Place.Bytes(archive.place(), new ByteRange(problem.fileOffset(), 1));
  }

  private static ArchiveFault of(FormatException problem, String advice, Place place) {
    String own = problem.advice();
    return new ArchiveFault(problem, own == null ? advice : own, place);
  }
}
