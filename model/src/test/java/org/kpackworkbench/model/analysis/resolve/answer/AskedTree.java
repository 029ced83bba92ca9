package org.kpackworkbench.model.analysis.resolve.answer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.advise.Advice;
import org.kpackworkbench.model.analysis.advise.AdviseSettings;
import org.kpackworkbench.model.analysis.advise.Advisor;
import org.kpackworkbench.model.analysis.doctor.Doctor;
import org.kpackworkbench.model.analysis.doctor.DoctorReport;
import org.kpackworkbench.model.analysis.doctor.DoctorSettings;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.packages.InstalledPackages;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;

/** Asks whatever can be asked about a tree with one library, and collects what differs. */
final class AskedTree {
  /** Rules by which a loader finds no code for a wrapper. */
  private static final Set<String> ABOUT_LOADING =
      Set.of("archives-complete", "archives-found", "search-path-leads");

  private final Path root;
  private final Path library;
  private final InstalledPackages packages;

  /** How often each kind of cell occurs. */
  final Map<String, Integer> counts = new TreeMap<>();

  final List<String> differences = new ArrayList<>();
  private final Set<GpuTarget> sure = new TreeSet<>();
  private final Set<String> answers = new LinkedHashSet<>();
  private VerifyReport report;
  private BinaryResolution resolved;

  private AskedTree(Path root, Path library, InstalledPackages packages) {
    this.root = root;
    this.library = library;
    this.packages = packages;
  }

  /** Asks verification, coverage, and resolving of the binary and of the tree. */
  static AskedTree of(Path root, Path library, InstalledPackages packages) throws IOException {
    AskedTree asked = new AskedTree(root, library, packages);
    asked.ask();
    return asked;
  }

  /** The answers for each target, as {@code gfx942 4/5 error 5}. */
  List<String> answers() {
    return List.copyOf(answers);
  }

  /** The rules that verification reports with a severity. */
  Set<String> rules(Severity severity) {
    return report.findings().stream()
        .filter(each -> each.severity() == severity)
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Findings by a rule. */
  List<Finding> findings() {
    return report.findings();
  }

  List<String> messages(String rule) {
    return report.findings().stream()
        .filter(each -> each.rule().equals(rule))
        .map(each -> each.message() + " " + each.advice())
        .toList();
  }

  private void ask() throws IOException {
    report =
        Verify.run(
            List.of(root), VerifyRequest.everything().withCoverage().onThreads(1), Progress.NONE);
    CoverageGrid grid = report.coverage().getFirst();
    List<Finding> about =
        report.findings().stream()
            .filter(each -> each.file().equals(library) || !each.rule().startsWith("manifest-"))
            .toList();
    try (Loader loader =
        new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(root))) {
      Diagnoser diagnoser = new Diagnoser(loader, packages);
      BinaryResolver resolver =
          BinaryResolver.handing(
              loader, grid.columns().stream().map(each -> Device.of(each).usual()).toList(), true);
      resolved = resolver.resolve(library, Progress.NONE);
      TreeResolution tree = new TreeResolver(resolver).resolve(root, binary -> {}, Progress.NONE);
      for (int column = 0; column < grid.columns().size(); column++) {
        GpuTarget target = grid.columns().get(column);
        int wrappers = resolved.outcomes().size() / grid.columns().size();
        List<WrapperOutcome> outcomes =
            resolved.outcomes().subList(column * wrappers, (column + 1) * wrappers);
        long found = outcomes.stream().filter(WrapperOutcome::usable).count();
        if (tree.rows().getFirst().cells().get(column).found() != found) {
          differences.add("%s: tree and binary".formatted(target));
        }
        answers.add(answer(target, outcomes));
        for (WrapperOutcome outcome : outcomes) {
          CoverageCell cell = grid.cell(outcome.number(), column);
          counts.merge(
              cell.getClass().getSimpleName()
                  + (cell instanceof CoverageCell.Hole hole ? " " + hole.certainty() : ""),
              1,
              Integer::sum);
          compare(target, found > 0, outcome, cell, diagnoser.of(outcome, resolved.state()), about);
        }
      }
      about.stream()
          .filter(each -> each.severity() == Severity.ERROR)
          .filter(each -> each.rule().equals("archives-complete"))
          .filter(each -> !isSure(each.evidence().targets()))
          .map(each -> "coverage is sure of no hole, and verify says: " + each)
          .forEach(differences::add);
      if (resolved.complete() && !grid.columns().isEmpty()) {
        about.stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .filter(each -> ABOUT_LOADING.contains(each.rule()))
            .map(each -> "all is found, and verify says: " + each)
            .forEach(differences::add);
      }
    }
  }

  /** Whether coverage is sure of a hole for one of some targets, or for any. */
  private boolean isSure(List<String> targets) {
    return targets.isEmpty()
        ? !sure.isEmpty()
        : sure.stream().anyMatch(each -> targets.contains("" + each));
  }

