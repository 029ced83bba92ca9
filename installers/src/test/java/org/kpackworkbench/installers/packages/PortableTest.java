package org.kpackworkbench.installers.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.installers.Edition;
import org.kpackworkbench.installers.Trees;

@DisabledOnOs(OS.WINDOWS)
class PortableTest {
  private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");

  @TempDir Path folder;
  private Release release = new Release(Edition.FULL, Path.of(""), "", TIME, Path.of(""));

  @BeforeEach
  void image() throws Exception {
    Path image = folder.resolve("image");
    Path program = Trees.write(image.resolve("bin/kpack-workbench"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Trees.write(image.resolve("share/doc/text"), "text");
    Files.createSymbolicLink(image.resolve("share/link"), Path.of("doc/text"));
    release =
        new Release(
            Edition.FULL,
            image,
            "1.0-SNAPSHOT",
            TIME,
            Files.createDirectory(folder.resolve("out")));
  }

  @Test
  void tarKeepsModesAndLinksUnderOneFolder() throws Exception {
    Map<String, TarArchiveEntry> entries = new TreeMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(Files.newInputStream(Portable.tar(release, "top"))))) {
      for (TarArchiveEntry each = tar.getNextEntry(); each != null; each = tar.getNextEntry()) {
        entries.put(each.getName(), each);
      }
    }
    assertThat(entries.keySet()).allMatch(name -> name.startsWith("top/"));
    assertThat(entries.get("top/bin/kpack-workbench"))
        .matches(each -> (each.getMode() & 0777) == 0755)
        .matches(each -> each.getLastModifiedTime().toInstant().equals(TIME));
    assertThat(entries.get("top/share/doc/text").getMode() & 0777).isEqualTo(0644);
    assertThat(entries.get("top/share/link").getLinkName()).isEqualTo("doc/text");
  }

  @Test
  void zipKeepsModes() throws Exception {
    try (ZipFile zip = ZipFile.builder().setPath(Portable.zip(release, "top")).get()) {
      assertThat(zip.getEntry("top/bin/kpack-workbench").getUnixMode() & 0777).isEqualTo(0755);
      assertThat(zip.getEntry("top/share/doc/text").getUnixMode() & 0777).isEqualTo(0644);
    }
  }

  @Test
  void twiceTheSameIsTheSame() throws Exception {
    byte[] first = Files.readAllBytes(Portable.tar(release, "top"));
    assertThat(Files.readAllBytes(Portable.tar(release, "top"))).isEqualTo(first);
  }

  @Test
  void aSnapshotSortsBeforeWhatItLeadsTo() {
    assertThat(release.systemVersion()).isEqualTo("1.0~SNAPSHOT");
    assertThat(release.number(true)).isEqualTo("1.0");
  }
}
