package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/**
 * Result of splitting, done or planned.
 *
 * @param outcomes one for each artifact that was done, in the order of their names
 * @param skipped what was left alone
 * @param failed what could not be done; nothing of it was written
 */
public record SplitReport(List<SplitOutcome> outcomes, List<Skipped> skipped, List<Failed> failed) {
  public SplitReport {
    outcomes = List.copyOf(outcomes);
    skipped = List.copyOf(skipped);
    failed = List.copyOf(failed);
  }

  /**
   * Something in a folder of artifacts that is not split.
   *
   * @param source what
   * @param reason why not, in a few words
   */
  public record Skipped(Path source, String reason) {}

  /**
   * An artifact that could not be done.
   *
   * @param source which
   * @param error why not
   */
  public record Failed(Path source, IOException error) {}

  /**
   * Returns the report of splitting.
   *
   * @param dryRun whether it was only planned
   * @param failure the words for a failure
   */
  public Report describe(
      SplitRequest request, boolean dryRun, Function<IOException, String> failure) {
    List<DroppedTarget> dropped = new ArrayList<>();
    outcomes.forEach(outcome -> dropped.addAll(outcome.dropped()));
    Facts facts =
        OperationFacts.of(request.input(), request.output(), dryRun, upToDate())
            .rows("artifacts", this::each, Made::describe)
            .list(
                "skipped",
                skipped,
                (each, row) -> row.path("path", each.source()).text("reason", each.reason()))
            .list(
                "failed",
                failed,
                (each, row) ->
                    row.path("path", each.source()).text("error", failure.apply(each.error())))
            .number("binaries", binaries())
            .list("dropped", DroppedTarget.sum(dropped), DroppedTarget::describe);
    Report report =
        new Report(facts)
            .table(
                "artifacts",
                "path as artifact",
                "target",
                "kernels as code objects",
                "files",
                planned() ? "originalSize as before compression" : "size");
    return DroppedTarget.lines(report)
        .lines("skipped", "skipped: %s, %s", "path", "reason")
        .line(
            "%s from %d; %s host-only%s"
                .formatted(
                    CountText.of(artifacts().size(), "artifact"),
                    outcomes.size(),
                    CountText.of(binaries(), "binary"),
                    failed.isEmpty() ? "" : "; %d failed".formatted(failed.size())))
        .line("%s", "upToDate");
  }

  private void each(Taker<Made> take) throws IOException {
    for (SplitOutcome outcome : outcomes) {
      for (SplitArtifact artifact : outcome.artifacts()) {
        take.take(new Made(outcome, artifact));
      }
    }
  }

  private record Made(SplitOutcome outcome, SplitArtifact artifact) {
    void describe(Facts facts) {
      facts
          .text("name", artifact.name().toString())
          .path("path", artifact.path())
          .text("target", artifact.target())
          .number("kernels", artifact.kernels())
          .size("originalSize", artifact.originalSizeBytes())
          .size("size", artifact.sizeBytes())
          .number("files", artifact.files())
          .texts("prefixes", artifact.prefixes())
          .path("source", outcome.source())
          .flag("split", outcome.split());
    }
  }

  /** Number of fat binaries that were made host-only. */
  public int binaries() {
    return outcomes.stream().mapToInt(SplitOutcome::binaries).sum();
  }

  private boolean planned() {
    return artifacts().stream().anyMatch(artifact -> artifact.sizeBytes() < 0);
  }

  /** Whether all of it was there already, and nothing was written. */
  public boolean upToDate() {
    return failed.isEmpty()
        && !outcomes.isEmpty()
        && outcomes.stream().allMatch(SplitOutcome::upToDate);
  }

  /** Everything that was written, or would be. */
  public List<SplitArtifact> artifacts() {
    return outcomes.stream().flatMap(outcome -> outcome.artifacts().stream()).toList();
  }

  /**
   * Returns artifacts of the same prefixes that lie beside those that were written.
   *
   * @throws IOException if the folder cannot be read
   */
  public List<Path> left(Path output) throws IOException {
    Set<String> prefixes = new HashSet<>();
    outcomes.stream()
        .filter(SplitOutcome::split)
        .flatMap(outcome -> outcome.artifacts().stream())
        .forEach(artifact -> prefixes.add(artifact.name().prefix()));
    Set<ArtifactName> written = new HashSet<>();
    artifacts().forEach(artifact -> written.add(artifact.name()));
    return prefixes.isEmpty()
        ? List.of()
        : ArtifactInput.in(output).stream()
            .filter(
                path ->
                    ArtifactName.parse(ArtifactInput.folderName(path))
                        .filter(name -> prefixes.contains(name.prefix()) && !written.contains(name))
                        .isPresent())
            .toList();
  }

  /** Notes about all artifacts. */
  public List<OperationNote> findings() {
    return outcomes.stream().flatMap(outcome -> outcome.findings().stream()).toList();
  }

  /**
   * An artifact that was written, or would be.
   *
   * @param name its name
   * @param path where it is: a folder or a packed file
   * @param kernels number of rows in its archive
   * @param files number of files, its manifest and links not counted
   * @param originalSizeBytes size of its files before compression; -1 once it is written
   * @param sizeBytes size of its files, or of the file that it is packed into; -1 before it is
   *     written
   * @param prefixes its stage prefixes
   */
  public record SplitArtifact(
      ArtifactName name,
      Path path,
      int kernels,
      int files,
      long originalSizeBytes,
      long sizeBytes,
      List<String> prefixes) {
    public SplitArtifact {
      prefixes = List.copyOf(prefixes);
    }

    /** Returns the same artifact when it is packed to a file. */
    SplitArtifact packed(long fileBytes) {
      return new SplitArtifact(name, path, kernels, files, -1, fileBytes, prefixes);
    }

    /** The architecture, with colons; {@code generic} for what is for all. */
    public String target() {
      return name.family();
    }
  }

  /**
   * The result of one artifact, or the planned result.
   *
   * @param source the artifact as it was named
   * @param name its name
   * @param split whether it was split; it was passed through otherwise
   * @param artifacts what was written: the generic one first, then by architecture
   * @param binaries number of fat binaries that were made host-only
   * @param dropped targets that were left out
   * @param findings what else is to be known
   * @param upToDate whether all of it was there already, and nothing was written
   */
  public record SplitOutcome(
      Path source,
      ArtifactName name,
      boolean split,
      List<SplitArtifact> artifacts,
      int binaries,
      List<DroppedTarget> dropped,
      List<OperationNote> findings,
      boolean upToDate) {
    public SplitOutcome {
      artifacts = List.copyOf(artifacts);
      dropped = List.copyOf(dropped);
      findings = List.copyOf(findings);
    }

    /** Returns the same outcome when its artifacts are packed to files. */
    SplitOutcome packed(List<SplitArtifact> made, List<OperationNote> notes) {
      return new SplitOutcome(source, name, split, made, binaries, dropped, notes, false);
    }

    /** Returns a copy for what was there already. */
    SplitOutcome wasThere() {
      return new SplitOutcome(source, name, split, artifacts, binaries, dropped, findings, true);
    }
  }
}
