package org.kpackworkbench.model.operation.restore;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.offload.EntryId;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of restoring, done or planned.
 *
 * @param outcome the outcome
 * @param placement where the bundles went
 * @param wrappers number of wrappers
 * @param bundles the bundles in the order in which they lie
 * @param targets the targets that there is code for, in the order in which they first appear
 * @param missing what no archive has
 * @param archives the archives that code objects were taken from
 * @param searched where archives were looked for; empty if the request names them
 * @param findings what else should be known
 * @param before the input's layout
 * @param after the output's layout
 * @param upToDate whether the output was there already, and nothing was written
 */
public record RestoreReport(
    RestoreOutcome outcome,
    RestorePlacement placement,
    int wrappers,
    List<RestoredBundle> bundles,
    List<String> targets,
    List<MissingCode> missing,
    List<Path> archives,
    List<SearchedPath> searched,
    List<OperationNote> findings,
    LayoutFacts before,
    LayoutFacts after,
    boolean upToDate) {
  private static final int MOST_SHOWN = 50;

  /**
   * Returns the report of restoring.
   *
   * @param dryRun whether it was only planned
   */
  public Report describe(RestoreRequest request, boolean dryRun) {
    boolean restored = outcome != RestoreOutcome.ALREADY_FAT;
    Facts facts =
        new Facts()
            .path("input", request.input())
            .path("output", request.output())
            .flag(CommonOptions.DRY_RUN.field(), dryRun)
            .id("outcome", outcome)
            .shown(outcome.words());
    OperationFacts.upToDate(facts, upToDate)
        .size("inputSize", inputSizeBytes())
        .size("outputSize", outputSizeBytes())
        .number("wrappers", wrappers)
        .number("bundles", bundles.size())
        .shown(restored ? Integer.toString(bundles.size()) : "")
        .id("placement", placement)
        .shown(restored ? placement.words() : "")
        .texts("targets", targets)
        .list("missing", missing, MissingCode::describe)
        .list("archives", archives, (path, row) -> row.path("path", path))
        .list("searched", searched, SearchedPath::describe);
    return new Report(facts)
        .line("%s: %s", "input", "outcome")
        .values(
            "output",
            "inputSize",
            "outputSize",
            "wrappers",
            "bundles",
            "placement as device code",
            "targets")
        .table("archives", "path as archive")
        .table("missing", MOST_SHOWN, "index", "left out")
        .line("%s", "upToDate");
  }

  RestoreReport written(boolean there, LostAttributes lost) {
    List<OperationNote> all =
        Stream.concat(findings.stream(), lost.each(OperationNote::lost).stream()).toList();
    return new RestoreReport(
        outcome, placement, wrappers, bundles, targets, missing, archives, searched, all, before,
        after, there);
  }

  /** Size of the input. */
  public long inputSizeBytes() {
    return before.sizeBytes();
  }

  /** Size of the output. */
  public long outputSizeBytes() {
    return after.sizeBytes();
  }

  /**
   * A code object that no archive has.
   *
   * @param index the wrapper's index
   * @param entryId the entry's id in the bundle; empty if no archive has anything for the index
   */
  public record MissingCode(int index, String entryId) {

    /** The target, e.g. {@code gfx90a:xnack+}; empty if it is unknown. */
    public String target() {
      return entryId.isEmpty() ? "" : EntryId.parse(entryId).target();
    }

    private void describe(Facts facts) {
      boolean known = !entryId.isEmpty();
      String named = target().isEmpty() ? entryId : target();
      facts
          .number("index", index)
          .text("target", known ? target() : null)
          .text("id", known ? entryId : null)
          .aside("left out", known ? named : "everything: it is in no archive");
    }

    @Override
    public String toString() {
      return entryId.isEmpty()
          ? "#%d: everything".formatted(index)
          : "#%d: %s".formatted(index, target().isEmpty() ? entryId : target());
    }
  }

  /**
   * A place where an archive was looked for.
   *
   * @param pattern the marker's search path
   * @param path where that leads; null if it cannot name a file
   * @param result the state of the output
   */
  public record SearchedPath(String pattern, @Nullable Path path, Result result) {

    /** Results of looking at a place. */
    public enum Result {
      USED("used"),
      NOT_FOUND("nothing found"),
      NOT_A_FILE("no regular file"),

      /** A folder on the way to it may not be read. */
      DENIED("no permission"),
      OTHER_BINARIES("an archive with nothing for this binary"),
      NO_PATH("not a path that can be followed");

      private final String words;

      Result(String words) {
        this.words = words;
      }

      /** The state of the output, as text for users. */
      public String words() {
        return words;
      }
    }

    private void describe(Facts facts) {
      facts.text("pattern", pattern).path("path", path).id("result", result);
    }

    @Override
    public String toString() {
      return "%s: %s".formatted(path == null ? pattern : path, result.words());
    }
  }

  /** The outcome of putting device code back. */
  public enum RestoreOutcome {
    /** All of it is back. */
    RESTORED("device code put back"),
    /** Some code objects were in no archive and are not in it. */
    RESTORED_PARTLY("device code put back, except what no archive has"),
    /** Device code was in it already: copied byte for byte. */
    ALREADY_FAT("fat already, copied unchanged");

    private final String words;

    RestoreOutcome(String words) {
      this.words = words;
    }

    /** Returns what was done, in words for people. */
    public String words() {
      return words;
    }
  }

  /** Where the bundles went. */
  public enum RestorePlacement {
    /** Where {@code .hip_fatbin} lay in memory. */
    IN_PLACE("where it was in memory"),
    /** Into a segment of their own behind all others. */
    NEW_SEGMENT("in a new segment after all others"),
    /** Nowhere: the file was copied. */
    NONE("nowhere");

    private final String words;

    RestorePlacement(String words) {
      this.words = words;
    }

    /** Where it went, in words for people. */
    public String words() {
      return words;
    }
  }

  /**
   * A bundle that was put back.
   *
   * @param address its virtual address
   * @param sizeBytes its size as stored
   * @param form how it is stored
   * @param entryIds the ids of its entries in their order, the host's included; empty for a bare
   *     code object
   * @param wrappers the indices of the wrappers that point to it
   */
  public record RestoredBundle(
      long address,
      long sizeBytes,
      BundleForm form,
      List<String> entryIds,
      List<Integer> wrappers) {}
}
