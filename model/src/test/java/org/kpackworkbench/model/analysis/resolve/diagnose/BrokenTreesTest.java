package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.HalfConverted;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;

/** Converted libraries with something wrong, and what is said of them. */
class BrokenTreesTest {
  @TempDir Path folder;

  @Test
  void aRemovedArchive() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.DRIFT.path(), folder, "lib.so");
    Files.delete(folder.resolve(".kpack/lib.so_gfx1100.kpack"));
    Map<Diagnosis, List<WrapperOutcome>> causes = causes(library, "gfx1100");
    // The fourth wrapper's code was never compiled for it, so nothing of it is missing.
    assertThat(causes.keySet())
        .containsExactlyInAnyOrder(
            new Diagnosis.NotCompiled("lib/lib.so#3", "gfx1100", List.of("gfx1030")),
            new Diagnosis.ArchiveMissing(
                "gfx1100",
                List.of(
                    folder.toRealPath().resolve(".kpack/lib.so_gfx1100.kpack").toString(),
                    folder.toRealPath().resolve(".kpack/lib.so_gfx11-generic.kpack").toString())));
    assertThat(causes.values().iterator().next()).hasSize(FatFixture.DRIFT.wrapperCount() - 1);
  }

  @Test
  void aRemovedFolder() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.ONE.path(), folder, "lib.so");
    Files.move(folder.resolve(".kpack"), folder.resolve("elsewhere"));
    assertThat(causes(library, "gfx1100").keySet())
        .singleElement()
        .isInstanceOf(Diagnosis.HiddenFolderMissing.class);
  }

  @Test
  void aRenamedIndex() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.COMPRESSED.path(), folder, "lib.so");
    Path archive = folder.resolve(".kpack/lib.so_gfx942.kpack");
    java.nio.charset.Charset each = java.nio.charset.StandardCharsets.ISO_8859_1;
    String bytes = new String(Files.readAllBytes(archive), each);
    assertThat(bytes).contains("lib/lib.so#2");
    Files.write(archive, bytes.replace("lib/lib.so#2", "lib/lib.so#7").getBytes(each));

    Map<Diagnosis, List<WrapperOutcome>> causes = causes(library, "gfx942", "gfx90a");
    assertThat(causes).hasSize(1);
    Diagnosis.IndexMissing cause = (Diagnosis.IndexMissing) causes.keySet().iterator().next();
    assertThat(cause.key()).isEqualTo("lib/lib.so#2");
    assertThat(cause.present()).containsExactly("#0–#1", "#3", "#7");
    assertThat(causes.get(cause)).extracting(WrapperOutcome::number).containsExactly(2);
    // The archive for gfx90a says what was in the bundle.
    assertThat(cause.lost()).isEqualTo("gfx942");
    assertThat(cause.sentence()).endsWith(" It was compiled for gfx942.");
    assertThat(cause.advice())
        .isEqualTo("Install binary and archives from the same build, or pack the binary again.");
  }

  @Test
  void codeThatWasNeverCompiledForTheTarget() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.DRIFT.path(), folder, "lib.so");
    Map<Diagnosis, List<WrapperOutcome>> causes = new java.util.LinkedHashMap<>();
    for (String device : List.of("gfx90a", "gfx942", "gfx1030", "gfx1100")) {
      causes.putAll(causes(library, device));
    }
    assertThat(causes.keySet())
        .filteredOn(Diagnosis.NotCompiled.class::isInstance)
        .isNotEmpty()
        .allSatisfy(
            cause -> {
              Diagnosis.NotCompiled not = (Diagnosis.NotCompiled) cause;
              assertThat(not.compiled()).isNotEmpty().doesNotContain(not.device());
              assertThat(not.sentence())
                  .startsWith("The code of %s was not compiled for ".formatted(not.key()))
                  .contains(", only for ");
              assertThat(not.advice())
                  .isEqualTo(
                      "Build it for %s, too; no archive of this build can have it."
                          .formatted(not.device()));
            });
    assertThat(causes.keySet()).noneMatch(Diagnosis.IndexMissing.class::isInstance);
  }

  @Test
  void aHalfConvertedBinary() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.COMPRESSED.path(), folder, "lib.so");
    HalfConverted.revert(library, 1);
    Map<Diagnosis, List<WrapperOutcome>> causes = causes(library, "gfx942");
    assertThat(causes.keySet())
        .singleElement()
        .extracting(Diagnosis::sentence)
        .isEqualTo(
            "The binary is half-converted: wrapper 1 cannot be used. It is HIPF, but points to no"
                + " device code: to the marker.");
  }

  @Test
  void aBinaryThatWasNotConverted() throws IOException {
    Map<Diagnosis, List<WrapperOutcome>> causes =
        causes(FatFixture.COMPRESSED.path(), "gfx942", "gfx1201");
    assertThat(causes.keySet())
        .containsExactly(
            new Diagnosis.NotConverted(
                "gfx1201", false, List.of("gfx1100", "gfx90a", "gfx942"), null));
  }

  private static Map<Diagnosis, List<WrapperOutcome>> causes(Path library, String... devices)
      throws IOException {
    List<GpuTarget> targets = java.util.Arrays.stream(devices).map(GpuTarget::parse).toList();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolution resolved =
          new BinaryResolver(loader, targets, true).resolve(library, Progress.NONE);
      return new Diagnoser(loader).of(resolved);
    }
  }
}
