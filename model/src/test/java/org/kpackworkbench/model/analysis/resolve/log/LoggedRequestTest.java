package org.kpackworkbench.model.analysis.resolve.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.fixtures.Fixtures;

/** What can be simulated again from a log alone. */
class LoggedRequestTest {
  @TempDir Path folder;

  @Test
  void theBinaryIsFoundByWhereItsSearchPathsLed() throws IOException {
    Path root = folder.toRealPath();
    Path library = ConvertedTree.convert(Fixtures.path("libdrift.so"), root, "libdrift.so");
    String archive = root.resolve(".kpack/libdrift.so_gfx1100.kpack").toString();
    for (Map<String, String> variables :
        List.<Map<String, String>>of(
            Map.of(), Map.of("ROCM_KPACK_PATH_PREFIX", archive, "ROCM_KPACK_DEBUG", "1"))) {
      BinaryResolution resolved =
          ConvertedTree.resolve(library, LoaderEnvironment.of(variables), "gfx1100:xnack-");
      for (WrapperOutcome outcome : resolved.outcomes()) {
        Resolution resolution = ((InArchive) outcome.code()).resolution();
        String text =
            String.join("\n", DebugLog.write(resolution.trace()))
                .replace(root.toString(), "/opt/rocm");
        LogTrace trace = DebugLog.read(text).traces().getFirst();
        LoggedRequest request = LoggedRequest.of(trace, new PathMapping("/opt/rocm", root));
        assertThat(request.binary()).isEqualTo(library);
        assertThat(request.index()).isEqualTo(resolution.request().index());
        assertThat(request.target()).hasToString("gfx1100:xnack-");
        assertThat(request.kernelName()).isEqualTo("lib/libdrift.so");
        assertThat(request.environment().prefixPaths(PathRules.LINUX))
            .isEqualTo(
                variables.containsKey("ROCM_KPACK_PATH_PREFIX") ? List.of(archive) : List.of());
        assertThat(LoggedRequest.of(trace, PathMapping.NONE).candidates())
            .containsExactly(Path.of("/opt/rocm/lib/libdrift.so"));
        assertThat(LoggedRequest.of(trace, PathMapping.NONE).binary()).isNull();
      }
    }
  }

  @Test
  void whatALogDoesNotTellIsNotGuessed() {
    LoggedRequest cut = request("kpack: trying architecture: gfx942\n");
    assertThat(cut.kernelName()).isEmpty();
    assertThat(cut.candidates()).isEmpty();
    String start =
        "kpack: parsed HIPK metadata: kernel_name='%s', co_index=2, lookup_key='x#2', 1 search paths\n";
    assertThat(
            request(start.formatted("liba.so") + "kpack: direct path: ../a.kpack -> /opt/a.kpack\n")
                .candidates())
        .isEmpty();
    assertThat(
            request(start.formatted("lib/a.so") + "kpack: direct path: /x/a.kpack -> /x/a.kpack\n")
                .candidates())
        .isEmpty();
    LoggedRequest override =
        request(
            start.formatted("lib/a.so")
                + "kpack: using ROCM_KPACK_PATH override: 1 paths\n"
                + "kpack: direct path: /x/a.kpack -> /x/a.kpack\n");
    assertThat(override.environment().overridePaths(PathRules.LINUX)).containsExactly("/x/a.kpack");
    assertThat(request("kpack: kpack disabled via ROCM_KPACK_DISABLE\n").environment().disabled())
        .isTrue();
  }

  private static LoggedRequest request(String log) {
    return LoggedRequest.of(DebugLog.read(log).traces().getFirst(), PathMapping.NONE);
  }
}
