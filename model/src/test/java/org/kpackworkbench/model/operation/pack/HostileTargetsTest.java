package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;

/** Archives are called after targets, which a bundle may call as it likes. */
class HostileTargetsTest {
  @TempDir Path temp;

  private Path input(String target) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("in"));
    return ReplacedBytes.text(
        FatFixture.ONE.path(), folder.resolve("in.so"), "--gfx1100", "--" + target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../x",
        "/../../",
        "..\\..\\x",
        "a/../..",
        "g\u0000x1100",
        "g\nx1100",
        "gfx 1/2"
      })
  void aTargetThatIsNoPartOfAFileNameIsRefused(String target) throws IOException {
    Path out = Files.createDirectories(temp.resolve("a/b/out"));
    ConvertRequest request =
        ConvertRequest.keeping(
            input(target),
            out.resolve("out.so"),
            "out.so",
            List.of("kpack/@GFXARCH@.kpack", "rand_@GFXARCH@.kpack"),
            out);
    HostOnlyRefusedException refused =
        catchThrowableOfType(
            HostOnlyRefusedException.class, () -> new Convert(request).run(Progress.NONE));
    assertThat(refused).isNotNull();
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.UNSAFE_TARGET);
    assertThat(refused.details()).contains("wrapper 0", "entry 1");
    try (Stream<Path> files = Files.walk(temp)) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(temp.resolve("in/in.so"));
    }
  }
}
