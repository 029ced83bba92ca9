package org.kpackworkbench.model.analysis.resolve.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.Place;

/** Paths of other machines' logs on this one. */
class PathMappingTest {
  @TempDir Path folder;

  @Test
  void whatBeginsSoIsFoundUnderTheFolder() throws IOException {
    Path archive = Files.createDirectories(folder.resolve(".kpack")).resolve("a.kpack");
    Files.writeString(archive, "x");
    PathMapping mapping = new PathMapping("/opt/rocm/", folder);
    assertThat(mapping.place("/opt/rocm/.kpack/a.kpack")).isEqualTo(new Place.File(archive));
    assertThat(mapping.path("/opt/rocm")).isEqualTo(folder);
    assertThat(mapping.place("/opt/rocm/.kpack/b.kpack")).isNull();
    assertThat(mapping.path("/opt/rocm-7/.kpack/a.kpack")).isNull();
    assertThat(mapping.path("/opt/rocm/../../etc/passwd")).isNull();
    assertThat(new PathMapping("C:\\rocm", folder).place("C:\\rocm\\.kpack\\a.kpack"))
        .isEqualTo(new Place.File(archive));
    assertThat(PathMapping.NONE.place(archive.toAbsolutePath().toString()))
        .isEqualTo(new Place.File(archive.toAbsolutePath()));
    assertThat(PathMapping.NONE.path("relative/a.kpack")).isNull();
    assertThat(PathMapping.NONE.path("a\0b")).isNull();
  }

  @Test
  void theFolderThatArchivesHaveInCommonIsWhatOneSays() {
    assertThat(common("/opt/rocm/.kpack/a.kpack", "/opt/rocm/.kpack/b.kpack"))
        .isEqualTo("/opt/rocm");
    assertThat(common("/opt/rocm/.kpack/a.kpack", "/opt/rocm/lib/.kpack/b.kpack"))
        .isEqualTo("/opt/rocm");
    assertThat(common("/opt/a.kpack", "/srv/b.kpack")).isEmpty();
    assertThat(common("C:\\rocm\\.kpack\\a.kpack")).isEqualTo("C:\\rocm");
    assertThat(common()).isEmpty();
  }

  private static String common(String... archives) {
    List<Step> steps =
        java.util.Arrays.stream(archives).<Step>map(Step.ArchiveMissing::new).toList();
    return PathMapping.common(steps);
  }
}
