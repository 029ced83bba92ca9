package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThirdPartyTest {
  @TempDir Path folder;

  @Test
  void whatIsLinkedMustHaveALicenceAndWhatHasOneMustBeLinked() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Path runtime = Files.createDirectory(folder.resolve("runtime"));
    Files.writeString(runtime.resolve("release"), "MODULES=\"java.base stranger picocli\"\n");
    jar(jars.resolve("stranger-1.0.jar"));
    jar(jars.resolve("picocli-4.7.7.jar"));
    // Compiled with, but not linked: it is not shipped.
    jar(jars.resolve("onlycompiled-1.0.jar"));
    assertThatThrownBy(() -> new ThirdParty(jars, runtime, true).text())
        .hasMessageContaining("stranger is bundled, and nothing is known of its licence")
        .hasMessageContaining("xz is listed and not bundled any more")
        .hasMessageNotContaining("picocli")
        .hasMessageNotContaining("onlycompiled");
  }

  private static void jar(Path file) throws Exception {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new ZipEntry("x/Y.txt"));
      jar.closeEntry();
    }
  }
}
