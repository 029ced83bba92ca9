package org.kpackworkbench.model.base.unpack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Packs with bzip2. */
public final class Bzip2 {
  private Bzip2() {}

  /** The stream that {@link UnpackedStream#bzip2} unpacks again. */
  public static byte[] pack(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BZip2CompressorOutputStream packed = new BZip2CompressorOutputStream(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }
}
