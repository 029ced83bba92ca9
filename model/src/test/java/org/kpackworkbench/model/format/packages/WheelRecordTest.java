package org.kpackworkbench.model.format.packages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.format.packages.WheelRecord.Row;

/** RECORD is read as installers read it, and what does not change of it stays byte for byte. */
class WheelRecordTest {
  private static final String TEXT =
      "a.py,sha256=AA,1\r\n"
          + "\"b,\"\"c\"\"\nd.so\",sha512=BB,2\n"
          + "\n"
          + "plain.so,,\n"
          + "alone\n"
          + "weak.so,md5=CC, 3 ,more\n"
          + "last.so,,4";

  private static WheelRecord record() {
    return WheelRecord.of(TEXT.getBytes(UTF_8));
  }

  @Test
  void linesAreRead() {
    assertThat(record().rows())
        .containsExactly(
            new Row("a.py", "sha256", "AA", "1"),
            new Row("b,\"c\"\nd.so", "sha512", "BB", "2"),
            new Row("plain.so", "", "", ""),
            new Row("alone", "", "", ""),
            new Row("weak.so", "md5", "CC", "3"),
            new Row("last.so", "", "", "4"));
  }

  @Test
  void whatStaysIsTheSameBytes() throws IOException {
    assertThat(record().with((number, row) -> row)).asString(UTF_8).isEqualTo(TEXT);
  }

  @Test
  void otherContentHasWhatTheLineHad() throws IOException {
    byte[] content = "new".getBytes(UTF_8);
    assertThat(record().with((number, row) -> row.of(row.digester().digest(content), 3)))
        .asString(UTF_8)
        .isEqualTo(
            TEXT.replace("sha256=AA,1", recorded("sha256", Digests.sha256().digest(content)))
                .replace("sha512=BB,2", recorded("sha512", Digests.sha512().digest(content)))
                .replace("md5=CC, 3 ", recorded("sha256", Digests.sha256().digest(content)))
                .replace(",,4", ",,3"));
  }

  private static String recorded(String algorithm, byte[] digest) {
    return "%s=%s,3".formatted(algorithm, Wheel.digest(digest));
  }

  @Test
  void linesGo() throws IOException {
    List<String> gone = List.of("b,\"c\"\nd.so", "last.so");
    assertThat(record().with((number, row) -> gone.contains(row.path()) ? null : row))
        .asString(UTF_8)
        .isEqualTo("a.py,sha256=AA,1\r\n\nplain.so,,\nalone\nweak.so,md5=CC, 3 ,more\n");
  }

  @Test
  void pathsAreQuotedWhereTheyHaveTo() {
    for (String path : List.of("a b.so", "a,b", "a\"b", "a\nb")) {
      String line = WheelRecord.quoted(path) + ",,\n";
      assertThat(WheelRecord.of(line.getBytes(UTF_8)).rows())
          .extracting(Row::path)
          .containsExactly(path);
    }
    assertThat(WheelRecord.quoted("a b.so")).isEqualTo("a b.so");
  }
}
