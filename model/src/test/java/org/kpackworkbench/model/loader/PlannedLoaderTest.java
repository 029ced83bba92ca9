package org.kpackworkbench.model.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was planned and no loader does: never unless it is asked for. */
class PlannedLoaderTest {
  @TempDir Path folder;
  private InstalledTree tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = new InstalledTree(folder);
  }

  @Test
  void anArchitectureMayBeForced() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    LoaderEnvironment forced =
        LoaderEnvironment.of(Map.of("ROCM_KPACK_ARCH_OVERRIDE", "amdgcn-amd-amdhsa--gfx942"));
    LoadRequest request = tree.request(0, "gfx1100 gfx11-generic", "../.kpack/a.kpack");
    Resolution planned = LoaderTraceTest.resolve(forced, LoaderBehaviour.PLANNED, request);
    assertThat(tree.words(planned))
        .contains(
            "ROCM_KPACK_ARCH_OVERRIDE replaces the targets by amdgcn-amd-amdhsa--gfx942"
                + " (planned; no loader does)",
            "trying architecture: gfx942")
        .doesNotContain("trying architecture: gfx1100");
    assertThat(tree.words(planned).getFirst()).startsWith("note: This is what was planned");
    assertThat(planned.succeeded()).isTrue();
    assertThat(planned.difference())
        .startsWith("A planned loader finds")
        .endsWith("a tolerant one answers error 14 (architecture not found).");

    for (LoaderBehaviour today :
        new LoaderBehaviour[] {LoaderBehaviour.TOLERANT, LoaderBehaviour.STRICT}) {
      Resolution ignored = LoaderTraceTest.resolve(forced, today, request);
      assertThat(ignored.error()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
      assertThat(ignored.trace()).noneMatch(Step.TargetsReplaced.class::isInstance);
    }
  }

  @Test
  void theOlderGenericNameCountsWhereAnArchiveHasIt() throws IOException {
    LoadRequest request =
        tree.request(0, "gfx1030 gfx10-3-generic", "../.kpack/rocm-@GFXARCH@.kpack");
    assertThat(tree.words(planned(request))).noneMatch(line -> line.contains("gfx10-generic"));
    tree.with("rocm-gfx10-generic.kpack", "lib/libtest.so#0@gfx10-generic");
    assertThat(planned(request).found().architecture()).isEqualTo("gfx10-generic");
    assertThat(today(request).error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
  }

  @Test
  void aManifestStandsForItsArchives() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942").with("b.kpack", "lib/libtest.so#0@gfx1100");
    Files.write(
        tree.archive("test.kpm"), Manifests.listing("gfx942", "a.kpack", "gfx1100", "b.kpack"));
    LoadRequest request = tree.request(0, "gfx1100", "../.kpack/test.kpm");
    assertThat(tree.words(planned(request)).subList(3, 9))
        .containsExactly(
            "direct path: ../.kpack/test.kpm -> .kpack/test.kpm",
            "manifest .kpack/test.kpm lists 2 archives (planned; no loader follows it)",
            "opened and cached archive: .kpack/a.kpack",
            "  architecture: gfx942",
            "opened and cached archive: .kpack/b.kpack",
            "  architecture: gfx1100");
    assertThat(planned(request).succeeded()).isTrue();

    assertThat(today(request).error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(tree.words(today(request)))
        .contains("failed to open archive: .kpack/test.kpm (error 3)");
  }

  @Test
  void aManifestDoesNotLeadOutOfItsFolder() throws IOException {
    Files.write(tree.root().resolve("lib/outside.kpack"), InstalledTree.bytes(true, "x#0@gfx942"));
    Files.write(tree.archive("test.kpm"), Manifests.listing("gfx942", "../lib/outside.kpack"));
    Resolution resolution = planned(tree.request(0, "gfx942", "../.kpack/test.kpm"));
    assertThat(resolution.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(tree.words(resolution))
        .contains(
            "failed to open archive: ../lib/outside.kpack (error 12)",
            "    the manifest names a \"..\" part");
  }

  private static Resolution planned(LoadRequest request) {
    return LoaderTraceTest.resolve(LoaderEnvironment.NONE, LoaderBehaviour.PLANNED, request);
  }

  private static Resolution today(LoadRequest request) {
    return LoaderTraceTest.resolve(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, request);
  }
}
