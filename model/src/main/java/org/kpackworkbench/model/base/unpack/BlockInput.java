package org.kpackworkbench.model.base.unpack;

import java.io.IOException;
import java.io.InputStream;

/** A stream that is read in blocks, and byte by byte through them. */
public abstract class BlockInput extends InputStream {

  /** A stream. */
  protected BlockInput() {}

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] buffer, int offset, int length) throws IOException;
}
