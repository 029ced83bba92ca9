package org.kpackworkbench.icons;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javafx.geometry.Rectangle2D;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.paint.Color;

/** Pixels of something drawn, as {@code 0xAARRGGBB}, row by row. */
record Picture(int width, int height, int[] argb) {

  /** Draws a node over nothing; on JavaFX's thread. */
  static Picture of(Node node, Parent root, int size) {
    Scene scene = new Scene(root, size, size, Color.TRANSPARENT);
    root.applyCss();
    root.layout();
    SnapshotParameters parameters = new SnapshotParameters();
    parameters.setFill(Color.TRANSPARENT);
    parameters.setViewport(new Rectangle2D(0, 0, size, size));
    Picture picture = of(node.snapshot(parameters, null));
    scene.setRoot(new Group());
    return picture;
  }

  static Picture of(Image image) {
    int width = (int) image.getWidth();
    int height = (int) image.getHeight();
    int[] argb = new int[width * height];
    image
        .getPixelReader()
        .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), argb, 0, width);
    return new Picture(width, height, argb);
  }

  /** The mean difference of a channel, from 0 for equal pictures to 255. */
  double differenceTo(Picture other) {
    long sum = 0;
    for (int i = 0; i < argb.length; i++) {
      for (int shift = 0; shift < 32; shift += 8) {
        sum += Math.abs((argb[i] >>> shift & 0xFF) - (other.argb[i] >>> shift & 0xFF));
      }
    }
    return sum / 4.0 / argb.length;
  }

  /** The picture as a PNG file. */
  byte[] png() throws IOException {
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(rows))) {
      for (int y = 0; y < height; y++) {
        out.writeByte(0);
        for (int x = 0; x < width; x++) {
          out.writeInt(Integer.rotateLeft(argb[y * width + x], 8));
        }
      }
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(file)) {
      out.writeLong(0x89504E470D0A1A0AL);
      ByteArrayOutputStream header = new ByteArrayOutputStream();
      try (DataOutputStream fields = new DataOutputStream(header)) {
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {8, 6, 0, 0, 0});
      }
      chunk(out, "IHDR", header.toByteArray());
      chunk(out, "IDAT", rows.toByteArray());
      chunk(out, "IEND", new byte[0]);
    }
    return file.toByteArray();
  }

  private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(type.getBytes(StandardCharsets.US_ASCII));
    crc.update(data);
    out.writeInt(data.length);
    out.writeBytes(type);
    out.write(data);
    out.writeInt((int) crc.getValue());
  }
}
