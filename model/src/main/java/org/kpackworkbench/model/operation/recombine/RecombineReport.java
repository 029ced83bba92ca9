package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of recombining, done or planned.
 *
 * @param shards the shards' names, the primary one first
 * @param artifacts the artifacts, in the order of components, generic ones first
 * @param failed the components of which nothing was written
 * @param findings what else is to be known
 */
public record RecombineReport(
    List<String> shards,
    List<RecombinedArtifact> artifacts,
    List<Failed> failed,
    List<OperationNote> findings) {
  public RecombineReport {
    shards = List.copyOf(shards);
    artifacts = List.copyOf(artifacts);
    failed = List.copyOf(failed);
    findings = List.copyOf(findings);
  }

  /**
   * Returns the report of recombining.
   *
   * @param dryRun whether it was only planned
   * @param failure the words for a failure
   */
  public Report describe(
      RecombineRequest request, boolean dryRun, Function<IOException, String> failure) {
    Facts facts =
        new Facts()
            .path("input", request.shards())
            .path("config", request.config())
            .path("output", request.output())
            .flag(CommonOptions.DRY_RUN.field(), dryRun);
    OperationFacts.upToDate(facts, upToDate())
        .texts("shards", shards)
        .list("artifacts", artifacts, RecombinedArtifact::describe)
        .list(
            "failed",
            failed,
            (each, row) ->
                row.text("component", each.component())
                    .text("message", failure.apply(each.failure())));
    int made = artifacts.size();
    String components = CountText.of(failed.size(), "component");
    return new Report(facts)
        .table(
            "artifacts",
            "name as artifact",
            "targets",
            "shards",
            "files",
            "kernels as code objects",
            "size")
        .line(
            "%s in %s%s"
                .formatted(
                    CountText.of(made, "artifact"),
                    request.output(),
                    failed.isEmpty() ? "" : "; %s failed".formatted(components)))
        .line("%s", "upToDate");
  }

  /** Whether all of it was there already, and nothing was written. */
  public boolean upToDate() {
    return failed.isEmpty()
        && !artifacts.isEmpty()
        && artifacts.stream().allMatch(RecombinedArtifact::upToDate);
  }

  /**
   * A component of which nothing was written.
   *
   * @param component an artifact's prefix
   * @param failure why
   */
  public record Failed(String component, IOException failure) {}

  /**
   * An artifact that was made, or would be.
   *
   * @param name its name; the family is {@code generic} or a group
   * @param path where it is, or would be
   * @param displayName what people call the group; empty for a generic one
   * @param architectures the architectures in it, as the shards' artifacts are called
   * @param shards the shards that it comes from
   * @param files number of files in it, its manifest included
   * @param sizeBytes their size
   * @param kernels number of code objects in its archives
   * @param upToDate whether it was there already, and was not written
   */
  public record RecombinedArtifact(
      ArtifactName name,
      Path path,
      String displayName,
      List<String> architectures,
      List<String> shards,
      int files,
      long sizeBytes,
      long kernels,
      boolean upToDate) {
    public RecombinedArtifact {
      architectures = List.copyOf(architectures);
      shards = List.copyOf(shards);
    }

    private void describe(Facts facts) {
      facts
          .text("name", name.toString())
          .path("path", path)
          .text("component", name.prefix())
          .text("group", name.generic() ? null : name.family())
          .text("displayName", displayName)
          .texts("targets", architectures)
          .texts("shards", shards)
          .number("files", files)
          .size("size", sizeBytes)
          .number("kernels", kernels);
    }

    /** Returns a copy for an artifact that was there already. */
    RecombinedArtifact wasThere() {
      return new RecombinedArtifact(
          name, path, displayName, architectures, shards, files, sizeBytes, kernels, true);
    }
  }
}
