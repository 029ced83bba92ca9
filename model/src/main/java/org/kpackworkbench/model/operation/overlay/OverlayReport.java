package org.kpackworkbench.model.operation.overlay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of overlaying, done or planned.
 *
 * @param output the tree's root
 * @param artifacts the artifacts' names, in the order in which they were named
 * @param prefixes the stage prefixes that were met, in the order in which they were
 * @param files number of files that come from artifacts or are made
 * @param links number of links that come from artifacts
 * @param sizeBytes the size of those files
 * @param kept number of files and links of the tree that was there, which stay; manifests may grow
 * @param removed number of files and links of the tree that was there, which are cleaned away or
 *     replaced
 * @param conflicts what does not go together; with one, nothing is written
 * @param findings what else is to be known
 * @param upToDate whether the tree is already what it would be, so that nothing was written
 */
public record OverlayReport(
    Path output,
    List<String> artifacts,
    List<String> prefixes,
    int files,
    int links,
    long sizeBytes,
    int kept,
    int removed,
    List<Conflict> conflicts,
    List<OperationNote> findings,
    boolean upToDate) {
  public OverlayReport {
    artifacts = List.copyOf(artifacts);
    prefixes = List.copyOf(prefixes);
    conflicts = List.copyOf(conflicts);
    findings = List.copyOf(findings);
  }

  /**
   * Returns the report of overlaying.
   *
   * @param dryRun whether it was only planned
   */
  public Report describe(OverlayRequest request, boolean dryRun) {
    Facts facts =
        OperationFacts.of(null, request.output(), dryRun, upToDate)
            .flag("flattened", request.flatten())
            .texts("artifacts", artifacts)
            .shown(String.join(", ", artifacts))
            .texts("prefixes", prefixes)
            .number("files", files)
            .shown(CountText.of(files, "file"))
            .number("links", links)
            .shown(CountText.of(links, "link"))
            .size("size", sizeBytes)
            .number("kept", kept)
            .number("removed", removed)
            .list("conflicts", conflicts, Conflict::describe);
    Report report =
        new Report(facts)
            .lines(
                "conflicts",
                "conflict: %s: %s and %s contain %s",
                "path",
                "first",
                "second",
                "message")
            .lines("prefixes", "prefix: %s")
            .line("%s, %s, %s, from %s", "files", "size", "links", "artifacts");
    if (kept + removed > 0) {
      report.line("existing: %s stay, %s are removed or replaced", "kept", "removed");
    }
    return report.line("%s", "upToDate");
  }

  /** Returns a copy with more notes. */
  OverlayReport noting(List<OperationNote> notes) {
    List<OperationNote> all = new ArrayList<>(findings);
    all.addAll(notes);
    return new OverlayReport(
        output, artifacts, prefixes, files, links, sizeBytes, kept, removed, conflicts, all,
        upToDate);
  }

  /** Returns a copy for a tree that was there already. */
  OverlayReport wasThere() {
    return new OverlayReport(
        output, artifacts, prefixes, files, links, sizeBytes, kept, removed, conflicts, findings,
        true);
  }

  /**
   * Two artifacts that bring different things to one place.
   *
   * @param path where in the tree
   * @param first which artifact came first, or that it was there already
   * @param second which came then
   * @param message what they bring, in a sentence
   */
  public record Conflict(String path, String first, String second, String message) {
    private void describe(Facts facts) {
      facts.text("path", path).text("first", first).text("second", second).text("message", message);
    }
  }
}
