package org.kpackworkbench.model.format.hostonly;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;

/** Takes the code objects of a fat binary, one after another. */
public interface DeviceCodeSink {
  /**
   * Takes a code object.
   *
   * @param rows where it belongs: one row for each wrapper that shares the bundle, at least one
   * @param code its bytes, which stay until {@link #drain} was called
   */
  void take(List<DeviceCodeRow> rows, ByteView code) throws IOException;

  /** Waits until the bytes of all code objects so far are needed no more. */
  void drain() throws IOException;
}
