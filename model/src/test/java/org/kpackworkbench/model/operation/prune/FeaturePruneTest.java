package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;

/** GPUs of one processor with different settings of its features. */
class FeaturePruneTest {
  @TempDir private Path folder;

  private PruneRequest dropping(Path input, String... gone) {
    TargetFilter filter = TargetFilter.of(List.of(gone));
    return PruneRequest.keeping(input, folder.resolve("out"), filter).dropping(filter);
  }

  /** What other GPUs can load, too, stays. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gfx90a:xnack+               | gfx90a gfx90a:xnack+ gfx90a:xnack-      | gfx90a"
            + " gfx90a:xnack-",
        "gfx90a:xnack+               | gfx90a:sramecc+ gfx90a:sramecc+:xnack+  | gfx90a:sramecc+",
        "gfx90a:sramecc+:xnack-      | gfx90a gfx90a:sramecc+:xnack- gfx90a:xnack- | gfx90a"
            + " gfx90a:xnack-",
        "gfx90a                      | gfx90a gfx90a:xnack+ gfx90a:sramecc+     | ''",
        "gfx90a:xnack+ gfx90a:xnack- | gfx90a gfx90a:sramecc+ gfx90a:xnack+     | ''",
        "gfx90a:xnack+               | gfx942 gfx942:xnack+                     | gfx942"
            + " gfx942:xnack+",
        "gfx1100                     | gfx1100 gfx11xx gfx11-generic            | gfx11xx"
            + " gfx11-generic",
        "gfx1200 gfx1201             | gfx1201 gfx12_0 gfx120x gfx12-generic    | gfx12-generic",
        "gfx11xx                     | gfx1100 gfx1151 gfx11xx gfx1201          | gfx1201",
        "gfx1100                     | gfx1100 amdgcnspirv                      | amdgcnspirv",
      })
  void droppingTakesWhatOnlyDroppedGpusCanLoad(String drop, String there, String stays) {
    ServedCode served = new ServedCode(TargetFilter.of(List.of(drop)), true, false);
    List<GpuTarget> all = Arrays.stream(there.split(" ")).map(GpuTarget::parse).toList();
    String[] expected = stays.isEmpty() ? new String[0] : stays.split(" ");
    assertThat(served.kept(all)).extracting(GpuTarget::toString).containsExactly(expected);
    assertThat(all.stream().filter(served::keepsFile).map(GpuTarget::toString))
        .containsExactly(expected);
  }

  private Path databases() throws IOException {
    Path tree = folder.resolve("tree");
    Path rocblas = Files.createDirectories(tree.resolve("lib/rocblas/library"));
    for (String name :
        List.of(
            "Kernels.so-000-gfx90a-xnack+.hsaco",
            "Kernels.so-000-gfx90a-xnack-.hsaco",
            "Kernels.so-000-gfx1030.hsaco",
            "TensileLibrary_x_gfx90a.hsaco",
            "TensileLibrary_HH_gfx90a.dat",
            "TensileLibrary_HH_gfx90a-xnack+.co",
            "TensileLibrary_HH_gfx90a-xnack-.co")) {
      Files.writeString(rocblas.resolve(name), "content");
    }
    Files.write(
        rocblas.resolve("TensileLibrary_lazy_gfx90a.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(),
                TensileLibraries.operations(
                    Map.of("HH", TensileLibraries.placeholder("TensileLibrary_HH_gfx90a"))))));
    Path miopen = Files.createDirectories(tree.resolve("share/miopen/db"));
    Files.writeString(miopen.resolve("gfx90a6e.kdb"), "content");
    for (String setting : List.of("p", "m")) {
      Files.writeString(
          tree.resolve("lib/libdevice_conv_operations_gfx90a_xnack%s.a".formatted(setting)), "-");
    }
    return tree;
  }

  /** Files that name a feature are for that setting, others for all settings. */
  @ParameterizedTest
  @CsvSource({
    "false,gfx90a:xnack+ gfx1030,+,p,gfx90a:xnack-",
    "false,gfx90a:sramecc+:xnack- gfx1030,-,m,gfx90a:xnack+",
    "true,gfx90a:xnack+,-,m,gfx90a:xnack+",
    "true,gfx90a:xnack-,+,p,gfx90a:xnack-"
  })
  void databasesLoseTheFilesOfTheOtherSettingOnly(
      boolean drop, String named, String left, String leftLetter, String gone) throws IOException {
    Path tree = databases();
    PruneRequest request = dropping(tree, named);
    PruneReport report = new Prune(drop ? request : request.keeping(request.drop())).run();
    Path rocblas = folder.resolve("out/lib/rocblas/library");
    assertThat(Expected.names(rocblas))
        .containsExactlyInAnyOrder(
            "Kernels.so-000-gfx90a-xnack%s.hsaco".formatted(left),
            "Kernels.so-000-gfx1030.hsaco",
            "TensileLibrary_x_gfx90a.hsaco",
            "TensileLibrary_lazy_gfx90a.dat",
            "TensileLibrary_HH_gfx90a.dat",
            "TensileLibrary_HH_gfx90a-xnack%s.co".formatted(left));
    assertThat(folder.resolve("out/share/miopen/db/gfx90a6e.kdb")).exists();
    assertThat(
            folder.resolve(
                "out/lib/libdevice_conv_operations_gfx90a_xnack%s.a".formatted(leftLetter)))
        .exists();
    assertThat(report.byTarget())
        .extracting(PruneReport.TargetCode::target, PruneReport.TargetCode::codeObjects)
        .hasToString("[(\"%s\", 3)]".formatted(gone));
  }

  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {"COMPRESSED", "MIXED", "DRIFT"})
  void codeOfAllSettingsStaysAndIsNamed(FatFixture fixture) throws IOException {
    GpuTarget other = GpuTarget.parse("gfx90a:sramecc+:xnack-");
    Path output = folder.resolve("out");
    PruneReport report = new Prune(dropping(fixture.path(), "gfx90a:xnack+", "gfx1100")).run();
    assertThat(ResolvedCode.of(output, other))
        .anyMatch(each -> !each.contains(" null "))
        .isEqualTo(ResolvedCode.of(fixture.path(), other));
    assertThat(report.findings())
        .filteredOn(note -> !note.rule().equals("larger-than-before"))
        .extracting(OperationNote::rule, OperationNote::message)
        .hasToString(
            "[(\"code-shared\", \"gfx90a:xnack+ still finds code for gfx90a, which other GPUs can"
                + " load, too\")]");
    assertThat(report.byTarget())
        .extracting(PruneReport.TargetCode::target)
        .containsExactly("gfx1100");
  }

  @Test
  void genericCodeStaysAndIsNamed() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    for (String name : List.of("gfx1100", "gfx11-generic-v6", "gfx942")) {
      Files.copy(
          FatFixture.MANY.path().resolveSibling("kinds-%s.hsaco".formatted(name)),
          tree.resolve(name + ".hsaco"));
    }
    PruneReport report = new Prune(dropping(tree, "gfx1100")).run();
    assertThat(Expected.names(folder.resolve("out")))
        .containsExactlyInAnyOrder("gfx11-generic-v6.hsaco", "gfx942.hsaco");
    assertThat(report.findings())
        .extracting(OperationNote::message)
        .containsExactly(
            "gfx1100 still finds code for gfx11-generic, which other GPUs can load, too");
  }

  /** Archives without their binary: what a loader finds in one folder says nothing of another. */
  @Test
  void archivesOfEachFolderKeepTheirCode() throws IOException {
    Path packed = folder.resolve("packed");
    new Pack(PackRequest.of(FatFixture.MANY.path(), packed, "g", "all")).run(Progress.NONE);
    Path tree = folder.resolve("tree");
    for (String version : List.of("7.1", "7.2", "7.3")) {
      Path archives = Files.createDirectories(tree.resolve(version).resolve(".kpack"));
      Files.copy(packed.resolve(".kpack/g-all.kpack"), archives.resolve("g-all.kpack"));
    }
    new Prune(
            PruneRequest.keeping(
                tree, folder.resolve("out"), TargetFilter.of(List.of("gfx90a", "gfx1030"))))
        .run();
    for (String version : List.of("7.1", "7.2", "7.3")) {
      try (KpackArchive archive =
          KpackArchive.open(folder.resolve("out/" + version + "/.kpack/g-all.kpack"))) {
        assertThat(archive.entries())
            .as(version)
            .extracting(entry -> entry.targetText())
            .containsExactlyInAnyOrder("gfx90a:xnack+", "gfx90a:xnack-", "gfx1030");
      }
    }
  }
}
