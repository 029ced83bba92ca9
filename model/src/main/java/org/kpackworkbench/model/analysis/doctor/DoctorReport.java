package org.kpackworkbench.model.analysis.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Results of the libraries' searches for kernels. Immutable.
 *
 * @param tree the install tree
 * @param results library by library, GPU by GPU
 * @param isGrid whether no GPU was named: then the results are for every GPU that the tree has
 *     files for, and what a library does not find on one of them need not be there
 * @param unreadable folders that cannot be read; what is in them is in no answer
 */
public record DoctorReport(
    Path tree, List<Result> results, boolean isGrid, List<FolderWalk.Unreadable> unreadable) {
  public DoctorReport {
    results = List.copyOf(results);
    unreadable = List.copyOf(unreadable);
  }

  /** How a library fares on a GPU. */
  public enum Outcome {
    /** The library has all that it needs. */
    FOUND("finds its kernels", "all"),
    /** Its index is there, and not every file that the index loads. */
    PARTLY("finds only some of its kernels", "some"),
    /** Kernels exist for devices with some numbers of compute units only. */
    DEPENDS("finds kernels for some numbers of compute units", "by units"),
    /** The library works without kernels, and compiles what it needs when it runs. */
    COMPILES("finds none, and compiles kernels when it runs", "compiles"),
    /** Files that the library needs are missing. */
    MISSING("finds nothing", "none");

    private final String words;
    private final String cell;

    Outcome(String words, String cell) {
      this.words = words;
      this.cell = cell;
    }

    /** For people. */
    public String words() {
      return words;
    }

    /** For a cell of a grid. */
    public String cell() {
      return cell;
    }
  }

  /** The result of a step. */
  public enum Found {
    /** The file is there, and used. */
    USED("➤", "used"),
    /** The file is there. */
    THERE("✓", "found"),
    /** The file is missing; the next one is tried. */
    NOT_THERE("·", "not found"),
    /** The file is needed, and missing. */
    MISSING("✖", "missing"),
    /** The file is there, and has no kernels, of which there should be some. */
    EMPTY("✖", "no kernels"),
    /** The file is there, and of no use as it is. */
    DAMAGED("✖", "damaged"),
    /** The file is there, and this user may not read it. */
    REFUSED("✖", "no permission"),
    /** The file is there, and says that it is for another GPU. */
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
   * The result of a library with other settings of a GPU.
   *
   * @param target the GPU with its settings
   */
  public record Setting(String target, Outcome outcome, String advice) {
    private void describe(Facts facts) {
      facts
          .text("target", target)
          .id("outcome", outcome)
          .shown(outcome.words())
          .text("advice", advice);
    }
  }

  /**
   * A library on a GPU.
   *
   * @param library its name
   * @param file the path by which it is loaded
   * @param target the GPU, with its usual settings if none were named
   * @param steps what it tries, in order
   * @param available the architectures that it has files for, where it finds none for the GPU
   * @param advice how to fix it, or what else there is to say; may be empty
   * @param versions the versions of the library that do so, in sentences
   * @param settings the results with the other settings of the GPU; empty if they were named
   */
  public record Result(
      String library,
      Path file,
      String target,
      Outcome outcome,
      List<Step> steps,
      List<String> available,
      String advice,
      String versions,
      List<Setting> settings) {
    public Result {
      steps = List.copyOf(steps);
      available = List.copyOf(available);
      settings = List.copyOf(settings);
    }

    /** Returns this with paths as a tree's was given. */
    Result shown(GivenPaths near) {
      return new Result(
          library,
          file.getFileSystem().getPath(near.shown(file.toString())),
          target,
          outcome,
          steps.stream()
              .map(each -> new Step(each.what(), near.shown(each.path()), each.found()))
              .toList(),
          available,
          near.shown(advice),
          near.shown(versions),
          settings.stream()
              .map(each -> new Setting(each.target(), each.outcome(), near.shown(each.advice())))
              .toList());
    }

    Result with(List<Setting> others) {
      return new Result(library, file, target, outcome, steps, available, advice, versions, others);
    }

    /** The settings with another outcome. */
    public List<Setting> differing() {
      return settings.stream().filter(each -> each.outcome() != outcome).toList();
    }

    private String row() {
      return library + "\n" + file;
    }

    /** Whether files are missing that it needs. */
    public boolean isLacking() {
      return outcome == Outcome.MISSING || outcome == Outcome.PARTLY;
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
          .text("advice", advice)
          .text("versions", versions)
          .list("settings", settings, Setting::describe);
    }
  }

  /**
   * Whether a library lacks files that it needs: on one of the GPUs that were named. If none was, a
   * library lacks files that finds nothing on any GPU, or only some of its kernels on one.
   */
  public boolean anyMissing() {
    return results.stream().anyMatch(this::isFault);
  }

  private boolean isFault(Result result) {
    return result.isLacking()
        && (!isGrid
            || result.outcome() == Outcome.PARTLY
            || results.stream()
                .filter(each -> each.row().equals(result.row()))
                .allMatch(each -> each.outcome() == Outcome.MISSING));
  }

  /** Returns what libraries lack, and folders that cannot be read, as verification says it. */
  public List<OperationNote> findings() {
    List<OperationNote> findings = new ArrayList<>();
    unreadable.forEach(
        each -> findings.add(OperationNote.error("unreadable", each.path(), each.words())));
    results.stream()
        .filter(Result::isLacking)
        .map(
            each ->
                new OperationNote(
                    isFault(each) ? Severity.ERROR : Severity.NOTE,
                    "kernels-" + each.outcome().name().toLowerCase(Locale.ROOT),
                    each.file(),
                    "%s %s on %s.".formatted(each.library(), each.outcome().words(), each.target()),
                    each.advice()))
        .forEach(findings::add);
    return findings;
  }

  /** A library on a GPU with its usual settings, or with one other setting. */
  private record Cell(String column, String target, Outcome outcome) {}

  private record Row(String library, Path file, List<Cell> cells) {
    void describe(Facts facts) {
      facts.text("library", library).path("file", file);
      facts.list(
          "cells",
          cells,
          (cell, each) -> each.text("target", cell.target()).id("outcome", cell.outcome()));
      cells.forEach(cell -> facts.aside(cell.column(), cell.outcome().cell()));
    }
  }

  /** The GPU without its usual settings. */
  private static String column(Result result, String setting) {
    GpuTarget usual = GpuTarget.lenient(result.target());
    GpuTarget target = GpuTarget.lenient(setting);
    return new GpuTarget(
            target.processor(),
            target.features().stream().filter(each -> !usual.features().contains(each)).toList())
        .toString();
  }

  private List<Row> rows() {
    // With one setting turned where a library then fares in another way.
    Set<String> settings =
        results.stream()
            .flatMap(each -> each.differing().stream().map(one -> column(each, one.target())))
            .filter(each -> each.indexOf(':') == each.lastIndexOf(':'))
            .collect(Collectors.toSet());
    Map<String, List<Result>> rows = new LinkedHashMap<>();
    for (Result each : results) {
      rows.computeIfAbsent(each.row(), key -> new ArrayList<>()).add(each);
    }
    return rows.values().stream()
        .map(
            each ->
                new Row(
                    each.getFirst().library(),
                    each.getFirst().file(),
                    each.stream().flatMap(one -> cells(one, settings)).toList()))
        .toList();
  }

  private static Stream<Cell> cells(Result result, Set<String> settings) {
    return Stream.concat(
        Stream.of(new Cell(column(result, result.target()), result.target(), result.outcome())),
        result.settings().stream()
            .map(each -> new Cell(column(result, each.target()), each.target(), each.outcome()))
            .filter(each -> settings.contains(each.column())));
  }

  /** The GPUs on which no library lacks files, in their order. */
  public List<String> served() {
    Map<String, Boolean> served = new LinkedHashMap<>();
    for (Row row : rows()) {
      for (Cell cell : row.cells()) {
        boolean lacks = cell.outcome() == Outcome.MISSING || cell.outcome() == Outcome.PARTLY;
        served.merge(cell.column(), !lacks, Boolean::logicalAnd);
      }
    }
    return served.keySet().stream().filter(served::get).toList();
  }

  /** Which GPUs are served, in a sentence. */
  public String summary() {
    List<String> served = served();
    return served.isEmpty()
        ? "No GPU is served by every library."
        : "Every library serves %s.".formatted(String.join(", ", served));
  }

  /** Returns a report of the results. */
  public Report describe() {
    Facts facts = new Facts().path("tree", tree).list("results", results, Result::describe);
    return isGrid ? grid(facts) : details(facts);
  }

  private Report grid(Facts facts) {
    facts.list("grid", rows(), Row::describe).texts("served", served());
    List<String> columns = new ArrayList<>(List.of("library"));
    rows().stream()
        .flatMap(row -> row.cells().stream())
        .map(Cell::column)
        .distinct()
        .forEach(column -> columns.add("%1$s as %1$s".formatted(column)));
    if (rows().stream().map(Row::library).distinct().count() < rows().size()) {
      columns.add(1, "file");
    }
    Report report = new Report(facts).table("grid", columns.toArray(String[]::new));
    if (results.isEmpty()) {
      return report;
    }
    facts.aside("summary", summary());
    report.gap().line("%s", "summary");
    facts.lines(
        "lacking",
        take -> {
          for (Map.Entry<String, List<String>> each : lacking().entrySet()) {
            take.take("%s: %s".formatted(String.join(", ", each.getValue()), each.getKey()));
          }
        });
    return report.lines("lacking", "%s");
  }

  private Map<String, List<String>> lacking() {
    return results.stream()
        .filter(each -> each.outcome() == Outcome.PARTLY)
        .collect(
            Collectors.groupingBy(
                Result::advice,
                LinkedHashMap::new,
                Collectors.mapping(
                    each -> "%s on %s".formatted(each.library(), each.target()),
                    Collectors.toList())));
  }

  private Report details(Facts facts) {
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
      List<String> lines = new ArrayList<>();
      result
          .differing()
          .forEach(
              each -> lines.add("On %s it %s.".formatted(each.target(), each.outcome().words())));
      lines.add(result.advice());
      lines.add(result.versions());
      lines.removeIf(String::isEmpty);
      facts.lines(
          "lines of " + i,
          take -> {
            for (String line : lines) {
              take.take(line);
            }
          });
      report.lines("lines of " + i, "  %s");
    }
    return report;
  }
}
