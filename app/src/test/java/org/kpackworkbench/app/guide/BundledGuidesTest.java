package org.kpackworkbench.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.window.guide.Guide;
import org.kpackworkbench.views.window.guide.GuideText;

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
        .contains("Compare manifests", "Comparing");
    assertThat(guides)
        .filteredOn(guide -> guide.group().equals("Guides"))
        .hasSizeGreaterThan(4)
        .allSatisfy(guide -> assertThat(guide.pictures()).isNotEmpty());
    try (Stream<Path> files = Files.walk(folder())) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> folder().toUri().relativize(file.toUri()).toString()))
          .containsExactlyInAnyOrderElementsOf(guides.stream().map(Guide::name).toList());
    }
  }

  @Test
  void everyLinkLeadsToAnotherGuide() throws IOException {
    List<Guide> guides = BundledGuides.read();
    List<String> names = guides.stream().map(Guide::name).toList();
    for (Guide guide : guides) {
      List<String> targets =
          spans(guide)
              .filter(span -> span.look() == GuideText.Look.LINK)
              .map(span -> URI.create(guide.name()).resolve(span.target()).toString())
              .toList();
      assertThat(targets).as(guide.name()).isSubsetOf(names);
    }
  }

  @Test
  void noMarkupIsLeftInWords() throws IOException {
    for (Guide guide : BundledGuides.read()) {
      assertThat(spans(guide).filter(span -> span.look() != GuideText.Look.CODE))
          .as(guide.name())
          .noneMatch(span -> span.text().matches(".*(`|\\*\\*|\\]\\(|\\|).*"));
    }
  }

  private static Stream<GuideText.Span> spans(Guide guide) {
    return guide.blocks().stream()
        .flatMap(
            block ->
                switch (block) {
                  case GuideText.Words words -> words.spans().stream();
                  case GuideText.Table table ->
                      Stream.concat(
                              table.head().stream(), table.rows().stream().flatMap(List::stream))
                          .flatMap(cell -> cell.spans().stream());
                  case GuideText.Heading heading ->
                      Stream.of(new GuideText.Span(GuideText.Look.PLAIN, heading.text(), ""));
                  case GuideText.Code code -> Stream.empty();
                  case GuideText.Picture picture -> Stream.empty();
                });
  }
}
