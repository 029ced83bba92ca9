package org.kpackworkbench.model.hostonly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.real.RealLibrary;

/**
 * What packagers do to a file does to its host-only form no more than to itself. How many chains of
 * tools each file goes through is set by {@code kpack.survival.chains}; single tools always.
 */
class SurvivalTest {
  private static final int LONGEST = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void point6ItSurvivesWhatPackagersDo(FatFixture fixture) throws Exception {
    List<PackagerTools> tools = PackagerTools.installed();
    assumeTrue(!tools.isEmpty(), "none of the tools is installed");
    survives(
        fixture.path(),
        fixture.registrations(),
        chains(tools, Integer.getInteger("kpack.survival.chains", 2), fixture.ordinal()));
  }

  @Test
  @Tag("real")
  void points1To6HoldOfTheRealLibrary() throws Exception {
    List<List<PackagerTools>> chains = new ArrayList<>(List.of(List.of()));
    chains.addAll(
        chains(PackagerTools.installed(), Integer.getInteger("kpack.survival.chains", 2), 4711));
    survives(RealLibrary.path(), 1, chains);
  }

  @Test
  void point4ElflintSaysNothingNew() throws Exception {
    assumeTrue(PackagerTools.isInstalled("eu-elflint"), "eu-elflint is not installed");
    for (FatFixture fixture : FatFixture.values()) {
      Path converted = folder.resolve(fixture.fileName());
      Converted.convert(fixture.path(), converted);
      TreeSet<String> said = PackagerTools.lint(converted);
      said.removeAll(PackagerTools.lint(fixture.path()));
      assertThat(said).as(fixture.fileName()).isEmpty();
    }
  }

  private static List<List<PackagerTools>> chains(
      List<PackagerTools> tools, int sampled, long seed) {
    List<List<PackagerTools>> chains = new ArrayList<>();
    if (tools.isEmpty()) {
      return chains;
    }
    tools.forEach(tool -> chains.add(List.of(tool)));
    Random random = new Random(seed);
    for (int i = 0; i < sampled; i++) {
      List<PackagerTools> chain = new ArrayList<>();
      for (int length = 2 + random.nextInt(LONGEST - 1); length > 0; length--) {
        chain.add(tools.get(random.nextInt(tools.size())));
      }
      chains.add(chain);
    }
    return chains;
  }

  private void survives(Path input, int registrations, List<List<PackagerTools>> chains)
      throws IOException, InterruptedException {
    Path converted = folder.resolve("converted-" + input.getFileName());
    ConvertReport report = Converted.convert(input, converted);
    String healthy = Converted.run(new StubRuntime(), input).output();
    for (List<PackagerTools> chain : chains) {
      Path plain = copy(input, folder.resolve("plain-" + input.getFileName()));
      if (!apply(chain, plain) || !works(plain, healthy)) {
        continue;
      }
      String name = input.getFileName() + " after " + chain;
      Path changed = copy(converted, folder.resolve("changed-" + input.getFileName()));
      assertThat(apply(chain, changed)).as(name).isTrue();
      Run run = Converted.run(Converted.watching(report), changed);
      assertThat(run.exitCode()).as(name + ": " + run.output()).isZero();
      assertThat(run.output().replace(changed.toString(), "")).as(name).isEqualTo(healthy);
      HostOnlyAcceptanceTest.registersTheMarker(run, registrations, report);
      FatBinary fat =
          FatBinary.read(
              ElfFile.read(ByteView.of(changed.toString(), Files.readAllBytes(changed))));
      assertThat(fat.state()).as(name + fat.diagnosis()).isEqualTo(DeviceCode.HOST_ONLY);
      if (PackagerTools.isInstalled("eu-elflint")) {
        TreeSet<String> said = PackagerTools.lint(changed);
        said.removeAll(PackagerTools.lint(plain));
        assertThat(said).as(name).isEmpty();
      }
    }
  }

  private static Path copy(Path from, Path to) throws IOException {
    return Files.copy(
        from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private static boolean apply(List<PackagerTools> chain, Path file)
      throws IOException, InterruptedException {
    for (PackagerTools tool : chain) {
      if (!tool.change(file)) {
        return false;
      }
    }
    return true;
  }

  private static boolean works(Path file, String healthy) throws IOException, InterruptedException {
    Run run = Converted.run(new StubRuntime(), file);
    return run.exitCode() == 0 && run.output().replace(file.toString(), "").equals(healthy);
  }
}
