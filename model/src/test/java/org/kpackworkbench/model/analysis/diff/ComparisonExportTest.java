package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.format.kpack.TestArchive;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class ComparisonExportTest {
  private static final String HOSTILE =
      "lib/<script>alert('1')</script>|`x`[a](http://b)\u001b[31m\n\u202e\"&@team";

  private static String export(Comparison comparison, ExportRequest request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ComparisonExport.write(comparison, request, out, Progress.NONE);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static byte[] archive(String key, int seed) {
    return TestArchive.plain(TestArchive.kernel(seed, 100))
        .toc(map(key, map("gfx900", TestArchive.entry(0, 100))))
        .bytes();
  }

  private static TableComparison changed(String key) throws IOException {
    return Compared.contents("a.kpack", archive(key, 1), archive(key, 2));
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void hostileNamesAreHarmlessInEveryFormat(ExportFormat format) throws IOException {
    String text = export(changed(HOSTILE), ExportRequest.differences(format));
    assertThat(text).contains("script").doesNotContain("\u001b");
    switch (format) {
      case HTML -> assertThat(text).doesNotContain("<script>").contains("&lt;script&gt;");
      case MARKDOWN ->
          assertThat(text)
              .doesNotContain("<script>", "](http", "http://", "@team")
              .contains("\\|\\`x\\`\\[a\\]");
      case TEXT, PATCH -> assertThat(text).doesNotContain("\u202e").contains("\\x1b", "\\n");
      case JSON, JSON_LINES -> assertThat(text).contains("\\u001B[31m\\n");
    }
  }

  @Test
  void aPatchSaysWhatWasAndWhatIs() throws IOException {
    assertThat(
            export(
                Compared.contents(
                    "a.kpack",
                    archive("lib/a.so#0", 1),
                    TestArchive.plain(TestArchive.kernel(1, 120))
                        .toc(map("lib/a.so#0", map("gfx900", TestArchive.entry(0, 120))))
                        .bytes()),
                ExportRequest.differences(ExportFormat.PATCH)))
        .isEqualTo(
            """
            --- side0/a.kpack
            +++ side1/a.kpack
            @@ code object lib/a.so#0 @ gfx900 @@ changed
            -stored size: 100
            +stored size: 120
            -original size: 100
            +original size: 120
            -bytes: 100
            +bytes: 120
            """);
  }

  @Test
  void aPatchSaysBothNamesOfWhatWasRenamed() throws IOException {
    assertThat(
            export(
                Compared.contents("a.kpack", archive("lib/a.so#0", 1), archive("lib/b.so#0", 1)),
                ExportRequest.differences(ExportFormat.PATCH)))
        .isEqualTo(
            """
            --- side0/a.kpack
            +++ side1/a.kpack
            @@ code object lib/a.so#0 @ gfx900 @@ same content under another name
            -name: lib/a.so#0 @ gfx900
            +name: lib/b.so#0 @ gfx900
            """);
  }

  /** 1,200 runs of different bytes. */
  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void tellsThatRunsAreCutOffAndKeepsAPatchWhole(ExportFormat format) throws IOException {
    byte[] one = new byte[2400 * 8];
    byte[] other = one.clone();
    for (int run = 0; run < 1200; run++) {
      Arrays.fill(other, run * 16, run * 16 + 8, (byte) 1);
    }
    String text = export(Compared.contents("a.bin", one, other), deep(format));
    boolean whole = format == ExportFormat.PATCH;
    assertThat(text.contains("cut off here: more follows")).isEqualTo(!whole);
    assertThat(text.contains("0x" + Integer.toHexString(1199 * 16))).isEqualTo(whole);
  }

  @Test
  void showsEveryByteInAPatch() throws IOException {
    byte[] one = new byte[5000];
    byte[] other = new byte[5000];
    Arrays.fill(other, (byte) 0xab);
    assertThat(
            export(Compared.contents("a.bin", one, other), deep(ExportFormat.PATCH))
                .split("ab", -1))
        .hasSize(5001);
  }

  private static ExportRequest deep(ExportFormat format) {
    return new ExportRequest(format, false, null, 2, false, Order.GIVEN, JsonOut.NO_FINDINGS);
  }

  @Test
  void whatLiesBelowIsWrittenDownToTheBytes() throws IOException {
    ExportRequest deep =
        new ExportRequest(
            ExportFormat.TEXT, false, null, 2, false, Order.GIVEN, JsonOut.NO_FINDINGS);
    assertThat(export(changed("lib/a.so#0"), deep))
        .contains("lib/a.so#0 @ gfx900 ▸ all bytes", "▸ all bytes ▸ 0x");
    ExportRequest kinds =
        new ExportRequest(
            ExportFormat.TEXT, true, "archive", 0, false, Order.GIVEN, JsonOut.NO_FINDINGS);
    assertThat(export(changed("lib/a.so#0"), kinds))
        .contains("group name")
        .doesNotContain("lib/a.so");
  }

  @Test
  void oneThingUnderTwoNamesIsOneDifference() throws IOException {
    TableComparison renamed =
        Compared.contents("a.kpack", archive("old#0", 1), archive("new#0", 1));
    String text = export(renamed, ExportRequest.differences(ExportFormat.TEXT));
    assertThat(text)
        .contains("renamed  old#0 @ gfx900", "name: old#0 @ gfx900 → new#0 @ gfx900")
        .contains("1 of 6 rows differ");
  }

  @Test
  void jsonIsOneDocumentWithTheFixedFields() throws IOException {
    String text = export(changed("lib/a.so#0"), ExportRequest.differences(ExportFormat.JSON));
    assertThat(text).contains("\"same\": false", "\"kind\": \"archives\"", "\"differences\": [");
    int objects = 0;
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        objects += token == JsonToken.START_OBJECT ? 1 : 0;
      }
    }
    assertThat(objects).isGreaterThan(3);
  }
}
