package org.kpackworkbench.model.base.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.msgpack.MsgValue;

class ReportTest {
  private enum Kind {
    TWO_WORDS
  }

  private static String text(Report report) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8)) {
      report.text(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String json(Facts facts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonOut out = JsonOut.document(bytes, JsonOut.NO_FINDINGS)) {
      facts.json(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void eachKindOfFactIsWrittenBothWays() throws IOException {
    Facts facts =
        new Facts()
            .text("name", "a")
            .nothing("none")
            .path("file", Path.of("x"))
            .id("kind", Kind.TWO_WORDS)
            .flag("yes", true)
            .flag("no", false)
            .number("count", 3)
            .known("known", 4)
            .known("unknown", -1)
            .size("size", 1024)
            .size("noSize", -1)
            .offset("offset", 16)
            .address("address", 17)
            .address("noAddress", 0, false)
            .texts("texts", List.of("a", "b"))
            .numbers("numbers", List.of(1, 2))
            .pairs("pairs", Map.of("k", new MsgValue.Text("v")))
            .part("part", new Facts().text("inner", "i"))
            .part("noPart", null)
            .aside("aside", "for people")
            .aside("asideCount", 5)
            .text("shown", "id")
            .shown("in words");
    assertThat(json(facts))
        .isEqualTo(
            """
            {
              "schema": 3,
              "name": "a",
              "none": null,
              "file": "x",
              "kind": "two-words",
              "yes": true,
              "no": false,
              "count": 3,
              "known": 4,
              "unknown": null,
              "size": 1024,
              "noSize": null,
              "offset": 16,
              "address": "0x11",
              "noAddress": null,
              "texts": ["a", "b"],
              "numbers": [
                1,
                2
              ],
              "pairs": {"k": "v"},
              "part": {"inner": "i"},
              "noPart": null,
              "shown": "id",
              "findings": []
            }
            """);
    assertThat(
            text(
                new Report(facts)
                    .values("name", "none", "file", "kind", "yes", "no", "count", "known")
                    .values("unknown", "size", "noSize", "offset", "address", "noAddress")
                    .values("texts", "numbers", "part/inner", "noPart/inner as other", "aside")
                    .values("asideCount as number", "shown", "notThere")))
        .isEqualTo(
            """
              name        a
              file        x
              kind        two-words
              yes         yes
              no          no
              count       3
              known       4
              size        1.0 KiB (1024 bytes)
              offset      0x10
              address     0x11
              texts       a b
              numbers     1 2
              part/inner  i
              aside       for people
              number      5
              shown       in words
            """);
  }

  private record Row(String name, long sizeBytes) {
    void describe(Facts facts) {
      facts.text("name", name).size("fileSize", sizeBytes);
    }
  }

  private static Facts rows() {
    return new Facts()
        .list("rows", List.of(new Row("a", 2048), new Row("bb", -1)), Row::describe)
        .asides("others", List.of(new Row("c", 1)), Row::describe)
        .list("empty", List.<Row>of(), Row::describe);
  }

  @Test
  void listsAreTablesInTextAndListsInJson() throws IOException {
    assertThat(json(rows()))
        .isEqualTo(
            """
            {
              "schema": 3,
              "rows": [
                {"name": "a", "fileSize": 2048},
                {"name": "bb", "fileSize": null}
              ],
              "empty": [],
              "findings": []
            }
            """);
    assertThat(
            text(
                new Report(rows())
                    .table("rows", "fileSize", "name as called")
                    .section("Others", "others", "name")
                    .section("Empty", "empty", "name")
                    .lines("rows", "- %s: %s", "name", "fileSize")
                    .below("rows", "name")
                    .table("rows", 1, "name")
                    .gap()
                    .line("%s", "notThere")
                    .line("done, 100%")))
        .isEqualTo(
            """
            file size  called
                 2048  a
                    -  bb

            Others
              name
              c
            - a: 2.0 KiB (2048 bytes)
            - bb:\s
              name
              a
              bb

            name
            a
            and 1 more

            done, 100%
            """);
  }

  @Test
  void aHeadingIsPrintedOnlyWhereSomethingFollows() throws IOException {
    assertThat(text(new Report(rows()).heading(List.of("head")).table("empty", "name"))).isEmpty();
    assertThat(text(new Report(rows()).heading(List.of("", "head")).table("others", "name")))
        .isEqualTo("\nhead\nname\nc\n");
  }

  @Test
  void rowsAreWrittenWhileTheyAreMade() throws IOException {
    int count = 100_000;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Facts facts =
        new Facts()
            .rows(
                "rows",
                (Taker<Integer> take) -> {
                  for (int i = 0; i < count; i++) {
                    // What is not yet out is what the generator buffers.
                    assertThat(i * 10L - bytes.size()).isLessThan(100_000);
                    take.take(i);
                  }
                },
                (number, row) -> row.number("number", number));
    try (JsonOut out = JsonOut.document(bytes, JsonOut.NO_FINDINGS)) {
      facts.json(out);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("{\"number\": 99999}");
  }

  /** The first rows of a table are kept to make its columns wide enough, and no others. */
  @Test
  void rowsOfALongTableArePrintedWhileTheyAreMade() throws IOException {
    int count = 200_000;
    String name = "a name of a table that rows share ".repeat(16).strip();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Report report =
        new Report(
                new Facts()
                    .rows(
                        "rows",
                        (Taker<Integer> take) -> {
                          for (int i = 0; i < count; i++) {
                            assertThat((long) i * name.length() - bytes.size())
                                .isLessThan(16 << 20);
                            take.take(i);
                          }
                        },
                        (number, row) -> row.text("name", name).number("number", number)))
            .heading(List.of("head"))
            .section("title", "rows", "name", "number");
    try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8)) {
      report.text(out);
    }
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n", -1);
    assertThat(lines).hasSize(count + 4).startsWith("head", "title");
    assertThat(lines[3]).isEqualTo("  " + name + "       0");
    assertThat(lines[count + 2]).isEqualTo("  " + name + "  199999");
  }
}
