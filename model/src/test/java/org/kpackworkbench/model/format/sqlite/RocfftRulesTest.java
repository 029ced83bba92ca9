package org.kpackworkbench.model.format.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;

class RocfftRulesTest {
  private static final String RULE = "rocfft-row-architecture";

  @TempDir private Path folder;

  private static byte[] code(String fixture) throws IOException {
    return Files.readAllBytes(Fixtures.path(fixture));
  }

  private static List<Finding> verify(Path file) {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
  }

  private List<Finding> row(String arch, byte[] code) throws SQLException {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("fft_rtc_fwd_len64", arch, 1, code);
    }
    return verify(file);
  }

  @ParameterizedTest
  @CsvSource({
    "gfx1100, axpy-gfx1100.hsaco",
    "gfx1030, axpy-gfx1030-v4.hsaco",
    "gfx942, kinds-gfx942.hsaco",
    // Features in the column, none in the code object, which is for any setting.
    "gfx942:xnack+, kinds-gfx942.hsaco",
    "gfx942:sramecc+:xnack-, kinds-gfx942.hsaco",
    // None in the column.
    "gfx90a, kinds-gfx90a-xnack-on.hsaco",
    "gfx90a, kinds-gfx90a-sramecc-on-xnack-off.hsaco",
    // In both.
    "gfx90a:xnack+, kinds-gfx90a-xnack-on.hsaco",
    "gfx90a:sramecc+:xnack+, kinds-gfx90a-xnack-on.hsaco",
    "gfx90a:xnack-:sramecc+, kinds-gfx90a-sramecc-on-xnack-off.hsaco",
  })
  void codeForTheColumnsArchitectureIsRight(String arch, String fixture) throws Exception {
    assertThat(row(arch, code(fixture))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "gfx942, axpy-gfx1100.hsaco, gfx1100",
    "gfx1100:xnack+, axpy-gfx1030-v4.hsaco, gfx1030",
    "gfx90a, kinds-gfx942.hsaco, gfx942",
    "gfx90a:xnack-, kinds-gfx90a-xnack-on.hsaco, gfx90a:xnack+",
    "gfx90a:sramecc-:xnack-, kinds-gfx90a-sramecc-on-xnack-off.hsaco, gfx90a:sramecc+:xnack-",
    "no target, axpy-gfx1100.hsaco, gfx1100",
  })
  void codeForAnotherArchitectureIsAnError(String arch, String fixture, String stated)
      throws Exception {
    assertThat(row(arch, code(fixture)))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.rule()).isEqualTo(RULE);
              assertThat(one.severity()).isEqualTo(Severity.ERROR);
              assertThat(one.place())
                  .isInstanceOfSatisfying(
                      Place.CodeObject.class,
                      place -> assertThat(place.binary()).isEqualTo("fft_rtc_fwd_len64"));
              assertThat(one.message())
                  .contains("arch has " + arch + ",", "a code object for " + stated + ".");
              assertThat(one.evidence().expected()).isEqualTo(arch);
              assertThat(one.evidence().found()).isEqualTo(stated);
              assertThat(one.advice()).contains("Delete the row");
            });
  }

  /** rocFFT opens a file by the architecture in its name. */
  @Test
  void aCacheIsForTheArchitectureInItsName() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache_gfx90a.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("one", "gfx942", 1, code("kinds-gfx942.hsaco"));
      database.rocfft("two", "gfx942", 1, code("kinds-gfx942.hsaco"));
    }
    assertThat(verify(file))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.rule()).isEqualTo("rocfft-file-architecture");
              assertThat(one.severity()).isEqualTo(Severity.ERROR);
              assertThat(one.message())
                  .contains("Its name says gfx90a, and 2 of its 2 rows are for gfx942.");
            });
    try (KernelDatabases database = KernelDatabases.other(file, "SELECT 1")) {
      database.run("UPDATE cache_v1 SET arch = 'gfx90a:xnack+' WHERE kernel_name = 'one'");
    }
    assertThat(verify(file))
        .filteredOn(one -> one.rule().equals("rocfft-file-architecture"))
        .singleElement()
        .satisfies(one -> assertThat(one.severity()).isEqualTo(Severity.WARNING));
    Path right = Files.move(file, folder.resolve("rocfft_kernel_cache.db"));
    assertThat(verify(right)).noneMatch(one -> one.rule().equals("rocfft-file-architecture"));
  }

  /** Code for any setting loads on each; code for the other setting does not. */
  @Test
  void codeForAnySettingIsForTheSettingThatArgumentsName() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("a", "-mcpu=gfx942:sramecc+:xnack-", code("kinds-gfx942.hsaco"), true);
    }
    assertThat(verify(file)).isEmpty();
    Path other = folder.resolve("gfx90a.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(other)) {
      database.miopen("a", "-mcpu=gfx90a:xnack-", code("kinds-gfx90a-xnack-on.hsaco"), true);
    }
    assertThat(verify(other))
        .extracting(one -> one.severity() + " " + one.rule())
        .contains("ERROR code-object-target");
  }

  /** A large cache takes long, and each row is a part of it. */
  @Test
  void progressGoesOnWithEachRow() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.manyRocfft(40, 1_000_000);
    }
    List<String> steps = new ArrayList<>();
    List<Long> done = new ArrayList<>();
    Verify.run(
        List.of(file),
        VerifyRequest.everything(),
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            steps.add(totalUnits + " " + unit);
          }

          @Override
          public void advance(long units) {
            done.add(units);
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        });
    long size = Files.size(file);
    assertThat(steps).containsExactly(size + " " + Unit.BYTES);
    assertThat(done.stream().mapToLong(Long::longValue).sum()).isEqualTo(size);
    assertThat(done.stream().filter(units -> units > 0)).hasSizeGreaterThanOrEqualTo(40);
  }

  /** MIOpen opens a file by its name, and seeks a kernel with the arguments of its GPU. */
  @Test
  void aDatabaseOfMiopenIsForTheArchitectureInItsName() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("one", "-O3 -mcpu=gfx90a:xnack-", code("kinds-gfx90a-xnack-on.hsaco"), true);
    }
    assertThat(named(file))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.severity()).isEqualTo(Severity.ERROR);
              assertThat(one.message())
                  .isEqualTo("Its name says gfx942, and 1 of its 1 row is for gfx90a:xnack-.");
              assertThat(one.advice()).startsWith("MIOpen opens it on gfx942 only");
            });
    try (KernelDatabases database = KernelDatabases.other(file, "SELECT 1")) {
      database.miopen("two", "-O3 -mcpu=gfx942", code("kinds-gfx942.hsaco"), true);
      database.miopen("three", "-O3", code("kinds-gfx942.hsaco"), true);
    }
    assertThat(named(file))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.severity()).isEqualTo(Severity.WARNING);
              assertThat(one.message()).contains("1 of its 3 rows is for gfx90a:xnack-.");
            });
    assertThat(named(Files.move(file, folder.resolve("gfx90a6e.kdb"))))
        .singleElement()
        .satisfies(one -> assertThat(one.message()).contains("says gfx90a, and 1 of its 3 rows"));
    assertThat(named(Files.move(folder.resolve("gfx90a6e.kdb"), folder.resolve("any.kdb"))))
        .isEmpty();
  }

  private List<Finding> named(Path file) {
    return verify(file).stream()
        .filter(one -> one.rule().equals("miopen-file-architecture"))
        .toList();
  }

  @Test
  void aRowWithoutArchitectureIsAnError() throws Exception {
    assertThat(row("", code("axpy-gfx1100.hsaco")))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.rule()).isEqualTo(RULE);
              assertThat(one.message()).contains("no architecture", "gfx1100");
            });
  }

  /** Rules about code objects say what is wrong with it; this one would only guess. */
  @Test
  void whatIsNoCodeObjectIsLeftToOtherRules() throws Exception {
    byte[] cut = Arrays.copyOf(code("axpy-gfx1100.hsaco"), 40);
    for (byte[] bad : List.of(new byte[0], new byte[100], cut)) {
      assertThat(row("gfx942", bad)).isNotEmpty().extracting(Finding::rule).doesNotContain(RULE);
      Files.delete(folder.resolve("rocfft_kernel_cache.db"));
    }
  }

  /** Its flags are those of gfx1101, as the row says; its metadata is for gfx1100. */
  @Test
  void whatIsWrongInTheCodeObjectItselfIsStillFound() throws Exception {
    byte[] code = code("axpy-gfx1100.hsaco");
    code[48] = 0x46;
    assertThat(row("gfx1101", code))
        .extracting(Finding::rule)
        .containsExactly("code-object-metadata");
  }

  @Test
  void onlyWrongRowsAreNamed() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("right", "gfx1100", 1, code("axpy-gfx1100.hsaco"));
      database.rocfft("wrong", "gfx942", 1, code("axpy-gfx1100.hsaco"));
      database.rocfft("right", "gfx942", 1, code("kinds-gfx942.hsaco"));
      database.rocfft("wrong", "gfx942", 2, code("axpy-gfx1030-v4.hsaco"));
    }
    assertThat(verify(file))
        .extracting(one -> one.rule() + ", " + one.placeText())
        .containsExactly(RULE + ", wrong#0 @ gfx942", RULE + ", wrong#1 @ gfx942");
  }

  /** MIOpen's databases have no such column: the architecture is in the name or the arguments. */
  @Test
  void rowsOfMiopenAreComparedAsBefore() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("conv.o", "", code("axpy-gfx1100.hsaco"), true);
    }
    assertThat(verify(file)).extracting(Finding::rule).containsExactly("code-object-target");
  }

  /** Verifies a cache in a JVM of its own. */
  public static final class Verifying {
    public static void main(String[] arguments) {
      // A row for which memory does not suffice is a finding, too, of another rule.
      List<Finding> found = verify(Path.of(arguments[0]));
      System.out.println(found.stream().filter(one -> one.rule().equals(RULE)).count());
    }
  }

  /** With 192 MB of code and 96 MB of memory. */
  @Test
  void rowsAreNotHeldTogether() throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    byte[] code = Arrays.copyOf(code("axpy-gfx1100.hsaco"), 8 << 20);
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      for (int row = 0; row < 24; row++) {
        database.rocfft("kernel" + row, "gfx942", 1, code);
      }
    }
    List<String> command =
        ChildJvm.command(
            List.of("-Xmx96m"),
            Verifying.class,
            List.of(
                Verify.class,
                com.github.luben.zstd.Zstd.class,
                org.msgpack.core.MessagePack.class,
                org.apache.commons.compress.archivers.tar.TarArchiveEntry.class,
                org.sqlite.JDBC.class,
                org.jspecify.annotations.Nullable.class),
            file);
    Process verifying = ChildJvm.start(command);
    String said = new String(verifying.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said.strip()).isEqualTo("24");
    assertThat(verifying.waitFor()).isZero();
  }
}
