package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.cli.CommandLines;

class SchemasTest {

  @Test
  void everyCommandThatPrintsJsonHasOne(@TempDir Path share) throws Exception {
    Schemas.write(Path.of("").toAbsolutePath().getParent(), share);
    Path folder = share.resolve("kpack-workbench/schema");
    assertThat(folder.resolve("version.schema.json")).isNotEmptyFile();
    for (CommandLines.Entry entry : CommandLines.all()) {
      if (!entry.name().isEmpty() && entry.line().getCommandSpec().findOption("--json") != null) {
        assertThat(folder.resolve(entry.name() + ".schema.json"))
            .content()
            .contains("kpack-workbench " + entry.name() + " --json");
      }
    }
  }
}
