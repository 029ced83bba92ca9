package org.kpackworkbench.model.analysis.estimate;

import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;

/**
 * Result of a measurement. Immutable.
 *
 * @param codeObjects how many there are
 * @param distinct how many different ones
 * @param sizeBytes the size of the different ones, unpacked
 * @param likeness pieces that code objects share
 * @param problems a sentence for each thing that could not be read
 */
public record EstimateReport(
    int codeObjects,
    int distinct,
    long sizeBytes,
    List<Measured> ways,
    Sharing sharing,
    Likeness likeness,
    List<String> problems) {
  public EstimateReport {
    ways = List.copyOf(ways);
    problems = List.copyOf(problems);
  }

  /** Returns a report of the figures. */
  public Report describe() {
    Facts facts =
        new Facts()
            .number("codeObjects", codeObjects)
            .number("distinct", distinct)
            .size("size", sizeBytes)
            .list("ways", ways, Measured::describe)
            .list("duplicates", sharing.duplicates(), Sharing.Duplicates::describe)
            .list("packages", sharing.packages(), Sharing.Packages::describe)
            .list("downloads", sharing.downloads(), Sharing.Download::describe)
            .list("problems", problems, (problem, each) -> each.text("message", problem));
    likeness.describe(facts);
    return new Report(facts)
        .values(
            "codeObjects as code objects",
            "distinct as different",
            "size as unpacked",
            "pieces as different pieces")
        .section(
            "Ways to store it",
            "ways",
            "way",
            "size",
            "percent as of today's",
            "writeMicros as write and verify",
            "firstMicros as first",
            "medianMicros as one, median",
            "worstMicros as worst",
            "worstUnpacked as unpacked for one",
            "allMicros as all")
        .section("Equal code objects", "duplicates", "between as in different", "count", "size")
        .section(
            "Packages",
            "packages",
            "packages as packages by",
            "count",
            "size",
            "twice as stored twice")
        .section(
            "Downloads",
            "downloads",
            "target",
            "byTarget as by target",
            "byFamily as by family",
            "all")
        .section(
            "Alike",
            "alike",
            "binary",
            "index",
            "target",
            "size",
            "nearestPercent as shared",
            "nearest as with");
  }
}
