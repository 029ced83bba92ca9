package org.kpackworkbench.model.analysis.diff.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.diff.Compared;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ManifestPageTest {
  private static final String HOSTILE = "</td><script>alert('1')</script>\"onload=\"x&\u202e";

  static byte[] manifest(String component, Object... rows) {
    return MsgBytes.pack(
        map(
            "format_version",
            1,
            "component_name",
            component,
            "prefix",
            "math-libs",
            "kpack_files",
            map(rows)));
  }

  static Object row(String file, long size, long kernels) {
    return map("file", file, "size", size, "kernel_count", kernels);
  }

  private static String export(ExportFormat format, byte[]... manifests) throws IOException {
    try (Comparison compared = Compared.contents("x.kpm", manifests)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ComparisonExport.write(compared, ExportRequest.differences(format), out, Progress.NONE);
      return out.toString(StandardCharsets.UTF_8);
    }
  }

  /** The page as XML, which it is but for its first line and the elements without an end. */
  private static Document parsed(String html) throws Exception {
    String xml =
        html.replaceFirst("<!DOCTYPE html>", "")
            .replaceAll("(<meta [^>]*)>", "$1/>")
            .replace("<br>", "<br/>");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> all(Document page, String tag, String style) {
    NodeList found = page.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength())
        .mapToObj(at -> (Element) found.item(at))
        .filter(element -> List.of(element.getAttribute("class").split(" ", -1)).contains(style))
        .toList();
  }

  @Test
  void twoManifestsAreBarsOnOneScale() throws Exception {
    String html =
        export(
            ExportFormat.HTML,
            manifest("lib", "gfx900", row("a", 1000, 1), "gfx906", row("b", 500, 2)),
            manifest("lib", "gfx900", row("a", 750, 1), "gfx906", row("b", 500, 2)));
    Document page = parsed(html);
    assertThat(all(page, "rect", "bar"))
        .extracting(bar -> bar.getAttribute("width"))
        .containsExactly("140.0", "105.0", "70.0", "70.0");
    // A quarter of the scale, to the left of the middle.
    Element shrunk = all(page, "rect", "down").getFirst();
    assertThat(shrunk.getAttribute("width")).isEqualTo("35.0");
    assertThat(shrunk.getAttribute("x")).isEqualTo("35.0");
    assertThat(html).contains("gfx900 lost 250 B.", "≠ 750 B").doesNotContain("≠ 500 B");
  }

  @Test
  void moreManifestsAreAGridWithWhatChangedOutlined() throws Exception {
    List<byte[]> builds = new ArrayList<>();
    for (int build = 0; build < 5; build++) {
      builds.add(manifest("lib", "gfx900", row("a", build < 3 ? 1000 : 2000, 1)));
    }
    String html = export(ExportFormat.HTML, builds.toArray(byte[][]::new));
    Document page = parsed(html);
    assertThat(all(page, "td", "d"))
        .extracting(cell -> cell.getAttribute("style"))
        .containsExactly("--d:0.500", "--d:0.500", "--d:0.500", "--d:1.000", "--d:1.000");
    assertThat(all(page, "td", "o"))
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.getTextContent()).isEqualTo("▲ 2.0 KiB");
              assertThat(cell.getAttribute("title")).contains("gfx900 gained 1000 B");
            });
    assertThat(all(page, "path", "trend")).hasSize(1);
    assertThat(all(page, "circle", "dot")).hasSize(1);
    assertThat(html).contains("Something changed in 1 of 4 steps, first in side3.");
  }

  @Test
  void ofManyManifestsTheListIsFoldedAndWhatIsTheSameIsOneLine() throws Exception {
    List<byte[]> builds = new ArrayList<>();
    for (int build = 0; build < 50; build++) {
      builds.add(manifest(build < 40 ? "lib" : "other", "gfx900", row("a", 1000 + build, 1)));
    }
    String html = export(ExportFormat.HTML, builds.toArray(byte[][]::new));
    Document page = parsed(html);
    assertThat(html)
        .contains("<details><summary>50 files, from ")
        .contains("<p>In all manifests: prefix math-libs, ");
    assertThat(all(page, "th", "key"))
        .extracting(Element::getTextContent)
        .as("headers in a table, and the table of architectures")
        .containsExactly("", "component", "Architecture");
    assertThat(export(ExportFormat.HTML, builds.subList(0, 3).toArray(byte[][]::new)))
        .doesNotContain("<details>", ">component<");
  }

  @Test
  void everyFormatSaysThatAManifestCouldNotBeReadWhole() throws Exception {
    byte[] one = manifest("lib", "gfx900", row("a", 1000, 1), "gfx906", row("b", 500, 2));
    byte[] cut = Arrays.copyOf(one, one.length - 3);
    String sentence =
        "side1 could not be read whole, so that rows may be missing; not known: gfx906.";
    for (ExportFormat format : ExportFormat.values()) {
      String text = export(format, one, cut);
      assertThat(text)
          .as(format.id())
          .contains(sentence)
          .doesNotContain("gone,", "removed", "−500");
    }
    assertThat(export(ExportFormat.TEXT, one, cut))
        .contains("unreadable gfx906  (not known, since a manifest could not be read whole)");
    assertThat(export(ExportFormat.JSON, one, cut))
        .contains(
            "\"complete\": false",
            "\"change\": \"unreadable\", \"stated\": false",
            "\"known\": false",
            "\"place\": \"gfx906\", \"change\": \"unreadable\"",
            "\"right\": {\"problem\": ");
    Document page = parsed(export(ExportFormat.HTML, one, cut));
    assertThat(all(page, "td", "c"))
        .extracting(Element::getTextContent)
        .contains("⚠ not known", "not known");
    assertThat(export(ExportFormat.HTML, one, cut, one)).contains("⚠ not known", sentence);
  }

  @Test
  void aPageLoadsNothingAndNamesCannotBreakOut() throws Exception {
    byte[] one = manifest(HOSTILE, HOSTILE, row(HOSTILE, 7, 1));
    byte[] other = manifest("lib", "gfx900", row("a", 7, 1));
    for (byte[][] sides : List.of(new byte[][] {one, other}, new byte[][] {one, other, one})) {
      String html = export(ExportFormat.HTML, sides);
      Document page = parsed(html);
      assertThat(page.getElementsByTagName("script").getLength()).isZero();
      assertThat(html)
          .contains("default-src 'none'")
          .doesNotContain("\u202e", "http://", "https://", "url(", "src=", "href=");
      NodeList elements = page.getElementsByTagName("*");
      for (int at = 0; at < elements.getLength(); at++) {
        assertThat(((Element) elements.item(at)).getAttribute("onload")).isEmpty();
      }
    }
  }

  @Test
  void manifestsWithoutRowsAreAPage() throws Exception {
    assertThat(parsed(export(ExportFormat.HTML, manifest("lib"), manifest("rand"))))
        .extracting(page -> page.getDocumentElement().getTextContent())
        .asString()
        .contains("the component was renamed from lib to rand.");
  }

  @Test
  void textAndJsonSayTheSameSentence() throws IOException {
    byte[] one = manifest("lib", "gfx900", row("a", 1000, 1));
    byte[] other = manifest("lib", "gfx900", row("a", 750, 1));
    assertThat(export(ExportFormat.TEXT, one, other)).contains("\n  gfx900 lost 250 B.\n");
    assertThat(export(ExportFormat.MARKDOWN, one, other)).contains("gfx900 lost 250 B");
    assertThat(export(ExportFormat.JSON, one, other))
        .contains(
            "\"manifests\": {\"summary\": \"gfx900 lost 250 B.\"",
            "\"change\": \"changed\", \"stated\": true, \"file\": \"a\", \"size\": 750");
  }
}
