package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.PackagerTools;
import org.kpackworkbench.model.real.RealLibrary;

/**
 * What packagers do to a file does to what prune makes of it no more than to itself: whatever the
 * input survives, a pruned file loads, leads to the same code as before, and has no layout that
 * {@code eu-elflint} would not report of the input after the same tools.
 */
@DisabledOnOs(OS.WINDOWS)
class PruneSurvivalTest {
  @TempDir private Path folder;

  /** A file and its pruned form after the same tools. */
  private record Pair(Path input, Path pruned, String chain) {}

  static Stream<FatFixture> some() {
    return Stream.of(FatFixture.values()).filter(fixture -> fixture.ordinal() % 9 == 0);
  }

  @ParameterizedTest
  @MethodSource("some")
  void aPrunedFileSurvivesEachTool(FatFixture fixture) throws Exception {
    assumeTrue(!PackagerTools.installed().isEmpty(), "none of the tools is installed");
    walk(fixture.path(), fixture.targets().getFirst().getLast(), 1);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void aPrunedFileSurvivesEachPairOfTools(FatFixture fixture) throws Exception {
    assertThat(PackagerTools.installed()).containsExactly(PackagerTools.values());
    walk(fixture.path(), fixture.targets().getFirst().getLast(), 2);
  }

  @Test
  @Tag("real")
  void thePrunedRealLibrarySurvivesEachTool() throws Exception {
    walk(RealLibrary.path(), "gfx1030", 1);
  }

  @Test
  @Tag("long")
  @Tag("real")
  void thePrunedRealLibrarySurvivesEachPairOfTools() throws Exception {
    assertThat(PackagerTools.installed()).containsExactly(PackagerTools.values());
    walk(RealLibrary.path(), "gfx1030", 2);
  }

  private void walk(Path input, String keep, int length) throws Exception {
    String name = String.valueOf(input.getFileName());
    Path pruned = Files.createDirectory(folder.resolve("pruned")).resolve(name);
    new Prune(
            PruneRequest.keeping(input, pruned, TargetFilter.of(List.of(keep)))
                .with(PruneRequest.ALLOW_EMPTY, true))
        .run();
    Map<String, String> code = ResolvedCode.all(pruned);
    DroppedTargets note = PruneNote.of(pruned);
    String healthy = run(input);
    assertThat(run(pruned)).isEqualTo(healthy);
    List<Pair> level = List.of(new Pair(input, pruned, "nothing"));
    for (int depth = 0; depth <= length; depth++) {
      List<Pair> next = new ArrayList<>();
      for (Pair pair : level) {
        if (!check(pair, healthy, code, note) || depth == length) {
          continue;
        }
        for (PackagerTools tool : PackagerTools.installed()) {
          Path input2 = copy(pair.input());
          if (tool.change(input2)) {
            Path pruned2 = copy(pair.pruned());
            String chain = pair.chain() + ", " + tool;
            assertThat(tool.change(pruned2)).as(chain).isTrue();
            next.add(new Pair(input2, pruned2, chain));
          }
        }
      }
      level = next;
    }
  }

  /** Checks the pruned one, if the input still works. */
  private static boolean check(
      Pair pair, String healthy, Map<String, String> code, DroppedTargets note) throws Exception {
    if (!run(pair.input()).equals(healthy)) {
      return false;
    }
    assertThat(run(pair.pruned())).as(pair.chain()).isEqualTo(healthy);
    assertThat(ResolvedCode.all(pair.pruned())).as(pair.chain()).isEqualTo(code);
    // Two of the tools take away what is not loaded.
    if (!pair.chain().contains("EU_STRIP") && !pair.chain().contains("LLVM_STRIP")) {
      assertThat(PruneNote.of(pair.pruned())).as(pair.chain()).isEqualTo(note);
    }
    if (PackagerTools.isInstalled("eu-elflint")) {
      TreeSet<String> said = PackagerTools.lint(pair.pruned());
      said.removeAll(PackagerTools.lint(pair.input()));
      assertThat(said).as(pair.chain()).isEmpty();
    }
    return true;
  }

  private Path copy(Path file) throws IOException {
    Path copy =
        Files.createTempDirectory(folder, "step")
            .resolve(Objects.requireNonNull(file.getFileName()));
    return Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** How it ends, what it prints and how often it registers code. */
  private static String run(Path file) throws IOException, InterruptedException {
    StubRuntime stub = new StubRuntime();
    StubRuntime.Run run =
        String.valueOf(file.getFileName()).contains(".so")
            ? stub.load(file)
            : stub.run(file, "two", "arguments");
    return "%d %s %d"
        .formatted(
            run.exitCode(),
            run.output().replace(file.toString(), ""),
            run.events("register").size());
  }
}
