package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code convert} and {@code pack} take out of a binary, {@code restore} puts back. */
class ThereAndBackTest {
  @TempDir private Path folder;

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = folder.toRealPath();
  }

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** What {@code extract} writes of a file, by index and target, in the file's order. */
  private List<String> code(Path file, String name) {
    List<String> code = new ArrayList<>();
    Path out = folder.resolve("code-" + name);
    for (Map<String, Object> row :
        done("extract", file, "--all", "-o", out, "--json").rows("written")) {
      code.add("%s %s %s".formatted(row.get("index"), row.get("target"), row.get("sha256")));
    }
    return code;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libdrift.so",
        "libmixed.so",
        "libcompressed-packed.so",
        "librdc-gnu.so",
        "libsamebundle.so",
        "libtiny.so",
        "exe-fixed-gnu"
      })
  void convertAndRestore(String fixture) {
    Path original = CliRun.fixture(fixture);
    Path host = folder.resolve(fixture);
    CliRun converted =
        CliRun.of(
            "convert",
            original,
            "-o",
            host,
            "--kernel-name",
            fixture,
            "--search-path",
            "k-@GFXARCH@.kpack",
            "--archives",
            folder);
    // Code that is left out, because no wrapper points to it, is a warning, which is no failure.
    boolean leaves = fixture.equals("libsamebundle.so");
    assertThat(converted.status()).as(converted.err()).isZero();
    assertThat(converted.err().contains("1 bundle that no wrapper points to")).isEqualTo(leaves);
    Path back = folder.resolve("back-" + fixture);
    CliRun restored = done("restore", host, "-o", back, "--json");
    assertThat(restored.json()).containsEntry("outcome", "restored");
    assertThat(restored.rows("missing")).isEmpty();
    assertThat(restored.json().get("findings")).asString().isEqualTo("[]");
    List<String> before = code(original, "before");
    List<String> after = code(back, "after");
    assertThat(after).startsWith(before.subList(0, after.size()).toArray(String[]::new));
    // Code to which no wrapper points is never looked up, and is in no archive.
    assertThat(before.subList(after.size(), before.size()))
        .allMatch(row -> row.startsWith("null "));
    done("verify", back);
  }

  @Test
  void packAndRestore() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    for (String fixture : List.of("libdrift.so", "libcompressed.so")) {
      Files.copy(CliRun.fixture(fixture), tree.resolve(fixture));
    }
    Path packed = folder.resolve("packed");
    done(
        "pack",
        Objects.requireNonNull(tree.getParent()),
        "-o",
        packed,
        "--group-name",
        "g",
        "--gfx-arch-family",
        "f");
    for (String fixture : List.of("libdrift.so", "libcompressed.so")) {
      Path back = folder.resolve("back-" + fixture);
      done("restore", packed.resolve("lib").resolve(fixture), "-o", back);
      assertThat(code(back, "after-" + fixture))
          .isEqualTo(code(CliRun.fixture(fixture), "before-" + fixture));
    }
  }

  @Test
  void unitsThatWereNeverCompiledForATargetAreNoFinding() {
    Path out = folder.resolve("packed-drift");
    Path in = CliRun.fixture("libdrift.so");
    String[] names = {"--group-name", "g", "--gfx-arch-family", "f"};
    assertThat(CliRun.of("pack", in, "-o", out, names[0], names[1], names[2], names[3]).status())
        .isZero();
    CliRun verify = CliRun.of("verify", out);
    assertThat(verify.status()).as(verify.out()).isZero();
  }
}
