package org.kpackworkbench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

  @Test
  void everyLineIsACommandWithArgumentsBetweenTabs(@TempDir Path folder) throws Exception {
    Path archive = Path.of("sample/.kpack/kpackfix_gfx90a.kpack").toAbsolutePath();
    Path out = folder.resolve("code objects");
    Path script = folder.resolve("script");
    Files.writeString(
        script,
        "no such command\nextract\t%s\t--all\t-o\t%s\n\n--version\n".formatted(archive, out));
    Rehearsal.run(script);
    assertThat(out).isNotEmptyDirectory();
  }
}
