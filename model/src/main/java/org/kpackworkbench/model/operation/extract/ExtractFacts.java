package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;
import org.kpackworkbench.model.operation.output.OperationFacts;

/**
 * Facts about the extraction of one file, done or planned.
 *
 * @param format the file's format
 * @param source its code objects
 * @param damage what is wrong with it
 * @param failure the words for a code object that was not written
 */
public record ExtractFacts(
    String format,
    CodeObjects source,
    List<FormatException> damage,
    Function<IOException, String> failure) {
  public ExtractFacts {
    damage = List.copyOf(damage);
  }

  /** Reports what was done. */
  public Report of(ExtractReport done) {
    Facts facts =
        OperationFacts.upToDate(begin(false), done.upToDate())
            .list("written", done.written(), ExtractedFile::describe);
    return report(problems(facts, done.problems()).number("notTried", done.notTried()));
  }

  /** Reports what would be done. */
  public Report of(ExtractPlan plan) {
    Facts facts =
        OperationFacts.upToDate(begin(true), false)
            .list("written", plan.files(), PlannedFile::describe);
    return report(problems(facts, plan.problems()));
  }

  private static Report report(Facts facts) {
    return new Report(facts)
        .table("written", "binary", "index", "target", "size", "path")
        .line("%s", "upToDate");
  }

  /** Writes facts of what was done, for each file and, where there are any, for the problems. */
  public void lines(ExtractReport done, Taker<Facts> out) throws IOException {
    lines(false, done.written(), ExtractedFile::describe, done.problems(), out);
  }

  /** Writes facts of what would be done, for the same. */
  public void lines(ExtractPlan plan, Taker<Facts> out) throws IOException {
    lines(true, plan.files(), PlannedFile::describe, plan.problems(), out);
  }

  private <R> void lines(
      boolean dryRun,
      List<R> files,
      Facts.Describe<R> describe,
      List<ExtractProblem> problems,
      Taker<Facts> out)
      throws IOException {
    for (R file : files) {
      Facts line = begin(dryRun);
      describe.describe(file, line);
      out.take(line);
    }
    if (!problems.isEmpty() || !damage.isEmpty()) {
      out.take(problems(begin(dryRun), problems));
    }
  }

  private Facts begin(boolean dryRun) {
    return new Facts().text("format", format).flag(CommonOptions.DRY_RUN.field(), dryRun);
  }

  private Facts problems(Facts facts, List<ExtractProblem> problems) {
    return facts.rows(
        "problems",
        take -> {
          for (ExtractProblem problem : problems) {
            take.take(row -> describe(problem, row));
          }
          for (FormatException problem : damage) {
            take.take(row -> Facts.describe(problem, row));
          }
        });
  }

  private void describe(ExtractProblem problem, Facts facts) {
    CodeObjectRow row = row(problem);
    if (row != null) {
      facts
          .text("binary", row.binary())
          .known("index", row.index())
          .text("target", row.targetText());
    }
    if (problem.cause() instanceof FormatException known) {
      Facts.describe(known, facts);
    } else {
      facts.text("message", failure.apply(problem.cause()));
    }
  }

  /** A problem in a line: which code object, and why. */
  public String words(ExtractProblem problem) {
    CodeObjectRow row = row(problem);
    String words = failure.apply(problem.cause());
    return problem.cause() instanceof FormatException && row != null
        ? "%s, index %s, %s: not written: %s"
            .formatted(row.binary(), row.index() < 0 ? "-" : row.index(), row.targetText(), words)
        : words;
  }

  private @Nullable CodeObjectRow row(ExtractProblem problem) {
    try {
      return source.row(problem.row());
    } catch (FormatException unreadable) {
      return null;
    }
  }
}
