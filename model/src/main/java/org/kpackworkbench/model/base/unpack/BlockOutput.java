package org.kpackworkbench.model.base.unpack;

import java.io.IOException;
import java.io.OutputStream;

/** A stream that is written in blocks, and byte by byte through them. */
public abstract class BlockOutput extends OutputStream {

  /** A stream. */
  protected BlockOutput() {}

  @Override
  public final void write(int single) throws IOException {
    write(new byte[] {(byte) single}, 0, 1);
  }

  @Override
  public abstract void write(byte[] bytes, int offset, int length) throws IOException;
}
