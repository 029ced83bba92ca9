package org.kpackworkbench.model.format.kpack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Bytes in memory, in pieces: they grow without being copied. */
final class ByteChunks {
  private final List<byte[]> chunks = new ArrayList<>();
  private long sizeBytes;

  /** Takes what is between a buffer's position and its limit. */
  void add(ByteBuffer bytes) {
    byte[] chunk = new byte[bytes.remaining()];
    bytes.get(chunk);
    add(chunk);
  }

  /** Takes an array that nobody changes any more. */
  void add(byte[] chunk) {
    chunks.add(chunk);
    sizeBytes += chunk.length;
  }

  long sizeBytes() {
    return sizeBytes;
  }

  /** The last four bytes as a little-endian number; fewer where there are fewer. */
  int lastInt() {
    int value = 0;
    int found = 0;
    for (byte[] chunk : chunks.reversed()) {
      for (int i = chunk.length - 1; i >= 0 && found < Integer.BYTES; i--) {
        value = value << Byte.SIZE | (chunk[i] & 0xff);
        found++;
      }
    }
    return value;
  }

  void writeTo(OutputStream out) throws IOException {
    for (byte[] chunk : chunks) {
      out.write(chunk, 0, chunk.length);
    }
  }

  InputStream stream() {
    return new SequenceInputStream(
        Collections.enumeration(chunks.stream().map(ByteArrayInputStream::new).toList()));
  }
}
