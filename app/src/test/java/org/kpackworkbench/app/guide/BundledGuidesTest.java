package org.kpackworkbench.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.guide.Guide;

class BundledGuidesTest {

  private static Path folder() {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return (Files.isDirectory(base.resolve("app")) ? base.resolve("app") : base).resolve("guides");
  }

  @Test
  void theProgramHasEveryGuideWithItsPictures() throws IOException {
    List<Guide> guides = BundledGuides.read();
    assertThat(guides)
        .extracting(Guide::title)
        .doesNotHaveDuplicates()
        .contains("Compare manifests");
    assertThat(guides).allSatisfy(guide -> assertThat(guide.pictures()).isNotEmpty());
    try (Stream<Path> files = Files.list(folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(BundledGuides.NAMES);
    }
  }
}
