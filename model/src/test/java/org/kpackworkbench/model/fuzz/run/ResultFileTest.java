package org.kpackworkbench.model.fuzz.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.fuzz.Corpus;
import org.kpackworkbench.model.fuzz.FuzzTarget;

class ResultFileTest {
  @TempDir private Path folder;

  private static TargetResult result(String target, long executions, int findings, String commit) {
    return new TargetResult(
        target, 10.04, executions, 321, "5 inputs, 2 KB", findings, "2026-11-20", commit, "2 × X");
  }

  @Test
  void aTargetReplacesItsOwnLineOnly() throws IOException {
    Path file = folder.resolve("hardening/RESULT.md");
    ResultFile results = new ResultFile(file);
    results.put(result("elf", 1000, 1, "aaaaaaa"));
    results.put(result("tar", 20, 0, "bbbbbbb"));
    results.put(result("elf", 5000, 0, "ccccccc"));
    List<String> lines = Files.readAllLines(file);
    assertThat(lines)
        .contains(
            "| elf | 10.0 | 5,000 | 321 | 5 inputs, 2 KB | 0 | 2026-11-20 | ccccccc | 2 × X |",
            "| tar | 10.0 | 20 | 321 | 5 inputs, 2 KB | 0 | 2026-11-20 | bbbbbbb | 2 × X |")
        .noneMatch(line -> line.contains("aaaaaaa"))
        .as("one line for each target, also for those that were not run")
        .filteredOn(line -> line.startsWith("| "))
        .hasSize(1 + FuzzTarget.values().length);
    assertThat(lines).filteredOn(line -> line.startsWith("| yaml ")).hasSize(1);
  }

  @Test
  void otherSectionsAreLeftAlone() throws IOException {
    Path file = folder.resolve("RESULT.md");
    Files.writeString(
        file,
        """
        # Hardening

        ## Fuzzing

        | elf | 1 | 2 | 3 | 4 | 5 | old | x | y |

        ## Crash consistency

        | pack | 200 |
        """);
    new ResultFile(file).put(result("elf", 7, 0, "ccccccc"));
    assertThat(Files.readString(file))
        .startsWith("# Hardening\n\n## Fuzzing\n")
        .contains("| elf | 10.0 | 7 |")
        .doesNotContain("| old |")
        .endsWith("\n\n## Crash consistency\n\n| pack | 200 |\n");
    Path behind = folder.resolve("BEHIND.md");
    Files.writeString(behind, "# Hardening\n\n## Crash consistency\n\nall well\n");
    new ResultFile(behind).put(result("tar", 7, 0, "ccccccc"));
    assertThat(Files.readString(behind))
        .startsWith("# Hardening\n\n## Crash consistency\n\nall well\n\n## Fuzzing\n");
  }

  @Test
  void theRepositoryTellsOfEveryTarget() throws IOException {
    Path file = Corpus.root().resolve("../../bench/results/fuzzing.md").normalize();
    List<String> lines = Files.readAllLines(file);
    for (FuzzTarget target : FuzzTarget.values()) {
      assertThat(lines)
          .as("%s has a line in %s", target.id(), file)
          .anyMatch(line -> line.startsWith("| " + target.id() + " |"));
    }
  }

  @Test
  void theFuzzersLastStatusCounts() throws IOException {
    Path log = folder.resolve("fuzz.log");
    Files.writeString(
        log,
        """
        #2\tINITED cov: 88 ft: 88 corp: 1/4b exec/s: 0 rss: 411Mb
        #131072\tpulse  cov: 322 ft: 1204 corp: 121/9023b lim: 4096 exec/s: 8192 rss: 519Mb
        #172502\tDONE   cov: 322 ft: 1210 corp: 129/11Kb lim: 4096 exec/s: 8214 rss: 519Mb
        Done 172502 runs in 21 second(s)
        """);
    assertThat(FuzzerOutput.read(log)).isEqualTo(new FuzzerOutput(172_502, 1210, 21));
  }
}
