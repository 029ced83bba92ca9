package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.pack.Expected;
import org.kpackworkbench.model.real.RealLibrary;

/**
 * What a kept GPU gets from converted binaries is byte-equal before and after, whether archives
 * hold one target or all; and the same of the real library, fat and converted.
 */
class ConvertedPruneTest {
  @TempDir private Path folder;

  /** For each wrapper what a loader finds for a device, with the code object's checksum. */
  private static List<String> resolved(Path binary, GpuTarget device) throws IOException {
    List<String> all = new ArrayList<>();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      for (WrapperOutcome outcome :
          new BinaryResolver(loader, List.of(device), true)
              .resolve(binary, Progress.NONE)
              .outcomes()) {
        WrapperOutcome.InArchive code = (WrapperOutcome.InArchive) outcome.code();
        all.add(outcome.number() + " " + outcome.error() + " " + code.sha256());
      }
    }
    return all;
  }

  private Path convert(Path input, String archive) throws IOException {
    Path tree = folder.resolve("tree");
    Path lib = Files.createDirectories(tree.resolve("lib"));
    String name = String.valueOf(input.getFileName());
    new Convert(
            ConvertRequest.keeping(
                    input,
                    lib.resolve(name),
                    "lib/" + name,
                    List.of("../.kpack/" + archive),
                    tree.resolve(".kpack"))
                .named("proof", null))
        .run();
    return tree;
  }

  private static List<String> errors(Path tree) {
    return Verify.run(List.of(tree), VerifyRequest.everything().onThreads(2), Progress.NONE)
        .findings()
        .stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .map(Object::toString)
        .toList();
  }

  private void prove(Path input, String archive) throws IOException {
    Path tree = convert(input, archive);
    Path binary = Path.of("lib", String.valueOf(input.getFileName()));
    List<GpuTarget> devices = Prune.targets(tree, Progress.NONE);
    assertThat(devices).isNotEmpty();
    assertThat(errors(tree)).isEmpty();
    for (GpuTarget device : devices) {
      List<String> before = resolved(tree.resolve(binary), device);
      assertThat(before).anyMatch(line -> !line.endsWith("null"));
      Path pruned = folder.resolve("for-" + device);
      new Prune(
              PruneRequest.keeping(tree, pruned, TargetFilter.of(List.of(device.toString())))
                  .with(PruneRequest.ALLOW_EMPTY, true))
          .run();
      assertThat(resolved(pruned.resolve(binary), device)).as("%s", device).isEqualTo(before);
      assertThat(pruned.resolve(binary)).hasSameBinaryContentAs(tree.resolve(binary));
      assertThat(errors(pruned)).as("%s", device).isEmpty();
    }
    keepAll(tree, devices);
  }

  /** Keeping every target gives the same tree, in place and as a new one. */
  private void keepAll(Path tree, List<GpuTarget> devices) throws IOException {
    var before = Expected.tree(tree);
    Set<String> names = new LinkedHashSet<>();
    devices.forEach(device -> names.add(device.toString()));
    PruneRequest all =
        PruneRequest.keeping(tree, folder.resolve("all"), TargetFilter.of(List.copyOf(names)));
    assertThat(new Prune(all).run().files()).isEmpty();
    assertThat(Expected.tree(folder.resolve("all"))).isEqualTo(before);
    assertThat(new Prune(all.inPlace()).run().files()).isEmpty();
    assertThat(Expected.tree(tree)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {"DRIFT", "MIXED", "SAME_BUNDLE", "RDC_COMPRESSED", "GENERIC", "EXE_PIE_LLD"})
  void ofAnArchiveForEachTarget(FatFixture fixture) throws IOException {
    prove(fixture.path(), "proof_@GFXARCH@.kpack");
  }

  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {"DRIFT", "ADDEND", "MANY"})
  void ofOneArchiveForAll(FatFixture fixture) throws IOException {
    prove(fixture.path(), "proof.kpack");
  }

  @Test
  @Tag("real")
  void ofTheRealLibraryConverted() throws IOException {
    prove(RealLibrary.path(), "proof_@GFXARCH@.kpack");
  }

  @Test
  @Tag("real")
  void ofTheRealLibraryAsItIs() throws IOException {
    Path input = RealLibrary.path();
    List<GpuTarget> devices = Prune.targets(input, Progress.NONE);
    assertThat(devices).hasSizeGreaterThan(5);
    for (GpuTarget device : List.of(devices.getFirst(), devices.get(3), devices.getLast())) {
      List<String> before = ResolvedCode.of(input, device);
      Path pruned = folder.resolve("for-" + device);
      new Prune(PruneRequest.keeping(input, pruned, TargetFilter.of(List.of(device.toString()))))
          .run();
      assertThat(ResolvedCode.of(pruned, device)).isEqualTo(before);
      assertThat(ResolvedCode.all(pruned)).hasSameSizeAs(before);
      assertThat(Files.size(pruned)).isLessThan(Files.size(input));
    }
    String[] all = devices.stream().map(GpuTarget::toString).toArray(String[]::new);
    Path same = folder.resolve("same");
    new Prune(PruneRequest.keeping(input, same, TargetFilter.of(List.of(all)))).run();
    assertThat(same).hasSameBinaryContentAs(input);
  }

  /** A program that runs meanwhile goes on with the file that it has. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void inPlaceAFileThatIsInUseStaysForWhoHasIt() throws IOException {
    Path file = Files.copy(FatFixture.MANY.path(), folder.resolve("lib.so"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    byte[] before = Files.readAllBytes(file);
    try (FileChannel open = FileChannel.open(file)) {
      var mapped = open.map(MapMode.READ_ONLY, 0, open.size());
      new Prune(PruneRequest.keeping(file, file, TargetFilter.of(List.of("gfx942"))).inPlace())
          .run();
      byte[] after = new byte[before.length];
      mapped.get(after);
      assertThat(after).isEqualTo(before);
    }
    assertThat(ResolvedCode.all(file).keySet()).containsExactly("0 gfx942");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("r--r--r--"));
    try (Stream<Path> left = Files.list(Objects.requireNonNull(file.getParent()))) {
      assertThat(left).containsExactly(file);
    }
  }
}
