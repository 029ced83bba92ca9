package org.kpackworkbench.model.base.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.msgpack.MsgValue;

class JsonOutTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatATerminalWouldObeyIsEscapedInNamesAndValues() throws IOException {
    String text = "\u007f\u009b1m\u202e\u2066\udb40\udc41\ud83d\ude00 \u00e4";
    try (JsonOut json = JsonOut.document(out, JsonOut.NO_FINDINGS)) {
      json.field("x" + text, text).texts("list", List.of(text));
      json.values("map", Map.of(text, new MsgValue.Text(text)));
    }
    assertThat(text()).doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\p{Cf}]");
    assertThat(text())
        .contains("\"x\\u007F\\u009B1m\\u202E\\u2066\\uDB40\\uDC41\\uD83D\\uDE00 \u00e4\": ");
  }

  @Test
  void fieldsAndRowsStandOnLinesOfTheirOwn() throws IOException {
    try (JsonOut json = JsonOut.document(out, JsonOut.NO_FINDINGS)) {
      json.field("file", "a\"b\u001b\u00e4")
          .texts("targets", List.of("gfx942", "gfx1100"))
          .list("rows")
          .object()
          .field("size", 1L << 40)
          .address("at", 0xc53000)
          .object("inner")
          .nothing("x")
          .nothing("y")
          .endObject()
          .endObject()
          .object()
          .field("yes", true)
          .list("more")
          .value(1)
          .value(2)
          .endList()
          .endObject()
          .endList()
          .list("none")
          .endList();
    }
    assertThat(text())
        .isEqualTo(
            """
            {
              "schema": 3,
              "file": "a\\"b\\u001B\u00e4",
              "targets": ["gfx942", "gfx1100"],
              "rows": [
                {"size": 1099511627776, "at": "0xc53000", "inner": {"x": null, "y": null}},
                {"yes": true, "more": [1, 2]}
              ],
              "none": [],
              "findings": []
            }
            """);
  }

  @Test
  void aDocumentThatIsLeftEarlyIsStillOne() throws IOException {
    try (JsonOut json = JsonOut.document(out, JsonOut.NO_FINDINGS)) {
      json.list("rows").object().field("a", 1);
    }
    assertThat(text())
        .isEqualTo(
            "{\n  \"schema\": 3,\n  \"rows\": [\n    {\"a\": 1}\n  ],\n  \"findings\": []\n}\n");
  }

  @Test
  void metadataKeepsItsShapeAndItsBigNumbers() throws IOException {
    Map<String, MsgValue> values = new LinkedHashMap<>();
    values.put("big", new MsgValue.Int(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)));
    values.put("bytes", new MsgValue.Binary(new byte[] {1, (byte) 0xff}, null));
    values.put(
        "map",
        new MsgValue.Mapping(
            List.of(new MsgValue.Pair(MsgValue.Int.of(7), new MsgValue.Bool(false)))));
    values.put("list", new MsgValue.Array(List.of(new MsgValue.Nil(), new MsgValue.Real(1.5))));
    try (JsonOut json = JsonOut.document(out, JsonOut.NO_FINDINGS)) {
      json.values("metadata", values);
    }
    assertThat(text())
        .contains(
            """
            {"big": 18446744073709551615, "bytes": "0x01ff", "map": {"7": false}, \
            "list": [null, 1.5]}""");
  }

  @Test
  void aPartEndsWithAllThatIsOpenInIt() throws IOException {
    try (JsonOut json = JsonOut.document(out, JsonOut.NO_FINDINGS)) {
      json.list("files");
      try (JsonOut part = json.part()) {
        part.field("file", "a").list("rows").object().field("x", 1);
      }
      try (JsonOut part = json.part()) {
        part.field("file", "b");
      }
      json.endList().field("count", 2);
    }
    assertThat(text())
        .isEqualTo(
            """
            {
              "schema": 3,
              "files": [
                {"file": "a", "rows": [{"x": 1}]},
                {"file": "b"}
              ],
              "count": 2,
              "findings": []
            }
            """);
  }

  @Test
  void linesAreWholeDocumentsAndNoneIsNothing() throws IOException {
    try (JsonOut json = JsonOut.lines(out, JsonOut.NO_FINDINGS)) {
      assertThat(text()).isEmpty();
    }
    assertThat(text()).isEmpty();
    try (JsonOut json = JsonOut.lines(out, JsonOut.NO_FINDINGS)) {
      try (JsonOut part = json.part()) {
        part.field("file", "a").list("rows").object().field("x", 1).object("y").field("z", true);
      }
      json.flush();
      assertThat(text())
          .isEqualTo(
              "{\"schema\": 3, \"file\": \"a\", \"rows\": [{\"x\": 1, \"y\": {\"z\": true}}]}\n");
      try (JsonOut part = json.part()) {
        part.texts("b", List.of("c", "d"));
      }
    }
    assertThat(text()).endsWith("]}\n{\"schema\": 3, \"b\": [\"c\", \"d\"]}\n");
  }

  @Test
  void findingsEndADocumentAndAreAskedForThen() throws IOException {
    List<String> found = new ArrayList<>();
    Facts.Rows<Facts> findings =
        take -> {
          for (String each : found) {
            take.take(new Facts().text("message", each));
          }
        };
    try (JsonOut json = JsonOut.document(out, findings)) {
      json.list("rows").object().field("a", 1);
      found.add("late");
    }
    assertThat(text()).endsWith("  ],\n  \"findings\": [\n    {\"message\": \"late\"}\n  ]\n}\n");
    out.reset();
    try (JsonOut json = JsonOut.lines(out, findings)) {
      new Facts().number("a", 1).jsonLine(json);
    }
    assertThat(text())
        .isEqualTo(
            "{\"schema\": 3, \"a\": 1}\n{\"schema\": 3, \"findings\": [{\"message\": \"late\"}]}\n");
  }
}
