package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.registry.Format;

/**
 * The result of a verification.
 *
 * @param findings what was found, without what a baseline knows: file by file, the worst of each
 *     file first
 * @param checked the files in which something was checked, in their order
 * @param notChecked the files, and parts of files, that were not checked, in their order
 * @param unreadable the paths that could not be read at all
 * @param coverage the grids of what was verified, if requested
 * @param scope the request
 * @param compared how it compares with an earlier report; null if not requested
 */
public record VerifyReport(
    List<Finding> findings,
    List<Path> checked,
    List<NotChecked> notChecked,
    List<Unreadable> unreadable,
    List<CoverageGrid> coverage,
    Scope scope,
    @Nullable Compared compared) {
  public VerifyReport {
    coverage = List.copyOf(coverage);
    findings = List.copyOf(findings);
    checked = List.copyOf(checked);
    notChecked = List.copyOf(notChecked);
    unreadable = List.copyOf(unreadable);
  }

  /** A path that could not be read. */
  public record Unreadable(Path path, IOException failure) {}

  /**
   * The request.
   *
   * @param inputs the files and folders
   * @param rules the names of the rules
   * @param idle those of them that had nothing to check, if only some rules were selected
   * @param failOn the least severity with which a finding fails the verification; null for none
   */
  public record Scope(
      List<Path> inputs, List<String> rules, List<String> idle, @Nullable Severity failOn) {
    public Scope {
      inputs = List.copyOf(inputs);
      rules = List.copyOf(rules);
      idle = List.copyOf(idle);
    }

    /** Nothing in particular: errors fail. */
    public static final Scope NONE = new Scope(List.of(), List.of(), List.of(), Severity.ERROR);

    /** A file as the user would spell it: by the input that it was found in. */
    public Path asGiven(Path file) {
      Path absolute = file.toAbsolutePath().normalize();
      for (Path input : inputs) {
        Path root = input.toAbsolutePath().normalize();
        if (absolute.startsWith(root)) {
          return absolute.equals(root) ? input : input.resolve(root.relativize(absolute));
        }
      }
      return file;
    }

    /** A file by its way from the input that it was found in; the name of an input itself. */
    public String relative(Path file) {
      Path absolute = file.toAbsolutePath().normalize();
      for (Path input : inputs) {
        Path root = input.toAbsolutePath().normalize();
        if (absolute.startsWith(root)) {
          Path way = absolute.equals(root) ? root.getFileName() : root.relativize(absolute);
          return way == null ? "" : SystemText.escaped(way);
        }
      }
      return SystemText.printed(file);
    }
  }

  /**
   * The effect of a baseline.
   *
   * @param known findings that it has, too; they do not count
   * @param mended findings that it has and that are gone
   */
  public record Compared(List<Finding> known, List<Baseline.Entry> mended) {
    public Compared {
      known = List.copyOf(known);
      mended = List.copyOf(mended);
    }
  }

  /** The outcome in one word. */
  public enum Outcome {
    /** Something was checked, and nothing failed. */
    PASSED("Passed"),
    /** A finding has at least the severity that counts as a failure. */
    FAILED("Failed"),
    /** Nothing in what was given is of a kind that is read, or that the rules are about. */
    NOTHING_CHECKED("Nothing was checked"),
    /** Something could not be read. */
    NOT_ALL_READ("Not all was read");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** For people, e.g. {@code Passed}. */
    public String words() {
      return words;
    }
  }

  /** Returns the report without the findings of some rules. */
  public VerifyReport without(Set<String> rules) {
    return with(findings.stream().filter(each -> !rules.contains(each.rule())).toList());
  }

  /** Returns the report with other findings. */
  public VerifyReport with(List<Finding> other) {
    return new VerifyReport(other, checked, notChecked, unreadable, coverage, scope, compared);
  }

  /** The outcome. */
  public Outcome outcome() {
    if (!unreadable.isEmpty()) {
      return Outcome.NOT_ALL_READ;
    }
    if (checked.isEmpty()) {
      return Outcome.NOTHING_CHECKED;
    }
    Severity least = scope.failOn();
    return least != null
            && findings.stream().anyMatch(each -> each.severity().compareTo(least) <= 0)
        ? Outcome.FAILED
        : Outcome.PASSED;
  }

  /** Whether something was checked, everything could be read, and nothing failed. */
  public boolean passed() {
    return outcome() == Outcome.PASSED;
  }

  /** How many findings there are of a severity, without known ones. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }

  /**
   * A file, or a part of one, that was not checked.
   *
   * @param format what the file is by its content
   * @param what what was not checked, in words, e.g. {@code ZIP archive}
   * @param advice how to have it checked; empty if there is no way, or nothing to check
   * @param named whether the request names the file; false if it was found in a folder
   */
  public record NotChecked(Path file, Format format, String what, String advice, boolean named) {
    /** Returns a line that says what was not checked and how to have it checked. */
    public String words() {
      return advice.isEmpty() ? what : what + ". " + advice + (advice.endsWith(".") ? "" : ".");
    }

    /** Returns the entry for a file whose format is known by now. */
    NotChecked as(Format known, boolean byName) {
      return new NotChecked(file, known, what, advice, byName);
    }

    NotChecked at(Path place) {
      return new NotChecked(place, format, what, advice, named);
    }
  }
}
