package org.kpackworkbench.model.analysis.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.analysis.resolve.answer.SimulatedLoads;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.prune.Loads.Load;

/** Loads of host-only binaries of every system. */
class KpackLibraryTest {
  @TempDir private Path folder;

  private Path converted(String fixture) throws IOException {
    Path output = Files.createDirectories(folder.resolve("bin")).resolve(fixture);
    new Convert(
            ConvertRequest.keeping(
                Fixtures.path(fixture),
                output,
                "bin/" + fixture,
                List.of(".kpack/@GFXARCH@.kpack"),
                Files.createDirectories(folder.resolve("bin/.kpack"))))
        .run(Progress.NONE);
    return output;
  }

  @ParameterizedTest
  @CsvSource({"windows.dll, gfx90a", "libone.so, gfx1100"})
  void loadsTheCodeOfAWrapper(String fixture, String gpu) throws IOException {
    GpuTarget target = GpuTarget.parse(gpu);
    Path hostOnly = converted(fixture);
    ByteView code = KpackLibrary.load(hostOnly, 0, target).orElseThrow();
    assertThat(CodeObject.read(code).target()).isEqualTo(target);
    assertThat(KpackLibrary.load(hostOnly, 99, target)).isEmpty();
    assertThat(KpackLibrary.load(hostOnly, 0, GpuTarget.parse("gfx1201"))).isEmpty();
  }

  /** Loads as pruning asks for them. */
  @ParameterizedTest
  @CsvSource({"windows.dll, gfx90a", "libone.so, gfx1100"})
  void looksUpWhatBinariesLoad(String fixture, String gpu) throws IOException {
    Path hostOnly = converted(fixture);
    Collection<Load> loads =
        new SimulatedLoads()
            .of(
                folder,
                List.of(hostOnly),
                List.of(GpuTarget.parse(gpu)),
                (key, device) -> false,
                Map.of(),
                Progress.NONE);
    assertThat(loads)
        .filteredOn(load -> load.wrapper() == 0)
        .singleElement()
        .satisfies(
            load -> {
              assertThat(load.binary()).isEqualTo(hostOnly);
              assertThat(load.row()).isNotNull();
              assertThat(load.row().architecture()).isEqualTo(gpu);
            });
  }
}
