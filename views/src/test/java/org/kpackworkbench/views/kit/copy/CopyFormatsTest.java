package org.kpackworkbench.views.kit.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

class CopyFormatsTest {
  private static final Place.File FILE = new Place.File(Path.of("/opt/rocm/lib/it's.so"));
  private static final Place.CodeObject CODE =
      new Place.CodeObject(
          FILE, "lib/librocrand.so.1.1", 2, "gfx90a:xnack+", new ByteRange(0x1000, 64), true);

  private static byte[] bytes(int count) {
    byte[] made = new byte[count];
    for (int i = 0; i < count; i++) {
      made[i] = (byte) (i * 17);
    }
    return made;
  }

  @Test
  void hexHasSixteenPairsToALine() {
    assertThat(CopyFormats.hex(bytes(18)))
        .isEqualTo("00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff\n10 21");
    assertThat(CopyFormats.hex(new byte[0])).isEmpty();
  }

  @Test
  void cArraysCompile() {
    assertThat(CopyFormats.cArray("wrapper 0", bytes(14)))
        .isEqualTo(
            """
            static const unsigned char wrapper_0[14] = {
              0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb,
              0xcc, 0xdd,
            };
            """);
    assertThat(CopyFormats.cArray("9.text", new byte[0]))
        .startsWith("static const unsigned char b_9_text[0] = {");
    assertThat(CopyFormats.cArray("…", new byte[0])).contains("char bytes[0]");
  }

  @Test
  void textKeepsWhatCanBeRead() {
    assertThat(CopyFormats.text("größe\0".getBytes(StandardCharsets.UTF_8))).isEqualTo("größe");
    assertThat(CopyFormats.text(new byte[] {'a', (byte) 0xff, 'b'})).isEqualTo("a\ufffdb");
  }

  @Test
  void placesHaveOffsetKeyAndPath() {
    assertThat(CopyFormats.offset(CODE)).isEqualTo("0x1000");
    assertThat(CopyFormats.offset(FILE)).isNull();
    assertThat(CopyFormats.key(new Place.Bytes(CODE, new ByteRange(0, 4))))
        .isEqualTo("lib/librocrand.so.1.1#2@gfx90a:xnack+");
    assertThat(CopyFormats.path(CODE)).isEqualTo(FILE.file().toString());
  }

  @Test
  void theHashIsThatOfTheBytes() throws Exception {
    assertThat(
            CopyActions.sha256(
                ByteView.of("abc", "abc".getBytes(StandardCharsets.UTF_8)), Progress.NONE))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
