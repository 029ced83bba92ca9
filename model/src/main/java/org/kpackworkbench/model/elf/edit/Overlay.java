package org.kpackworkbench.model.elf.edit;

import java.io.IOException;

/**
 * Bytes that are laid over a copy of a file.
 *
 * @param fileOffset where, in the new file
 * @param sizeBytes how many
 * @param content makes them
 */
public record Overlay(long fileOffset, long sizeBytes, Content content) {

  /** Makes an overlay's bytes, in order. */
  public interface Content {
    /** Writes all of them, from the first to the last. */
    void writeTo(Sink sink) throws IOException;
  }

  /** Takes bytes. */
  public interface Sink {
    /** Takes some bytes of an array, which may be changed afterwards. */
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  /** Bytes that are at hand. */
  public static Overlay bytes(long fileOffset, byte[] bytes) {
    return new Overlay(fileOffset, bytes.length, sink -> sink.write(bytes, 0, bytes.length));
  }

  /** Zero bytes. */
  public static Overlay zeros(long fileOffset, long sizeBytes) {
    return new Overlay(
        fileOffset,
        sizeBytes,
        sink -> {
          byte[] zeros = new byte[(int) Math.min(sizeBytes, LayoutWriter.WINDOW_BYTES)];
          for (long left = sizeBytes; left > 0; left -= zeros.length) {
            sink.write(zeros, 0, (int) Math.min(left, zeros.length));
          }
        });
  }
}
