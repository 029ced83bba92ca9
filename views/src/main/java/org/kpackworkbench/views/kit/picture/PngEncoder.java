package org.kpackworkbench.views.kit.picture;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.PixelReader;

/**
 * Writes an image as PNG (ISO/IEC 15948): 8 bits per channel with alpha, each row with the filter
 * "up". Needs no AWT.
 */
public final class PngEncoder {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte COLOR_WITH_ALPHA = 6;
  private static final byte FILTER_UP = 2;

  private PngEncoder() {}

  /** Writes an image; does not close {@code out}. */
  public static void write(Image image, OutputStream out) throws IOException {
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    DataOutputStream data = new DataOutputStream(out);
    data.write(SIGNATURE);
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    DataOutputStream fields = new DataOutputStream(header);
    fields.writeInt(width);
    fields.writeInt(height);
    fields.write(new byte[] {8, COLOR_WITH_ALPHA, 0, 0, 0});
    chunk(data, "IHDR", header.toByteArray());
    chunk(data, "IDAT", pixels(image.getPixelReader(), width, height));
    chunk(data, "IEND", new byte[0]);
    data.flush();
  }

  private static byte[] pixels(PixelReader reader, int width, int height) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try (DeflaterOutputStream rows = new DeflaterOutputStream(packed, deflater)) {
      byte[] above = new byte[width * 4];
      byte[] row = new byte[width * 4];
      byte[] filtered = new byte[width * 4];
      int[] argb = new int[width];
      for (int y = 0; y < height; y++) {
        reader.getPixels(0, y, width, 1, PixelFormat.getIntArgbInstance(), argb, 0, width);
        for (int x = 0; x < width; x++) {
          row[4 * x] = (byte) (argb[x] >> 16);
          row[4 * x + 1] = (byte) (argb[x] >> 8);
          row[4 * x + 2] = (byte) argb[x];
          row[4 * x + 3] = (byte) (argb[x] >> 24);
        }
        for (int i = 0; i < row.length; i++) {
          filtered[i] = (byte) (row[i] - above[i]);
        }
        rows.write(FILTER_UP);
        rows.write(filtered);
        byte[] swap = above;
        above = row;
        row = swap;
      }
    } finally {
      deflater.end();
    }
    return packed.toByteArray();
  }

  private static void chunk(DataOutputStream out, String type, byte[] content) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 check = new CRC32();
    check.update(name);
    check.update(content);
    out.writeInt(content.length);
    out.write(name);
    out.write(content);
    out.writeInt((int) check.getValue());
  }
}
