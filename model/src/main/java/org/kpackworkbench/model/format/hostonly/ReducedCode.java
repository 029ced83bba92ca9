package org.kpackworkbench.model.format.hostonly;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.format.registry.CodeStore;

/**
 * A fat binary with some of its code objects only, planned and not yet written. Used by one thread,
 * as long as the original is open.
 */
public interface ReducedCode {
  /** How large it is, in bytes. */
  long sizeBytes();

  /** Whether bundles are compressed again, for which their code is unpacked. */
  boolean isCompressed();

  /**
   * Writes it, with the mode and time of the original, and verifies it before it gets its name.
   *
   * @param output where nothing is yet
   * @param writing where it is durable, every byte is compared; else a part of each bundle
   * @param reading called where bundles are compressed
   * @throws IOException if it cannot be written; nothing has the name then
   */
  void write(Path output, CodeStore.Writing writing, Taker<DeviceCodeSink> reading)
      throws IOException;
}
