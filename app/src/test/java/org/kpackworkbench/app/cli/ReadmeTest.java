package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the README shows of commands is what they print. */
class ReadmeTest {
  @TempDir private Path folder;

  @Test
  void everyExampleIsReal() throws IOException {
    List<ConsoleExamples.Example> examples =
        ConsoleExamples.of(Checkout.root().resolve("README.md"));
    assertThat(examples).hasSizeGreaterThan(3);
    ConsoleExamples console = new ConsoleExamples(folder);
    for (ConsoleExamples.Example example : examples) {
      console.run(example);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app/sample/lib/libmixed.so",
        "app/sample/lib/libhostonly.so",
        "app/sample/.kpack/kpackfix_gfx90a.kpack",
        "app/sample/.kpack/kpackfix.kpm",
        "app/sample/kernels/kinds-gfx942.hsaco",
        "app/sample",
        "model/src/test/fixtures/bin/libstatic.a",
        "model/src/test/fixtures/bin/compressed.co",
        "model/src/test/fixtures/bin/windows.dll"
      })
  void everyViewHasItsPicture(String file) throws IOException {
    String readme = Files.readString(Checkout.root().resolve("README.md"));
    CliRun list = CliRun.of("render", Checkout.root().resolve(file), "--view", "list");
    assertThat(list.out().lines().skip(1)).hasSizeGreaterThan(2);
    for (String line : list.out().lines().skip(1).toList()) {
      String picture = "app/pictures/%s.png".formatted(line.split(" ", 2)[0]);
      assertThat(readme).as(line).contains("](" + picture + ")");
      assertThat(Checkout.root().resolve(picture)).isRegularFile();
    }
  }
}
