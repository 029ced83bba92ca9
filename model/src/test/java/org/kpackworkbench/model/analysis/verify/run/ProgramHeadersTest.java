package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;

/** What a wrong PT_PHDR does to the dynamic linker of this machine, and what is said of it. */
class ProgramHeadersTest {
  private static final int PT_PHDR = 6;
  private static final int P_VADDR = 16;
  private static final int SEGMENT_VIOLATION = 128 + 11;

  @TempDir Path folder;

  private Path patched(String fixture, int field, int by) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = (int) file.getLong(32), left = file.getShort(56); left > 0; at += 56, left--) {
      if (file.getInt(at) == PT_PHDR) {
        file.putLong(at + field, file.getLong(at + field) + by);
      }
    }
    Path made = Files.write(folder.resolve(fixture + "-" + by), bytes);
    assertThat(made.toFile().setExecutable(true)).isTrue();
    return made;
  }

  private static List<Finding> findings(Path file) {
    return Verify.run(
            List.of(file),
            VerifyRequest.everything().only(Set.of("layout-phdr-matches")),
            Progress.NONE)
        .findings();
  }

  private static int run(Path program) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(program.toString()).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** The offset, the address and the size of PT_PHDR. */
  @ParameterizedTest
  @CsvSource({"8, 4096", "16, 4096", "32, 56"})
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void ofAProgramItIsAnErrorExactlyWhereTheProgramCrashes(int field, int by) throws Exception {
    assertThat(run(patched("exe-plain", field, 0))).isZero();
    Path program = patched("exe-plain", field, by);
    boolean crashes = run(program) == SEGMENT_VIOLATION;
    assertThat(crashes).isEqualTo(field == P_VADDR);
    assertThat(findings(program))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(crashes ? Severity.ERROR : Severity.WARNING);
              assertThat(finding.advice().contains("ld.so")).isEqualTo(crashes);
            });
  }

  @ParameterizedTest
  @CsvSource({"8, 4096", "16, 4096", "32, 56"})
  void ofALibraryItIsAWarning(int field, int by) throws IOException {
    assertThat(findings(patched("libplain.so", field, by)))
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.WARNING);
  }
}
