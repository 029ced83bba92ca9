package org.kpackworkbench.model.format.miopen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;

class MiopenTextFormatTest {
  private static final String KEY = "64-56-56-1x1-64-56-56-16-0x0-1x1-1x1-0-NCHW-FP32-";

  @TempDir private Path temp;

  private static MiopenTextDocument read(String text) throws FormatException {
    Document document =
        StandardFormats.all()
            .read(
                new Place.File(Path.of("gfx942.fdb.txt")),
                ByteView.of("gfx942.fdb.txt", text.getBytes(StandardCharsets.UTF_8)),
                Progress.NONE);
    assertThat(document).isInstanceOf(MiopenTextDocument.class);
    return (MiopenTextDocument) document;
  }

  @Test
  void recordsAreRowsWithTheirLines() throws IOException {
    Path file = Fixtures.path("gfx1100.fdb.txt");
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.format()).isEqualTo(MiopenTextFormat.FORMAT);
      assertThat(document.problems()).isEmpty();
      assertThat(document.parts())
          .extracting(DocumentPart::key, part -> part.fields().get("line"))
          .startsWith(tuple(KEY + "F", "1"), tuple(KEY + "B", "2"));
      DocumentPart second = document.parts().get(1);
      assertThat(second.fields().get("values")).startsWith("ConvHipImplicitGemmBwdXdlops:");
      ByteView line = second.content().load(Progress.NONE);
      assertThat(line.text(0, (int) line.size())).isEqualTo(Files.readAllLines(file).get(1));
    }
  }

  @Test
  void infoCountsRecordsAndIds() throws IOException {
    try (MiopenTextDocument document =
        read(KEY + "F=A:1;B:2\r\n\n" + KEY + "B=A:3\n" + KEY + "W=A:4;")) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.parts()).hasSize(3);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Report report = new Report(new Facts());
      document.info(false, Progress.NONE).describe(report);
      try (TextOut out = new TextOut(bytes, StandardCharsets.UTF_8)) {
        report.text(out);
      }
      assertThat(bytes.toString(StandardCharsets.UTF_8))
          .containsPattern("(?m)^ *A +3$")
          .containsPattern("(?m)^ *B +1$")
          .doesNotContain("W ");
    }
  }

  @Test
  void badLinesAreProblemsThatNameTheirLine() throws FormatException {
    String good = KEY + "F=A:1\n";
    try (MiopenTextDocument document =
        read(good + "no record\n=A:1\n" + KEY + "B=A\n" + KEY + "F=A:1\n" + KEY + "W=A:1;A:2\n")) {
      assertThat(document.problems())
          .extracting(FormatException::field, FormatException::reason)
          .containsExactly(
              tuple("line 2", Reason.BAD_VALUE),
              tuple("line 3", Reason.BAD_VALUE),
              tuple("line 4", Reason.BAD_VALUE),
              tuple("line 5", Reason.DUPLICATE_KEY),
              tuple("line 6", Reason.DUPLICATE_KEY));
      assertThat(document.problems().getFirst())
          .hasMessageContaining("KEY=ID:VALUES")
          .hasMessageContaining("no record");
    }
    try (MiopenTextDocument document = read(good + "bad\n".repeat(500))) {
      assertThat(document.problems()).hasSize(101);
      assertThat(document.problems().getLast()).hasMessageContaining("400 more");
    }
  }

  /** MIOpen goes by the name; not every key has many parts. */
  @Test
  void aNameMakesTextADatabase() throws IOException {
    for (String text : List.of("8-8=A:1", "x=ConvAsm1x1U:1,8,2,64\n")) {
      Path file = Files.writeString(temp.resolve("gfx906.db.txt"), text);
      try (Document document = StandardFormats.all().open(file)) {
        assertThat(document.format()).isEqualTo(MiopenTextFormat.FORMAT);
        assertThat(document.problems()).isEmpty();
        assertThat(document.parts()).hasSize(1);
      }
      Path other = Files.writeString(temp.resolve("notes.txt"), text);
      try (Document document = StandardFormats.all().open(other)) {
        assertThat(document.format().isText()).isTrue();
      }
    }
  }

  @Test
  void verifyFindsABadLine() throws IOException {
    Path file = Files.writeString(temp.resolve("a.fdb.txt"), KEY + "F=A:1\nbad\n");
    assertThat(Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("line 2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\n"})
  void verifyFindsAnEmptyDatabase(String text) throws IOException {
    Path file = Files.writeString(temp.resolve("gfx942130.HIP.fdb.txt"), text);
    assertThat(Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message())
                  .contains("line 1: expected a record, found the end of the file");
            });
  }

  /** Where the last record says less than others of its ID, it was cut; else it may have been. */
  @Test
  void verifyFindsWhereADatabaseWasCut() throws IOException {
    String whole = KEY + "F=A:1,2,x;B:3,4\n" + KEY + "B=A:5,6,xyz\n";
    Path file = temp.resolve("gfx942130.HIP.fdb.txt");
    for (int size = 1; size < whole.length(); size++) {
      Files.writeString(file, whole.substring(0, size));
      List<Finding> findings =
          Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
      if (whole.charAt(size - 1) == '\n') {
        assertThat(findings).isEmpty();
        continue;
      }
      String line = "ine " + (whole.substring(0, size).contains("\n") ? 2 : 1);
      assertThat(findings)
          .as("%d characters", size)
          .anyMatch(
              finding ->
                  finding.rule().equals("miopen-text-end") && finding.message().contains(line));
      if (whole.substring(0, size).endsWith("5,6")) {
        assertThat(findings)
            .anyMatch(
                finding ->
                    finding.severity() == Severity.ERROR
                        && finding.message().contains("expected 3 values of A"));
      }
    }
    Files.writeString(file, whole);
    assertThat(Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH=/usr/bin:/bin\n",
        "a-b-c-d = x:y\n",
        "https://example.org/a-b-c-d?x=y:z\n",
        "key: value\n",
        "some-words-in-a-line\nx=y:z\n"
      })
  void otherTextsStayTexts(String text) throws FormatException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(StandardFormats.all().detect(ByteView.of("a.txt", bytes)).isText()).isTrue();
  }

  @Test
  void aHundredThousandLinesAreRead() throws FormatException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      text.append(i).append('-').append(KEY).append("F=ConvAsm1x1U:1,8,2,64,2,4,1,8;");
      text.append("ConvOclDirectFwd1x1:0.0421,0,miopenConvolutionFwdAlgoDirect\n");
    }
    try (MiopenTextDocument document = read(text.toString())) {
      assertThat(document.parts()).hasSize(100_000);
      assertThat(document.problems()).isEmpty();
    }
  }

  @Test
  void readingCanBeCancelled() throws IOException {
    Path file = Fixtures.path("gfx1100.fdb.txt");
    assertThatThrownBy(() -> StandardFormats.all().open(file, () -> true).close())
        .isInstanceOf(CancellationException.class);
  }
}
