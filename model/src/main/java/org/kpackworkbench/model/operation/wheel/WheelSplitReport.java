package org.kpackworkbench.model.operation.wheel;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of splitting a wheel, done or planned.
 *
 * @param upToDate whether all wheels were there already, and nothing was written
 * @param wheels the host wheel first, then its variant, then those of targets; none if the wheel
 *     was split before
 * @param variantsIndex the index file of variants; empty if there is no variant
 * @param targets the GPU targets that are kept, with their features
 * @param binaries number of binaries that became host-only
 */
public record WheelSplitReport(
    WheelSplitRequest request,
    boolean dryRun,
    boolean upToDate,
    List<Made> wheels,
    Optional<Path> variantsIndex,
    List<String> targets,
    int binaries,
    List<DroppedTarget> dropped,
    List<OperationNote> findings) {
  public WheelSplitReport {
    wheels = List.copyOf(wheels);
    targets = List.copyOf(targets);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }

  /**
   * A wheel.
   *
   * @param name the package's name
   * @param target what it is for; empty for the host wheel
   * @param extra the host wheel's extra that installs it; empty for the host wheel
   * @param variant the label of the host wheel's variant; empty for all other wheels
   * @param sizeBytes its size; -1 before it is written
   * @param contents what of it changed: converted binaries, archives, database files
   */
  public record Made(
      Path path,
      String name,
      String target,
      String extra,
      String variant,
      int files,
      long sizeBytes,
      List<Content> contents) {
    public Made {
      contents = List.copyOf(contents);
    }

    void describe(Facts facts) {
      facts
          .path("path", path)
          .text("name", name)
          .text("target", target)
          .text("extra", extra)
          .text("variant", variant)
          .number("files", files)
          .size("size", sizeBytes)
          .list("contents", contents, Content::describe);
    }
  }

  /** Kinds of files of a new wheel. */
  public enum Kind {
    BINARY("host-only binary"),
    ARCHIVE("archive"),
    DATABASE("database file");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Returns the kind in words. */
    public String words() {
      return words;
    }
  }

  /**
   * A file that a new wheel has and the fat one did not have there or like that.
   *
   * @param path in the wheel
   * @param beforeBytes its size in the fat wheel; -1 if it was not in it
   * @param afterBytes its size now; -1 if that is not known before it is written
   */
  public record Content(String path, Kind kind, long beforeBytes, long afterBytes) {
    void describe(Facts facts) {
      facts
          .text("path", path)
          .text("kind", kind.words())
          .number("sizeBefore", beforeBytes)
          .number("size", afterBytes);
    }
  }

  /** Whether the wheel was split before, so that nothing was done. */
  public boolean alreadySplit() {
    return wheels.isEmpty();
  }

  /** Returns the report of splitting. */
  public Report describe() {
    Facts facts =
        OperationFacts.of(request.input(), request.output(), dryRun, upToDate)
            .list("wheels", wheels, Made::describe)
            .path("variantsIndex", variantsIndex.orElse(null))
            .number("binaries", binaries)
            .flag("alreadySplit", alreadySplit())
            .list("dropped", dropped, DroppedTarget::describe);
    Report report = new Report(facts);
    if (alreadySplit()) {
      return report.line(
          "%s was split before: its binaries are host-only. Nothing was written."
              .formatted(request.input().getFileName()));
    }
    Report lines =
        DroppedTarget.lines(
            report.table("wheels", "path as wheel", "target", "files", "size", "extra"));
    variantsIndex.ifPresent(
        index -> lines.line("%s: the index of variants".formatted(index.getFileName())));
    return lines
        .line(
            "%s; %s host-only"
                .formatted(CountText.of(wheels.size(), "wheel"), CountText.of(binaries, "binary")))
        .line("%s", "upToDate");
  }
}
