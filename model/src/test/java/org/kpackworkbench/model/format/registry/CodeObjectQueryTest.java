package org.kpackworkbench.model.format.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.TestArchive;

class CodeObjectQueryTest {
  @ParameterizedTest
  @CsvSource({
    "'',11",
    "gfx942,3",
    "GFX942,3",
    "drift,11",
    "arch:gfx9,6",
    "arch=gfx9,0",
    "target:gfx90a|gfx942,6",
    "index:1,2",
    "index>=2 -arch:gfx1100,4",
    "size>4K,0",
    "size>=4K,6",
    "stored<4k,5",
    "ratio:1,11",
    "ordinal:-1,11",
    "type:hsaco,11",
    "type:co,0",
    "type:*co,11",
    "meta:hipv4,11",
    "meta:gfx1030,1",
    "state:damaged,0",
    "name:other,0",
  })
  void picksRows(String text, int count) throws IOException, QueryException {
    CodeObjectQuery query = CodeObjectQuery.parse(text);
    try (Document document =
        StandardFormats.all().open(Fixtures.path("libdrift.so"), Progress.NONE)) {
      CodeObjects source = document.codeObjects();
      int accepted = 0;
      for (int row = 0; row < source.size(); row++) {
        accepted += query.accepts(source, source.row(row)) ? 1 : 0;
      }
      assertThat(accepted).isEqualTo(count);
    }
  }

  @Test
  void codeThatDoesNotUnpackIsDamaged(@TempDir Path folder) throws IOException, QueryException {
    byte[] second = "another".repeat(99).getBytes(UTF_8);
    byte[] bytes =
        TestArchive.zstd(new byte[4000], second)
            .toc(
                map(
                    "a#0",
                    map(
                        "gfx900",
                        map("type", "hsaco", "ordinal", 0, "original_size", 4000),
                        "gfx906",
                        map("type", "hsaco", "ordinal", 1, "original_size", second.length))))
            .bytes();
    // The magic of the second frame.
    bytes[new String(bytes, ISO_8859_1).lastIndexOf("(\u00b5/\u00fd")] ^= 1;
    Path archive = Files.write(folder.resolve("damaged.kpack"), bytes);
    try (Document document = StandardFormats.all().open(archive, Progress.NONE)) {
      CodeObjects source = document.codeObjects();
      assertThat(source.size()).isEqualTo(2);
      CodeObjectQuery query = CodeObjectQuery.parse("state:damaged");
      assertThat(query.accepts(source, source.row(0))).isFalse();
      assertThat(query.accepts(source, source.row(1))).isTrue();
      assertThat(CodeObjectQuery.parse("-state:damaged").accepts(source, source.row(1))).isFalse();
    }
  }

  @Test
  void saysWhatIsNoQuery() {
    assertThatThrownBy(() -> CodeObjectQuery.parse("size>big"))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("big");
  }
}
