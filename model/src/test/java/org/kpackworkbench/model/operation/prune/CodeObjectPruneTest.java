package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/** Code objects in files of their own are kept or removed as a whole. */
class CodeObjectPruneTest {
  @TempDir private Path folder;

  private Path tree() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    for (String name :
        List.of("gfx90a-xnack-on", "gfx942", "gfx1030-wave64", "gfx1100", "gfx11-generic-v6")) {
      String number = Integer.toString(Expected.names(tree).size());
      Files.copy(
          FatFixture.MANY.path().resolveSibling("kinds-%s.hsaco".formatted(name)),
          tree.resolve("kernel-%s.co".formatted(number)));
    }
    return tree;
  }

  private PruneRequest keeping(Path input, String... targets) {
    return PruneRequest.keeping(input, folder.resolve("out"), TargetFilter.of(List.of(targets)));
  }

  /** Their names say nothing; the fallback is for GPUs that have no code of their own. */
  @Test
  void inATreeTheirOwnTargetDecides() throws IOException {
    Path tree = tree();
    assertThat(Prune.targets(tree, Progress.NONE))
        .containsExactlyInAnyOrder(
            GpuTarget.parse("gfx90a:xnack+"),
            GpuTarget.parse("gfx942"),
            GpuTarget.parse("gfx1030"),
            GpuTarget.parse("gfx1100"),
            GpuTarget.parse("gfx11-generic"));
    PruneReport report = new Prune(keeping(tree, "gfx90a", "gfx1101")).run();
    assertThat(Expected.names(folder.resolve("out"))).containsExactly("kernel-0.co", "kernel-4.co");
    assertThat(folder.resolve("out/kernel-0.co"))
        .hasSameBinaryContentAs(tree.resolve("kernel-0.co"));
    assertThat(report.files()).extracting(PrunedFile::outcome).containsOnly(Outcome.REMOVED);
    assertThat(report.byTarget())
        .extracting(TargetCode::target, TargetCode::codeObjects)
        .hasToString("[(\"gfx942\", 1), (\"gfx1030\", 1), (\"gfx1100\", 1)]");
    assertThat(report.findings()).isEmpty();
    new Prune(keeping(tree, "gfx1100").dropping(TargetFilter.of(List.of("gfx1100"))).inPlace())
        .run();
    assertThat(Expected.names(tree)).doesNotContain("kernel-3.co").hasSize(4);
  }

  @Test
  void aloneOneIsKeptOrRefused() throws IOException {
    Path file = tree().resolve("kernel-1.co");
    PruneReport kept = new Prune(keeping(file, "gfx942")).run();
    assertThat(kept.files()).isEmpty();
    assertThat(folder.resolve("out")).hasSameBinaryContentAs(file);
    assertThatThrownBy(() -> new Prune(keeping(file, "gfx90a").inPlace()).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("has no code for gfx90a; it has some for gfx942");
    PruneRequest all =
        keeping(file, "gfx942").dropping(TargetFilter.of(List.of("gfx942"))).inPlace();
    assertThatThrownBy(() -> new Prune(all).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("--allow-empty");
    assertThat(file).exists();
    assertThat(new Prune(all.with(PruneRequest.ALLOW_EMPTY, true)).run().files())
        .extracting(PrunedFile::outcome)
        .containsExactly(Outcome.REMOVED);
    assertThat(file).doesNotExist();
  }

  @Test
  void aDamagedOneStaysAndIsNamed() throws IOException {
    Path tree = tree();
    Path damaged = tree.resolve("kernel-3.co");
    Files.write(damaged, java.util.Arrays.copyOf(Files.readAllBytes(damaged), 30));
    PruneReport report = new Prune(keeping(tree, "gfx942").inPlace()).run();
    assertThat(damaged).exists();
    assertThat(report.findings())
        .extracting(OperationNote::rule, note -> note.file().getFileName().toString())
        .hasToString("[(\"not-pruned\", \"kernel-3.co\")]");
  }
}
