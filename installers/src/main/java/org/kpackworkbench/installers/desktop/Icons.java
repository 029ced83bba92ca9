package org.kpackworkbench.installers.desktop;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.kpackworkbench.installers.Trees;

/**
 * The program's icon in the forms that systems want. The module of icons holds its one drawing and
 * the renderings of it, which a test there compares.
 */
public final class Icons {
  private static final String NAME = "kpack-workbench";
  private static final List<Integer> SIZES = List.of(16, 24, 32, 48, 64, 128, 256, 512);

  /** The kinds of image in Apple's format, and the edge of each in pixels. */
  private static final Map<String, Integer> APPLE =
      new LinkedHashMap<>(
          Map.of(
              "icp4", 16, "icp5", 32, "icp6", 64, "ic07", 128, "ic08", 256, "ic09", 512, "ic11", 32,
              "ic12", 64, "ic13", 256, "ic14", 512));

  private final Path drawings;

  /**
   * Icons.
   *
   * @param drawings the folder with {@code app-icon.svg} and {@code app-icon-SIZE.png}
   */
  public Icons(Path drawings) {
    this.drawings = drawings;
  }

  /** Writes the theme of icons that desktops on Linux share. */
  public void writeTheme(Path share) throws IOException {
    Path theme = share.resolve("icons/hicolor");
    for (int size : SIZES) {
      Trees.write(theme.resolve("%dx%d/apps/%s.png".formatted(size, size, NAME)), picture(size));
    }
    Trees.write(
        theme.resolve("scalable/apps/" + NAME + ".svg"),
        Files.readAllBytes(drawings.resolve("app-icon.svg")));
  }

  private byte[] picture(int size) throws IOException {
    return Files.readAllBytes(drawings.resolve("app-icon-" + size + ".png"));
  }

  /** The icon for Windows: a table of pictures in PNG, for which 256 is the largest edge. */
  public byte[] ico() throws IOException {
    SequencedMap<Integer, byte[]> pictures = new LinkedHashMap<>();
    for (int size : SIZES) {
      if (size <= 256) {
        pictures.put(size, picture(size));
      }
    }
    int offset = 6 + 16 * pictures.size();
    int length = offset + pictures.values().stream().mapToInt(each -> each.length).sum();
    ByteBuffer file = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.putShort((short) 0).putShort((short) 1).putShort((short) pictures.size());
    for (Map.Entry<Integer, byte[]> each : pictures.entrySet()) {
      // An edge has one byte; 0 represents 256.
      file.put(each.getKey().byteValue()).put(each.getKey().byteValue());
      file.put((byte) 0).put((byte) 0).putShort((short) 1).putShort((short) 32);
      file.putInt(each.getValue().length).putInt(offset);
      offset += each.getValue().length;
    }
    pictures.values().forEach(file::put);
    return file.array();
  }

  /** The icon for macOS: pieces with a name of four letters and a length. */
  public byte[] icns() throws IOException {
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(pieces);
    for (Map.Entry<String, Integer> kind : new java.util.TreeMap<>(APPLE).entrySet()) {
      byte[] picture = picture(kind.getValue());
      data.writeBytes(kind.getKey());
      data.writeInt(8 + picture.length);
      data.write(picture);
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    DataOutputStream whole = new DataOutputStream(file);
    whole.writeBytes("icns");
    whole.writeInt(8 + pieces.size());
    pieces.writeTo(whole);
    return file.toByteArray();
  }
}
