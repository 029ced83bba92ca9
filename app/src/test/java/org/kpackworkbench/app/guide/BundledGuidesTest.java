package org.kpackworkbench.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Link;
import org.commonmark.node.Text;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.window.guide.Guide;

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
        .allSatisfy(guide -> assertThat(guide.readPictures()).isNotEmpty());
    assertThat(guides)
        .filteredOn(guide -> guide.name().equals("reference/views.md"))
        .singleElement()
        .satisfies(guide -> assertThat(guide.readPictures()).hasSizeGreaterThan(40));
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
      List<String> targets = new ArrayList<>();
      guide
          .document()
          .accept(
              new AbstractVisitor() {
                @Override
                public void visit(Link link) {
                  targets.add(URI.create(guide.name()).resolve(link.getDestination()).toString());
                }
              });
      assertThat(targets).as(guide.name()).isSubsetOf(names);
    }
  }

  @Test
  void noMarkupIsLeftInWords() throws IOException {
    for (Guide guide : BundledGuides.read()) {
      List<String> words = new ArrayList<>();
      guide
          .document()
          .accept(
              new AbstractVisitor() {
                @Override
                public void visit(Text text) {
                  words.add(text.getLiteral());
                }

                @Override
                public void visit(HtmlInline tag) {
                  words.add("|" + tag.getLiteral());
                }
              });
      assertThat(words)
          .as(guide.name())
          .noneMatch(text -> text.matches(".*(`|\\*\\*|\\]\\(|\\|).*"));
    }
  }
}
