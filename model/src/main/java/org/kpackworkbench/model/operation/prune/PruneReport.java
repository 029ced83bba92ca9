package org.kpackworkbench.model.operation.prune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of pruning, done or planned.
 *
 * @param files the files that change, in the order of their paths
 * @param fileCount how many files there are in all
 * @param beforeBytes size of all files before
 * @param afterBytes size of all files afterwards; of a plan an estimate
 * @param byTarget what goes of each target
 * @param kept what stays of each target, in the files that were examined
 * @param findings what else is to be known
 * @param completed whether a run that was interrupted was completed first
 */
public record PruneReport(
    List<PrunedFile> files,
    int fileCount,
    long beforeBytes,
    long afterBytes,
    List<TargetCode> byTarget,
    List<TargetCode> kept,
    List<OperationNote> findings,
    boolean completed) {
  public PruneReport {
    files = List.copyOf(files);
    byTarget = List.copyOf(byTarget);
    kept = List.copyOf(kept);
    findings = List.copyOf(findings);
  }

  /** Returns a copy with further notes, which come first. */
  PruneReport noting(List<OperationNote> notes) {
    List<OperationNote> all = new ArrayList<>(notes);
    all.addAll(findings);
    return new PruneReport(
        files, fileCount, beforeBytes, afterBytes, byTarget, kept, all, completed);
  }

  /** The change of a file. */
  public enum Outcome {
    /** The file has less code. */
    PRUNED,
    /** All in it is for other GPUs. */
    REMOVED,
    /** The file says what is true of its archives now. */
    UPDATED
  }

  /**
   * A file that changes.
   *
   * @param path where it is, or goes
   * @param name the same below the folder that is pruned; of a file by itself as it was named
   * @param beforeBytes its size before
   * @param afterBytes its size afterwards; 0 if it is removed; of a plan an estimate
   * @param dropped the targets whose code goes from it, in their order
   */
  public record PrunedFile(
      Path path,
      String name,
      Outcome outcome,
      long beforeBytes,
      long afterBytes,
      List<String> dropped) {
    private void describe(Facts facts) {
      facts
          .path("path", path)
          .shown(name)
          .id("outcome", outcome)
          .size("inputSize", beforeBytes)
          .size("outputSize", afterBytes)
          .texts("dropped", dropped);
    }
  }

  /**
   * Code for a target, which goes or stays.
   *
   * @param codeObjects their number; of a database with a row for each kernel, of rows; of one with
   *     files for one architecture each, of files
   * @param sizeBytes their size as they run
   */
  public record TargetCode(String target, int codeObjects, long sizeBytes) {
    /** Both together; they are for one target. */
    TargetCode and(TargetCode other) {
      return new TargetCode(target, codeObjects + other.codeObjects, sizeBytes + other.sizeBytes);
    }

    private void describe(Facts facts) {
      facts.text("target", target).number("codeObjects", codeObjects).size("size", sizeBytes);
    }
  }

  /**
   * The code for a target before and afterwards.
   *
   * @param before all of it
   * @param after what stays
   */
  public record TargetChange(TargetCode before, TargetCode after) {
    private void describe(Facts facts) {
      facts
          .text("target", before.target())
          .number("inputCodeObjects", before.codeObjects())
          .number("outputCodeObjects", after.codeObjects())
          .size("inputSize", before.sizeBytes())
          .size("outputSize", after.sizeBytes());
    }
  }

  /** The code for each target that there is code for, in the order of targets. */
  public List<TargetChange> targets() {
    Map<GpuTarget, TargetCode> before = new TreeMap<>();
    Map<GpuTarget, TargetCode> after = new TreeMap<>();
    byTarget.forEach(code -> before.put(GpuTarget.lenient(code.target()), code));
    for (TargetCode code : kept) {
      GpuTarget target = GpuTarget.lenient(code.target());
      before.merge(target, code, TargetCode::and);
      after.put(target, code);
    }
    List<TargetChange> all = new ArrayList<>();
    before.forEach(
        (target, code) ->
            all.add(
                new TargetChange(
                    code, after.getOrDefault(target, new TargetCode(code.target(), 0, 0)))));
    return all;
  }

  /**
   * Returns the report of pruning.
   *
   * @param dryRun whether it was only planned
   */
  public Report describe(boolean dryRun) {
    Facts facts =
        new Facts()
            .flag(CommonOptions.DRY_RUN.field(), dryRun)
            .flag("estimated", dryRun)
            .flag("completed", completed)
            .shown(completed ? "Completed an interrupted run." : "")
            .list("written", files, PrunedFile::describe)
            .list("byTarget", byTarget, TargetCode::describe)
            .list("targets", targets(), TargetChange::describe)
            .number("files", fileCount)
            .shown(CountText.of(fileCount, "file"))
            .number("changed", files.size())
            .shown(Integer.toString(files.size()))
            .size("inputSize", beforeBytes)
            .size("outputSize", afterBytes)
            .aside(
                "sum",
                "%s: %d of %s; %s before, %s%s afterwards"
                    .formatted(
                        dryRun ? "would change" : "changed",
                        files.size(),
                        CountText.of(fileCount, "file"),
                        SizeText.of(beforeBytes, afterBytes),
                        dryRun ? "about " : "",
                        SizeText.of(afterBytes, beforeBytes)));
    return new Report(facts)
        .line("%s", "completed")
        .table(
            "written",
            "path as file",
            "outcome",
            "inputSize as before",
            dryRun ? "outputSize as after (estimate)" : "outputSize as after",
            "dropped as dropped targets")
        .section(
            "Code by target",
            "targets",
            "target",
            "inputCodeObjects as code objects before",
            "outputCodeObjects as after",
            "inputSize as size before",
            "outputSize as after")
        .gap()
        .line("%s", "sum");
  }
}
