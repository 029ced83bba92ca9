package org.kpackworkbench.model.analysis.resolve.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;

/** Pruning keeps what loads come from, and says where nothing did. */
class PrunedLoadsTest {
  private static final String MANY = "libmany.so";

  @TempDir Path folder;

  private Path root;
  private FaultyTree trees;

  @BeforeEach
  void makeTree() throws IOException {
    trees = new FaultyTree(folder, MANY);
    root = Files.createDirectory(folder.resolve("tree")).toRealPath();
  }

  private PruneRequest keeping(String gpu) {
    return PruneRequest.keeping(root, folder.resolve("pruned"), TargetFilter.of(List.of(gpu)));
  }

  private List<WrapperOutcome> outcomes(Path tree, String gpu) throws IOException {
    try (Loader loader =
        new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(tree))) {
      return BinaryResolver.handing(loader, Device.of(GpuTarget.parse(gpu)).settings(), true)
          .resolve(tree.resolve("lib").resolve(MANY), Progress.NONE)
          .outcomes();
    }
  }

  private List<String> archives(Path tree) throws IOException {
    try (Stream<Path> files = Files.list(tree.resolve(".kpack"))) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  /** Prunes, and compares what each setting of the GPU gets. */
  private PruneReport pruned(String gpu, String filedUnder) throws IOException {
    List<WrapperOutcome> before = outcomes(root, gpu);
    assertThat(before).allSatisfy(each -> assertThat(each.architecture()).isEqualTo(filedUnder));
    PruneReport plan = new Prune(keeping(gpu)).plan(Progress.NONE);
    PruneReport report = new Prune(keeping(gpu)).run();
    assertThat(plan.findings()).isEqualTo(report.findings());
    assertThat(outcomes(folder.resolve("pruned"), gpu))
        .extracting(WrapperOutcome::architecture)
        .isEqualTo(before.stream().map(WrapperOutcome::architecture).toList());
    return report;
  }

  /** The archive that loaders open has generic code; another one beside it the GPU's own. */
  @Test
  void keepsTheArchiveThatLoadersOpen() throws IOException {
    FaultyTree.Draft draft = trees.draft();
    draft.direct = true;
    FaultyTree.Row row = draft.row(0, "gfx1100");
    FaultyTree.Row nearer = row.copy();
    nearer.archive = FaultyTree.UNREAD;
    draft.rows.add(nearer);
    row.generic();
    draft.write(root);
    assertThat(pruned("gfx1100", "gfx11-generic").findings()).isEmpty();
    assertThat(archives(folder.resolve("pruned"))).containsExactly("t_all.kpack");
  }

  /** An archive lists the generic target alone, and has code for the GPU itself, too. */
  @Test
  void keepsTheRowThatItsArchiveLists() throws IOException {
    FaultyTree.Draft draft = trees.draft();
    draft.direct = true;
    FaultyTree.Row generic = draft.row(0, "gfx1100").copy();
    generic.generic();
    draft.rows.add(generic);
    draft.listed.put("all", List.of("gfx11-generic", "gfx942"));
    draft.write(root);
    pruned("gfx1100", "gfx11-generic");
  }

  /** Archives for each setting of features, which no search path leads to. */
  @Test
  void keepsTheCodeThatServesEachSetting() throws IOException {
    FaultyTree.Draft draft = trees.draft();
    draft.direct = true;
    for (String setting : List.of(":xnack+", ":xnack-")) {
      FaultyTree.Row variant = draft.row(0, "gfx942").copy();
      variant.target += setting;
      variant.archive = FaultyTree.UNREAD;
      draft.rows.add(variant);
    }
    draft.write(root);
    pruned("gfx942", "gfx942");
    assertThat(archives(folder.resolve("pruned"))).containsExactly("t_all.kpack");
  }

  /** Loads come from generic code where the GPU's own does not unpack. */
  @Test
  void keepsTheCodeThatServesInPlaceOfDamagedCode() throws IOException {
    FaultyTree.Draft draft = trees.draft();
    FaultyTree.Row row = draft.row(0, "gfx1100");
    draft.both = true;
    FaultyTree.Row generic = row.copy();
    generic.archive = "all";
    generic.generic();
    draft.rows.add(generic);
    row.size += 4;
    draft.write(root);
    pruned("gfx1100", "gfx11-generic");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesLibraryAndGpuAndCauseWhereNothingLoadedBefore(boolean plan) throws IOException {
    FaultyTree.Draft draft = trees.draft();
    draft.row(0, "gfx1100").archive = FaultyTree.UNREAD;
    draft.write(root);
    Prune prune = new Prune(keeping("RX 7900 XTX"));
    assertThat((plan ? prune.plan(Progress.NONE) : prune.run()).findings())
        .filteredOn(note -> note.rule().equals("no-code-before"))
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.severity()).isEqualTo(Severity.WARNING);
              assertThat(note.file()).isEqualTo(trees.library(root));
              assertThat(note.message())
                  .startsWith("before pruning, RX 7900 XTX gets no code for #0: ")
                  .contains("t_gfx1100.kpack");
            });
  }

  /** A file that is a database's for another GPU by its path, and has a library's code. */
  @Test
  void refusesToRemoveWhatAKeptGpuLoads() throws IOException {
    FaultyTree.Draft draft = trees.draft();
    draft.direct = true;
    draft.write(root);
    Path provider = Files.createDirectories(root.resolve("engines/arch_content/gfx942"));
    Files.move(root.resolve(".kpack/t_all.kpack"), provider.resolve("k.kpack"));
    Path library = trees.library(root);
    Files.delete(library);
    HostOnlyCopy.make(
        new HostOnlyRequest(
            Fixtures.path(MANY),
            library,
            false,
            "lib/" + MANY,
            List.of("../engines/arch_content/gfx942/k.kpack")));
    assertThat(outcomes(root, "gfx1100")).allMatch(WrapperOutcome::found);
    for (boolean run : List.of(false, true)) {
      Prune prune = new Prune(keeping("gfx1100").with(PruneRequest.ALLOW_EMPTY, true));
      assertThatThrownBy(run ? prune::run : () -> prune.plan(Progress.NONE))
          .isInstanceOfSatisfying(
              OperationException.class,
              refused -> assertThat(refused.reason()).isEqualTo(Obstacle.LOST_CODE))
          .hasMessageContaining("gfx1100 would lose the code of wrapper 0, which is in ")
          .hasMessageContaining("k.kpack under gfx1100");
    }
    assertThat(folder.resolve("pruned")).doesNotExist();
  }
}
