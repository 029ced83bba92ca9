package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that was killed leaves hidden files; the next run that writes there removes them. */
@EnabledOnOs(OS.LINUX)
class LeftoversTest {
  private static final Path FAT = CliRun.fixture("libmany.so");

  @TempDir private Path folder;
  private Path out;
  private long gone;

  /** Kills a process while it works in the folder. */
  @BeforeEach
  void kill() throws Exception {
    out = Files.createDirectory(folder.resolve("out"));
    Process process = JavaProcess.start(List.of("-Djava.io.tmpdir=" + out), "info", "-");
    while (hidden().isEmpty()) {
      assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).as("ended").isFalse();
    }
    process.destroyForcibly().waitFor();
    gone = process.pid();
    assertThat(hidden())
        .singleElement()
        .asString()
        .startsWith(".standard.kpack-workbench-" + gone)
        .endsWith(".work");
    // What it would have left had it been at other work.
    Files.writeString(out.resolve(left("x.kpack", gone, ".part")), "half");
    Files.writeString(out.resolve(left("x.kpack", gone, ".spool")), "half");
    Files.createDirectories(out.resolve(left("tree", gone, ".part")).resolve("lib"));
    Files.createDirectories(out.resolve(left("moved", gone, ".old")).resolve("kept"));
  }

  private static String left(String of, long pid, String ending) {
    return ".%s.kpack-workbench-%d-0a1b2c3d%s".formatted(of, pid, ending);
  }

  private List<String> hidden() throws IOException {
    try (Stream<Path> all = Files.list(out)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("."))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "extract % --target gfx942 -o OUT/one.hsaco",
        "extract % --all -o OUT",
        "convert % -o OUT/libmany.so --kernel-name k --search-path k_@GFXARCH@.kpack --archives OUT",
        "pack % -o OUT/packed --group-name g --gfx-arch-family f",
        "diff % % -o OUT/report.json",
        "verify % -o OUT/report.json",
      })
  void theNextRunThatWritesThereRemovesThem(String line) throws IOException {
    String own = left("mine", ProcessHandle.current().pid(), ".part");
    Files.writeString(out.resolve(own), "at work");
    CliRun run =
        CliRun.of(
            Stream.of(line.split(" ", -1))
                .map(word -> word.replace("%", FAT.toString()).replace("OUT", out.toString()))
                .toArray());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("unfinished work of a run that was killed", "Put back ");
    assertThat(hidden()).containsExactly(own);
    // What was put aside, and whose place is empty, is what people still have.
    assertThat(out.resolve("moved/kept")).isDirectory();
  }

  @Test
  void runsThatOnlyReadOrTryLeaveThemAlone() throws IOException {
    assertThat(CliRun.of("list", FAT).status()).isZero();
    CliRun dry = CliRun.of("extract", FAT, "--all", "-o", out, "--dry-run");
    assertThat(dry.status()).isZero();
    assertThat(hidden()).hasSize(5);
  }

  @Test
  void verificationNamesThem() throws IOException {
    CliRun run = CliRun.of("verify", out, "--rule", "name-leftover", "--json");
    assertThat(run.rows("findings"))
        .hasSize(hidden().size())
        .allSatisfy(
            finding ->
                assertThat(finding)
                    .containsEntry("severity", "warning")
                    .containsEntry(
                        "message",
                        "A run of this program that was killed left it (process %d)."
                            .formatted(gone)));
  }
}