  private static String answer(GpuTarget target, List<WrapperOutcome> outcomes) {
    Set<String> faults = new TreeSet<>();
    for (WrapperOutcome outcome : outcomes) {
      if (!outcome.found()) {
        faults.add("error " + outcome.error().number());
      } else if (!outcome.usable()) {
        faults.add("refused");
      } else if (!outcome.right()) {
        faults.add("another's");
      }
    }
    return "%s %d/%d %s"
        .formatted(
            target,
            outcomes.stream().filter(WrapperOutcome::right).count(),
            outcomes.size(),
            String.join(", ", faults))
        .strip();
  }

  /**
   * @param used whether another wrapper has code for the target
   */
  private void compare(
      GpuTarget target,
      boolean used,
      WrapperOutcome outcome,
      CoverageCell cell,
      Diagnosis cause,
      List<Finding> findings) {
    String where = "#%d %s".formatted(outcome.number(), target);
    boolean covered =
        cell instanceof CoverageCell.Present
            || cell instanceof CoverageCell.Shared
            || cell instanceof CoverageCell.Inside;
    if (covered != outcome.right()) {
      differences.add(
          "%s: coverage %s, resolve %s, %s".formatted(where, cell, outcome.error(), cause));
      return;
    }
    boolean strict =
        findings.stream()
            .anyMatch(
                each ->
                    each.rule().equals("strict-loaders")
                        && each.evidence().targets().contains("" + target)
                        && each.message().contains("#" + outcome.number()));
    boolean failsStrict =
        outcome.code() instanceof WrapperOutcome.InArchive asked
            && asked.resolution().found() != null
            && asked.resolution().otherAnswer().found() == null;
    // Code that does not unpack in the first archive is an error of that archive.
    boolean damaged =
        outcome.code() instanceof WrapperOutcome.InArchive asked
            && asked.resolution().otherAnswer().error() == LoaderError.DECOMPRESSION_FAILED
            && findings.stream()
                .anyMatch(
                    each ->
                        each.severity() == Severity.ERROR
                            && each.file().startsWith(root.resolve(".kpack")));
    if (failsStrict && !strict && !damaged) {
      differences.add("%s: strict loaders fail, and verify says nothing".formatted(where));
    }
    if (outcome.right()) {
      return;
    }
    // Where an archive lists the GPU of a library, a unit that was never compiled for it is a hole.
    boolean fails =
        outcome.code() instanceof WrapperOutcome.InArchive && !outcome.error().skipsDevice();
    String never =
        cell instanceof CoverageCell.Hole hole && fails
            ? hole.why()
            : cell instanceof CoverageCell.NotApplicable none && !(fails && used) ? none.why() : "";
    if (cause instanceof Diagnosis.NotCompiled && !never.equals(cause.sentence())) {
      differences.add("%s: coverage: %s resolve: %s".formatted(where, cell, cause.sentence()));
    }
    // Coverage has no hole for a wrapper that registers nothing.
    boolean unusable = cause instanceof Diagnosis.WrapperUnusable;
    if (cell instanceof CoverageCell.Hole hole) {
      unusable |= hole.certainty() == CoverageCell.Certainty.SURE;
      if (!hole.why().equals(cause.sentence())) {
        differences.add(
            "%s: coverage: %s resolve: %s".formatted(where, hole.why(), cause.sentence()));
      }
      boolean said =
          findings.stream()
              .anyMatch(
                  each ->
                      each.severity().compareTo(severity(hole.certainty())) <= 0
                          && (each.evidence().targets().contains("" + target)
                              || each.file().equals(hole.archive())
                              // Code of one target serves others, too.
                              || each.place().equals(cause.place())
                              || (each.file().equals(library)
                                  && each.evidence().targets().isEmpty())));
      if (!said) {
        differences.add("%s: verify passes, resolve: %s".formatted(where, cause.sentence()));
      }
    }
    if (unusable) {
      sure.add(target);
    }
  }

  private static Severity severity(CoverageCell.Certainty certainty) {
    return switch (certainty) {
      case SURE -> Severity.ERROR;
      case LIKELY, NEVER -> Severity.WARNING;
      case POSSIBLE -> Severity.NOTE;
    };
  }

  /** Copies the tree, with the library under another name, which loaders ignore. */
  private void copy(Path to, String name) throws IOException {
    for (String below : List.of("lib", ".kpack")) {
      Path copy = FaultyTree.emptied(to.resolve(below));
      try (var files = Files.list(root.resolve(below))) {
        for (Path file : files.toList()) {
          boolean own = file.equals(library);
          Files.copy(file, copy.resolve(own ? name : file.getFileName().toString()));
        }
      }
    }
  }

  /** The GPUs that archives or bundles have code for, without settings. */
  private List<Device> gpus() {
    return report.coverage().getFirst().columns().stream()
        .filter(each -> each.processor().startsWith("gfx"))
        .map(each -> Device.of(each.bare()))
        .distinct()
        .toList();
  }

