package org.kpackworkbench.model.analysis.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.merge.MadeArtifact;
import org.kpackworkbench.model.operation.packages.PackageBuild;
import org.kpackworkbench.model.operation.packages.PackagesReport;
import org.kpackworkbench.model.operation.packages.PackagesReport.User;
import org.kpackworkbench.model.operation.packages.PackagesRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

/** A plan of packages has for each GPU what the advice on these packages chooses. */
class PlannedAdviceTest {
  private static final String STAGE = "math/stage";
  private static final String CONFIG =
      """
      version: 7.15.0
      packages:
        many: {components: [lib]}
        many-devel: {artifacts: [many], components: [dev], depends: [many]}
        many-tests: {artifacts: [many], components: [test], depends: [many]}
        runtime: {artifacts: [runtime]}
        core: {artifacts: [], depends: [many, runtime]}
      """;

  @TempDir private Path folder;
  private Path artifacts;
  private Path packages;

  private void split(String component, Path library) throws IOException {
    Path built = new MadeArtifact(folder, component + "_lib_all", STAGE).folder();
    Files.createDirectories(built.resolve(STAGE).resolve("lib"));
    Files.copy(library, built.resolve(STAGE).resolve("lib/lib%s.so".formatted(component)));
    new Split(SplitRequest.artifact(built, artifacts)).run(Progress.NONE);
  }

  @BeforeEach
  void split() throws IOException {
    artifacts = folder.resolve("artifacts");
    packages = folder.resolve("packages");
    split("many", FatFixture.MANY.path());
    new MadeArtifact(artifacts, "many_dev_generic", STAGE).file(STAGE + "/include/many.h", "text");
    new MadeArtifact(artifacts, "many_test_generic", STAGE).file(STAGE + "/bin/tests", "text");
    new MadeArtifact(artifacts, "runtime_run_generic", "core").file("core/bin/tool", "text");
  }

  private static List<String> chosen(Path packages, String gpu) throws IOException {
    AdviseSettings settings =
        new AdviseSettings(
            List.of(packages), List.of(Device.written(gpu)), Optional.empty(), false);
    return Advisor.of(settings, Map.of(), Progress.NONE).needed().stream()
        .map(Advice.Choice::name)
        .toList();
  }

  @Test
  void choosesWhatThePlanHasForAGpu() throws IOException {
    Path config = Files.writeString(folder.resolve("packages.yaml"), CONFIG);
    PackagesReport report =
        new PackageBuild(PackagesRequest.of(artifacts, config, packages), Map.of())
            .run(Progress.NONE);
    assertThat(report.users()).extracting(User::target).contains("gfx942", "gfx1030", "all");
    for (User user : report.users().subList(0, report.users().size() - 1)) {
      assertThat(user.packages())
          .containsExactlyInAnyOrder(
              "amdrocm-many-host7.15", "amdrocm-many7.15-" + user.target(), "amdrocm-runtime7.15");
      assertThat(chosen(packages, user.target()))
          .containsExactlyInAnyOrderElementsOf(user.packages());
    }
    assertThat(report.users().getLast().packages())
        .doesNotContain("amdrocm-many-dev7.15")
        .contains("amdrocm-runtime7.15");
  }

  /** The code of a library may be for other GPUs only. */
  @Test
  void leavesOutHostPackagesWithoutCodeForTheGpu() throws IOException {
    split("one", Fixtures.path("libone.so"));
    Path config =
        Files.writeString(
            folder.resolve("packages.yaml"),
            CONFIG + "  one: {components: [lib], depends: [many]}");
    PackagesReport report =
        new PackageBuild(PackagesRequest.of(artifacts, config, packages), Map.of())
            .run(Progress.NONE);
    for (String gpu : List.of("gfx942", "gfx1100")) {
      User user =
          report.users().stream()
              .filter(each -> each.target().equals(gpu))
              .findFirst()
              .orElseThrow();
      assertThat(user.packages().contains("amdrocm-one-host7.15")).isEqualTo(gpu.equals("gfx1100"));
      assertThat(chosen(packages, gpu)).containsExactlyInAnyOrderElementsOf(user.packages());
    }
  }

  @Test
  void artifactsForDevelopersAreNotChosen() throws IOException {
    assertThat(chosen(artifacts, "gfx942"))
        .containsExactlyInAnyOrder("many_lib_generic", "many_lib_gfx942", "runtime_run_generic");
  }
}
