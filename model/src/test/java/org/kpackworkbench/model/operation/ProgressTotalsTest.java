package org.kpackworkbench.model.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan;
import org.kpackworkbench.model.analysis.contents.CodeSearch;
import org.kpackworkbench.model.analysis.contents.KernelsFacts;
import org.kpackworkbench.model.analysis.contents.KernelsSettings;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.analysis.doctor.Doctor;
import org.kpackworkbench.model.analysis.doctor.DoctorSettings;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

/** Steps say how much there is, do no more than that, and end with all of it done. */
class ProgressTotalsTest {
  private static final TargetFilter MINE = TargetFilter.of(List.of("gfx942"));

  @TempDir private Path folder;

  /** Work on a tree, whose results go into a folder. */
  private interface Work {
    void run(Path tree, Path results, Progress progress) throws IOException;
  }

  private record Case(String name, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final class Step {
    private final String what;
    private final long total;
    private final Unit unit;
    private long done;

    private Step(String what, long total, Unit unit) {
      this.what = what;
      this.total = total;
      this.unit = unit;
    }

    /** The names of a tree are not known before they are listed. */
    private boolean isWalk() {
      return unit == Unit.NAMES && what.startsWith("Reading ");
    }
  }

  private static final class Recorder implements Progress {
    private final List<Step> steps = new ArrayList<>();

    @Override
    public synchronized void begin(String what, long totalUnits, Unit unit) {
      steps.add(new Step(what, totalUnits, unit));
    }

    @Override
    public synchronized void advance(long units) {
      if (!steps.isEmpty()) {
        steps.getLast().done += units;
      }
    }

    @Override
    public boolean cancelled() {
      return false;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("pack", (tree, results, progress) -> pack(tree, results, progress)),
        new Case(
            "pack over existing files",
            (tree, results, progress) -> {
              pack(tree, results, Progress.NONE);
              pack(tree, results, progress);
            }),
        new Case("prune", (tree, results, progress) -> prune(tree, results, progress)),
        new Case(
            "prune over existing files",
            (tree, results, progress) -> {
              prune(tree, results, Progress.NONE);
              prune(tree, results, progress);
            }),
        new Case(
            "prune in place",
            (tree, results, progress) ->
                new Prune(PruneRequest.keeping(tree, tree, MINE).inPlace()).run(progress)),
        new Case(
            "prune in place with nothing to do",
            (tree, results, progress) -> {
              Path file = tree.resolve("lib/libmany.so");
              PruneRequest request = PruneRequest.keeping(file, file, MINE).inPlace();
              new Prune(request).run(Progress.NONE);
              new Prune(request).run(progress);
            }),
        new Case("split", ProgressTotalsTest::split),
        new Case(
            "split over existing files",
            (tree, results, progress) -> {
              split(tree, results, Progress.NONE);
              split(tree, results, progress);
            }),
        new Case(
            "convert",
            (tree, results, progress) ->
                new Convert(
                        ConvertRequest.keeping(
                            tree.resolve("lib/libmany.so"),
                            results.resolve("libmany.so"),
                            "lib/libmany.so",
                            List.of(".kpack/many_@GFXARCH@.kpack"),
                            results))
                    .run(progress)),
        new Case(
            "verify a tree",
            (tree, results, progress) ->
                assertThat(
                        Verify.run(List.of(tree), VerifyRequest.everything(), progress).findings())
                    .isNotEmpty()),
        new Case(
            "verify a file",
            (tree, results, progress) ->
                assertThat(
                        Verify.run(
                                List.of(tree.resolve("lib/libmany.so")),
                                VerifyRequest.everything(),
                                progress)
                            .findings())
                    .isNotNull()),
        new Case(
            "kernels",
            (tree, results, progress) ->
                scan(
                    tree,
                    new KernelsFacts(
                            new KernelsSettings(
                                List.of(tree),
                                List.of(),
                                MINE,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                false))
                        .scan(),
                    progress)),
        new Case(
            "search",
            (tree, results, progress) ->
                assertThat(
                        CodeSearch.of(
                                tree,
                                StandardFormats.all(),
                                CodeSearch.Wanted.text("scratch"),
                                progress)
                            .matches())
                    .isNotEmpty()),
        new Case("diff", ProgressTotalsTest::diff),
        new Case(
            "doctor",
            (tree, results, progress) -> {
              Files.copy(FatFixture.MANY.path(), tree.resolve("lib/librocblas.so.5"));
              assertThat(
                      Doctor.of(new DoctorSettings(tree, MINE, List.of()), Map.of(), progress)
                          .results())
                  .isNotEmpty();
            }),
        new Case(
            "manifest without checksums",
            (tree, results, progress) ->
                ManifestDiskCheck.run(
                    tree.resolve("c.kpm"),
                    Manifest.of(
                        "c", "p", List.of(new ManifestRow("gfx900", "a.kpack", 1, 1, null))),
                    false,
                    progress)));
  }

  private static void split(Path tree, Path results, Progress progress) throws IOException {
    Path artifact = results.resolveSibling("many_lib_generic");
    if (!Files.exists(artifact)) {
      Files.createDirectories(artifact.resolve("a/stage/lib"));
      Files.writeString(artifact.resolve(ArtifactManifest.FILE_NAME), "a/stage\n");
      Files.copy(tree.resolve("lib/libmany.so"), artifact.resolve("a/stage/lib/libmany.so"));
    }
    new Split(SplitRequest.artifact(artifact, results.resolve("split"))).run(progress);
  }

  private static void scan(Path tree, CodeObjectScan<?> scan, Progress progress)
      throws IOException {
    try (Document document = StandardFormats.all().open(tree.resolve("lib/libmany.so"))) {
      assertThat(
              scan.read(
                      "elf",
                      document.codeObjects(),
                      document.problems(),
                      UnpackBudget.one(),
                      progress)
                  .all())
          .isNotEmpty();
    }
  }

  /** Files that differ, that were moved, and that are in one of the trees. */
  private static void diff(Path tree, Path results, Progress progress) throws IOException {
    Path other = Files.createDirectories(results.resolve("tree/lib"));
    byte[] changed = Files.readAllBytes(tree.resolve("lib/libmany.so"));
    changed[changed.length / 2] ^= 1;
    Files.write(other.resolve("libmany.so"), changed);
    Files.writeString(other.resolve("moved.txt"), "text");
    Files.writeString(other.resolve("new.txt"), "more text");
    try (Comparison comparison =
        Compare.open(List.of(tree, results.resolve("tree")), UnpackBudget.operation(), progress)) {
      comparison.compareContents(progress, row -> {});
    }
  }

  private static void pack(Path tree, Path results, Progress progress) throws IOException {
    new Pack(PackRequest.of(tree, results.resolve("packed"), "g", "f")).run(progress);
  }

  private static void prune(Path tree, Path results, Progress progress) throws IOException {
    new Prune(PruneRequest.keeping(tree, results.resolve("pruned"), MINE)).run(progress);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stepsEndAtTheirTotals(Case given) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Files.writeString(tree.resolve("readme.txt"), "text");
    Path library = Files.createDirectories(tree.resolve("rocblas/library"));
    Files.writeString(library.resolve("TensileLibrary_gfx1030.co"), "code");
    Recorder recorder = new Recorder();
    given.work().run(tree.getParent(), Files.createDirectory(folder.resolve("results")), recorder);
    assertThat(recorder.steps).isNotEmpty();
    for (Step step : recorder.steps) {
      String shown = "%s: %d of %d %s".formatted(step.what, step.done, step.total, step.unit);
      if (step.isWalk()) {
        assertThat(step.total).as(shown).isZero();
        assertThat(step.done).as(shown).isPositive();
      } else {
        assertThat(step.total).as(shown).isPositive();
        assertThat(step.done).as(shown).isEqualTo(step.total);
      }
    }
  }

  /** Large files are verified one after another, each on all threads, and count as others do. */
  @Test
  void allFilesOfATreeAreOneTotalOfVerify() throws Exception {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    for (String name : List.of("rocfft_kernel_cache.db", "other.db")) {
      try (KernelDatabases database = KernelDatabases.rocfft(tree.resolve(name))) {
        database.manyRocfft(10, 1_000_000);
      }
    }
    for (String name : List.of("attn.aks2", "TensileLibrary_gfx942.dat", "Kernels.co", "a.so")) {
      Files.write(tree.resolve(name), new byte[9_000_000]);
    }
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    long bytes = 0;
    try (Stream<Path> files = Files.list(tree)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    assertThat(verified(List.of(tree)))
        .containsExactly(tuple("Verifying files in tree", bytes, bytes, Unit.BYTES));
    Path file = Files.copy(FatFixture.ONE.path(), folder.resolve("libone.so"));
    Path other = Files.copy(FatFixture.MANY.path(), folder.resolve("libmany.so"));
    bytes += Files.size(file) + Files.size(other);
    assertThat(verified(List.of(file, tree, other, folder.resolve("missing.so"))))
        .containsExactly(
            tuple("Looking for fat binaries", 2L, 2L, Unit.FILES),
            tuple("Verifying 4 files and folders", bytes, bytes, Unit.BYTES));
  }

  private static List<Tuple> verified(List<Path> paths) {
    Recorder recorder = new Recorder();
    Verify.run(paths, VerifyRequest.everything(), recorder);
    return recorder.steps.stream()
        .filter(step -> !step.isWalk())
        .map(step -> tuple(step.what, step.total, step.done, step.unit))
        .toList();
  }

  /** A library is one file, however long reading it takes. */
  @Test
  void verifyAdvancesWithinATensileLibrary() throws IOException {
    Path library = folder.resolve("TensileLibrary_gfx942.dat");
    TensileLibraries.writeMany(library, 500, i -> "kernel", 200);
    List<Long> told = new ArrayList<>();
    Verify.run(
        List.of(library),
        VerifyRequest.everything(),
        new Progress() {
          @Override
          public void advance(long units) {
            told.add(units);
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        });
    assertThat(told.stream().mapToLong(Long::longValue).max().orElse(0))
        .isPositive()
        .isLessThan(Files.size(library) / 100);
  }
}
