package org.kpackworkbench.model.analysis.resolve.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.advise.Advice;
import org.kpackworkbench.model.analysis.advise.AdviseSettings;
import org.kpackworkbench.model.analysis.advise.Advisor;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
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

/**
 * Whatever is asked about a tree says the same of each wrapper and GPU: verification, coverage,
 * resolving of the binary and of the tree, and advice on packages. Trees have faults that are drawn
 * at random.
 */
class OneAnswerTest {
  /** Rules by which a loader finds no code for a wrapper. */
  private static final Set<String> ABOUT_LOADING =
      Set.of("archives-complete", "archives-found", "fat-beside-archive");

  @TempDir Path folder;

  private final Map<String, Integer> counts = new TreeMap<>();
  private final InstalledPackages packages = new InstalledPackages();

  @Test
  void everyCommandSaysTheSameOfATree() throws IOException {
    differ(IntStream.range(0, 2000));
  }

  @Test
  @Tag("long")
  void everyCommandSaysTheSameOfManyTrees() throws IOException {
    differ(IntStream.range(2000, 4000));
  }

  private void differ(IntStream seeds) throws IOException {
    FaultyTree trees = new FaultyTree(folder);
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    List<String> differences = new ArrayList<>();
    counts.clear();
    for (int seed : seeds.toArray()) {
      List<String> drawn = trees.write(root, new Random(seed));
      for (String difference : differences(root, seed % 20 == 0)) {
        differences.add("tree %d %s: %s".formatted(seed, drawn, difference));
      }
    }
    assertThat(differences.stream().limit(12)).isEmpty();
    // Trees have all that there is to agree on.
    assertThat(counts)
        .containsKeys("Present", "Hole SURE", "Hole POSSIBLE", "Absent", "NotApplicable", "Inside");
    assertThat(counts.get("Hole SURE")).isGreaterThan(1000);
  }

  private List<String> differences(Path root, boolean advises) throws IOException {
    List<String> differ = new ArrayList<>();
    Path library = root.resolve("lib").resolve(FaultyTree.LIBRARY);
    VerifyReport report =
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
      BinaryResolver resolver = new BinaryResolver(loader, grid.columns(), true);
      BinaryResolution resolved = resolver.resolve(library);
      TreeResolution tree =
          new TreeResolver(resolver).resolve(root, TreeResolver.Visitor.none(), Progress.NONE);
      for (int column = 0; column < grid.columns().size(); column++) {
        GpuTarget target = grid.columns().get(column);
        List<WrapperOutcome> outcomes = resolved.on(target);
        long found = outcomes.stream().filter(WrapperOutcome::usable).count();
        if (tree.rows().getFirst().cells().get(column).found() != found) {
          differ.add("%s: tree and binary".formatted(target));
        }
        for (WrapperOutcome outcome : outcomes) {
          CoverageCell cell = grid.cell(outcome.number(), column);
          Diagnosis cause = diagnoser.of(outcome, resolved.state());
          counts.merge(
              cell.getClass().getSimpleName()
                  + (cell instanceof CoverageCell.Hole hole ? " " + hole.certainty() : ""),
              1,
              Integer::sum);
          compare(outcome, cell, cause, about, library, differ);
        }
      }
      if (resolved.complete() && !grid.columns().isEmpty()) {
        about.stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .filter(each -> ABOUT_LOADING.contains(each.rule()))
            .filter(each -> !each.rule().equals("fat-beside-archive"))
            .map(each -> "all is found, and verify says: " + each)
            .forEach(differ::add);
      }
      if (advises) {
        advised(root, resolved, differ);
      }
    }
    return differ;
  }

  private static void compare(
      WrapperOutcome outcome,
      CoverageCell cell,
      Diagnosis cause,
      List<Finding> findings,
      Path library,
      List<String> differ) {
    String where = "#%d %s".formatted(outcome.number(), outcome.device());
    boolean covered =
        cell instanceof CoverageCell.Present
            || cell instanceof CoverageCell.Shared
            || cell instanceof CoverageCell.Inside;
    if (covered != outcome.right()) {
      differ.add("%s: coverage %s, resolve %s, %s".formatted(where, cell, outcome.error(), cause));
      return;
    }
    boolean strict =
        findings.stream()
            .anyMatch(
                each ->
                    each.rule().equals("strict-loaders")
                        && each.evidence().targets().contains("" + outcome.device())
                        && each.message().contains("#" + outcome.number()));
    boolean fails =
        outcome.code() instanceof WrapperOutcome.InArchive asked
            && asked.resolution().found() != null
            && asked.resolution().otherAnswer().found() == null;
    if (fails && !strict) {
      differ.add("%s: strict loaders fail, and verify says nothing".formatted(where));
    }
    if (outcome.right()) {
      return;
    }
    if (cell instanceof CoverageCell.Hole hole) {
      if (!hole.why().equals(cause.sentence())) {
        differ.add("%s: coverage: %s resolve: %s".formatted(where, hole.why(), cause.sentence()));
      }
      boolean said =
          findings.stream()
              .anyMatch(
                  each ->
                      each.severity() == Severity.ERROR
                          && (each.evidence().targets().contains("" + outcome.device())
                              || each.file().equals(hole.archive())
                              || each.file().equals(library)));
      if (hole.certainty() == CoverageCell.Certainty.SURE && !said) {
        differ.add("%s: verify passes, resolve: %s".formatted(where, cause.sentence()));
      }
    }
  }

  /** Advice on the same tree as an artifact, for GPUs without features. */
  private void advised(Path root, BinaryResolution resolved, List<String> differ)
      throws IOException {
    Path artifact = folder.resolve("t_generic");
    Path stage = artifact.resolve("stage");
    for (String below : List.of("lib", ".kpack")) {
      Path copy = Files.createDirectories(stage.resolve(below));
      try (var old = Files.list(copy)) {
        for (Path file : old.toList()) {
          Files.delete(file);
        }
      }
      try (var files = Files.list(root.resolve(below))) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    List<GpuTarget> gpus =
        resolved.devices().stream().filter(each -> each.processor().startsWith("gfx1")).toList();
    if (gpus.isEmpty()) {
      return;
    }
    Advice advice =
        Advisor.of(
            new AdviseSettings(
                List.of(artifact), gpus.stream().map(Device::of).toList(), Optional.empty(), false),
            Map.of(),
            Progress.NONE);
    Set<GpuTarget> uncovered =
        advice.uncovered().stream().map(Advice.Uncovered::gpu).collect(Collectors.toSet());
    Set<GpuTarget> failing = new TreeSet<>();
    for (GpuTarget gpu : gpus) {
      // Advice looks code up and does not unpack it.
      if (resolved.on(gpu).stream().anyMatch(each -> !each.found() && each.error().number() != 6)) {
        failing.add(gpu);
      }
    }
    if (!new TreeSet<>(uncovered).equals(failing)) {
      differ.add("advise says that %s lack code, resolve %s".formatted(uncovered, failing));
    }
  }
}