  /**
   * Outcomes of the default setting of each GPU.
   *
   * @param loads whether code is unpacked, too
   */
  private BinaryResolution asked(Path tree, Path binary, boolean loads) throws IOException {
    try (Loader loader =
        new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(tree))) {
      return BinaryResolver.everySetting(loader, gpus(), loads).resolve(binary, Progress.NONE);
    }
  }

  /**
   * Compares what each GPU gets before and after its code is kept alone, and with what the options
   * that name GPUs select.
   */
  void prune(Path folder) throws IOException {
    for (Device gpu : gpus()) {
      List<WrapperOutcome> before = settings(root, library, gpu);
      TargetFilter filter = TargetFilter.of(List.of("" + gpu.target()));
      before.stream()
          .filter(each -> each.found() && !filter.keeps(GpuTarget.lenient(each.architecture())))
          .forEach(
              each ->
                  differences.add(
                      "--target %s leaves out %s".formatted(gpu.target(), each.architecture())));
      if (before.stream().noneMatch(WrapperOutcome::found)) {
        continue;
      }
      Path output = folder.resolve("" + gpu.target());
      PruneReport pruned =
          new Prune(PruneRequest.keeping(root, output, filter).with(PruneRequest.ALLOW_EMPTY, true))
              .run();
      List<WrapperOutcome> after = settings(output, output.resolve(root.relativize(library)), gpu);
      for (int i = 0; i < before.size(); i++) {
        WrapperOutcome was = before.get(i);
        WrapperOutcome is = after.get(i);
        if (was.found() && !(is.found() && got(was).equals(got(is)))) {
          differences.add(
              "after --keep %s: %s #%d gets %s, before %s; %s"
                  .formatted(
                      gpu.target(), was.device(), was.number(), got(is), got(was), pruned.files()));
        }
      }
      counts.merge("Pruned", 1, Integer::sum);
    }
  }

  private List<WrapperOutcome> settings(Path tree, Path binary, Device gpu) throws IOException {
    try (Loader loader =
        new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(tree))) {
      return BinaryResolver.handing(loader, gpu.settings(), true)
          .resolve(binary, Progress.NONE)
          .outcomes();
    }
  }

  private static String got(WrapperOutcome outcome) {
    return switch (outcome.code()) {
      case WrapperOutcome.InArchive asked -> outcome.architecture() + " " + asked.sha256();
      case WrapperOutcome.InBundle inside -> outcome.architecture() + " " + inside.sha256();
      case WrapperOutcome.Unusable unusable -> unusable.why();
    };
  }

  /** Compares advice on the same tree as an artifact. */
  void advise(Path folder) throws IOException {
    Path artifact = folder.resolve("t_generic");
    Path stage = artifact.resolve("stage");
    copy(stage, library.getFileName().toString());
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    if (gpus().isEmpty()) {
      return;
    }
    Advice advice =
        Advisor.of(
            new AdviseSettings(List.of(artifact), gpus(), Optional.empty(), false),
            Map.of(),
            Progress.NONE);
    Set<GpuTarget> uncovered =
        advice.uncovered().stream()
            .map(each -> each.gpu().bare())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<GpuTarget> failing = new TreeSet<>();
    for (WrapperOutcome outcome :
        asked(stage, stage.resolve("lib").resolve(library.getFileName()), false).outcomes()) {
      if (!outcome.right()) {
        failing.add(outcome.device().bare());
      }
    }
    if (!uncovered.equals(failing)) {
      differences.add("advice says that %s lack code, resolve %s".formatted(uncovered, failing));
    }
  }

  /** Compares what doctor says of the tree whose library is one that it knows. */
  void examine(Path folder) throws IOException {
    copy(folder, "librocfft.so");
    if (gpus().isEmpty()) {
      return;
    }
    DoctorReport doctor =
        Doctor.of(
            new DoctorSettings(
                folder,
                TargetFilter.of(gpus().stream().map(each -> "" + each.target()).toList()),
                List.of()),
            Map.of(),
            Progress.NONE);
    Set<String> said =
        doctor.results().stream()
            .flatMap(
                each ->
                    each.steps().stream()
                        .filter(step -> step.what().startsWith("code of the library itself"))
                        .map(step -> each.target() + " " + step.what().replaceAll(".*, ", "")))
            .collect(Collectors.toCollection(TreeSet::new));
    BinaryResolution binary = asked(folder, folder.resolve("lib/librocfft.so"), true);
    Set<String> expected = new TreeSet<>();
    for (GpuTarget device : binary.devices()) {
      List<WrapperOutcome> outcomes = binary.on(device);
      expected.add(
          "%s %d of %d"
              .formatted(
                  device,
                  outcomes.stream().filter(WrapperOutcome::right).count(),
                  outcomes.size()));
    }
    if (!said.equals(expected)) {
      differences.add("doctor says %s, resolve %s".formatted(said, expected));
    }
  }
}
