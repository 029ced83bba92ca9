package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopFilesTest {

  @Test
  void whatOpensAKindOfFileIsWhatDescribesIt(@TempDir Path share) throws Exception {
    DesktopFiles.write(share, "1.2.3", Instant.parse("2026-11-01T00:00:00Z"));
    String id = "org.kpackworkbench.KpackWorkbench";
    String entry = Files.readString(share.resolve("applications/" + id + ".desktop"));
    String kinds = Files.readString(share.resolve("mime/packages/kpack-workbench.xml"));
    String about = Files.readString(share.resolve("metainfo/" + id + ".metainfo.xml"));
    for (String kind :
        List.of(
            "application/x-kpack",
            "application/x-kpack-manifest",
            "application/x-amdgpu-code-object")) {
      assertThat(entry).contains(kind + ";");
      assertThat(kinds).contains("<mime-type type=\"" + kind + "\">");
      assertThat(about).contains("<mediatype>" + kind + "</mediatype>");
    }
    assertThat(kinds).contains("*.kpack", "*.kpm", "*.hsaco");
    assertThat(about)
        .contains("<release version=\"1.2.3\" date=\"2026-11-01\"/>", id + ".desktop")
        .doesNotContain("@");
  }
}
