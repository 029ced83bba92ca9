package org.kpackworkbench.model.analysis.doctor;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;

/**
 * What libraries find. Immutable.
 *
 * @param tree the install tree
 * @param results library by library, GPU by GPU
 */
public record DoctorReport(Path tree, List<Result> results) {
  public DoctorReport {
    results = List.copyOf(results);
  }

  /** How a library fares on a GPU. */
  public enum Outcome {
    /** What it needs is there. */
    FOUND("finds its kernels"),
    /** Its index is there, and not every file that the index loads. */
    PARTLY("finds only some of its kernels"),
    /** It works without, and compiles what it needs when it runs. */
    COMPILES("finds none, and compiles kernels when it runs"),
    /** What it needs is missing. */
    MISSING("finds nothing");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /** The result of a step. */
  public enum Found {
    /** It is there, and used. */
    USED("➤", "used"),
    /** It is there. */
    THERE("✓", "found"),
    /** It is missing; the next one is tried. */
    NOT_THERE("·", "not found"),
    /** It is needed, and missing. */
    MISSING("✖", "missing"),
    /** It is there, and has no kernels, of which there should be some. */
    EMPTY("✖", "no kernels"),
    /** It is there, and of no use as it is. */
    DAMAGED("✖", "damaged"),
    /** It is there, and this user may not read it. */
    REFUSED("✖", "no permission"),
    /** It is there, and says that it is for another GPU. */
    OTHER("✖", "for another GPU");

    private final String sign;
    private final String words;

    Found(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    /** For people, with its sign. */
    public String words() {
      return sign + " " + words;
    }
  }

  /**
   * Something that a library tries.
   *
   * @param what what it is, in words
   * @param path where it is looked for; may be a pattern
   */
  public record Step(String what, String path, Found found) {
    private void describe(Facts facts) {
      facts.text("what", what).text("path", path).id("found", found).shown(found.words());
    }
  }

  /**
   * A library on a GPU.
   *
   * @param library what it is called
   * @param file the library's file
   * @param target the GPU
   * @param steps what it tries, in order
   * @param available the architectures that it has files for, where it finds none for the GPU
   * @param advice how to fix it, or what else there is to say; may be empty
   */
  public record Result(
      String library,
      Path file,
      String target,
      Outcome outcome,
      List<Step> steps,
      List<String> available,
      String advice) {
    public Result {
      steps = List.copyOf(steps);
      available = List.copyOf(available);
    }

    private void describe(Facts facts) {
      facts
          .text("library", library)
          .path("file", file)
          .text("target", target)
          .id("outcome", outcome)
          .shown(outcome.words())
          .list("steps", steps, Step::describe)
          .texts("available", available)
          .text("advice", advice);
    }
  }

  /** Whether a library does not find all that it needs. */
  public boolean anyMissing() {
    return results.stream()
        .anyMatch(
            result -> result.outcome() == Outcome.MISSING || result.outcome() == Outcome.PARTLY);
  }

  /** What there is to say of it. */
  public Report describe() {
    Facts facts = new Facts().path("tree", tree).list("results", results, Result::describe);
    Report report = new Report(facts).table("results", "library", "target", "outcome", "file");
    for (int i = 0; i < results.size(); i++) {
      Result result = results.get(i);
      String name = "steps of " + i;
      facts.asides(name, result.steps(), Step::describe);
      report.section(
          "%s on %s %s".formatted(result.library(), result.target(), result.outcome().words()),
          name,
          "found",
          "what",
          "path");
      if (!result.advice().isEmpty()) {
        facts.aside("advice of " + i, result.advice());
        report.line("  %s", "advice of " + i);
      }
    }
    return report;
  }
}
