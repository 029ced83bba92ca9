package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IconsTest {
  private static final long PNG = 0x89504e470d0a1a0aL;
  private static final int WIDTH_OFFSET = 16;
  private static final Path DRAWINGS =
      Path.of("../icons/src/main/resources/org/kpackworkbench/icons");
  private static final Icons ICONS = new Icons(DRAWINGS);

  @Test
  void windowsFindsAPictureOfEachSizeWhereTheTableSays() throws Exception {
    ByteBuffer file = ByteBuffer.wrap(ICONS.ico()).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(file.getInt(0)).isEqualTo(0x10000);
    List<Integer> edges = new ArrayList<>();
    int end = 0;
    for (int i = 0; i < file.getShort(4); i++) {
      int row = 6 + 16 * i;
      int edge = (file.get(row) & 0xff) == 0 ? 256 : file.get(row) & 0xff;
      int length = file.getInt(row + 8);
      int offset = file.getInt(row + 12);
      ByteBuffer picture = file.slice(offset, length).order(ByteOrder.BIG_ENDIAN);
      assertThat(picture.getLong(0)).isEqualTo(PNG);
      assertThat(picture.getInt(WIDTH_OFFSET)).isEqualTo(edge);
      edges.add(edge);
      end = offset + length;
    }
    assertThat(edges).containsExactly(16, 24, 32, 48, 64, 128, 256);
    assertThat(end).isEqualTo(file.capacity());
  }

  @Test
  void applesPiecesFollowEachOtherToTheEnd() throws Exception {
    ByteBuffer file = ByteBuffer.wrap(ICONS.icns());
    assertThat(file.getInt(0)).isEqualTo(0x69636e73);
    assertThat(file.getInt(4)).isEqualTo(file.capacity());
    List<Integer> edges = new ArrayList<>();
    int offset = 8;
    while (offset < file.capacity()) {
      assertThat(file.getLong(offset + 8)).isEqualTo(PNG);
      edges.add(file.getInt(offset + 8 + WIDTH_OFFSET));
      offset += file.getInt(offset + 4);
    }
    assertThat(offset).isEqualTo(file.capacity());
    assertThat(edges).contains(16, 32, 64, 128, 256, 512);
  }

  @Test
  void desktopsGetEverySizeAndTheDrawing(@TempDir Path share) throws Exception {
    ICONS.writeTheme(share);
    for (int size : List.of(16, 24, 32, 48, 64, 128, 256, 512)) {
      assertThat(
              share.resolve("icons/hicolor/%dx%d/apps/kpack-workbench.png".formatted(size, size)))
          .hasSameBinaryContentAs(DRAWINGS.resolve("app-icon-" + size + ".png"));
    }
    assertThat(Files.readString(share.resolve("icons/hicolor/scalable/apps/kpack-workbench.svg")))
        .startsWith("<svg");
  }
}
