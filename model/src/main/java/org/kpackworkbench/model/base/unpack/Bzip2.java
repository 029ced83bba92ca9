package org.kpackworkbench.model.base.unpack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Packs in the format of bzip2. Stateless: safe for use by many threads. */
public final class Bzip2 {
  private Bzip2() {}

  /** Packs bytes. Other packers may make other bytes of them. */
  public static byte[] pack(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    // The size of blocks also is the memory that a packer takes.
    int blocks = BZip2CompressorOutputStream.chooseBlockSize(bytes.length);
    try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(packed, blocks)) {
      out.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return packed.toByteArray();
  }
}
