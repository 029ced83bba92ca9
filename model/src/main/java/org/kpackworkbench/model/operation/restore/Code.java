package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/** A code object that goes into a bundle, wherever it comes from. */
interface Code {
  long sizeBytes() throws FormatException;

  /** What makes two code objects the same without looking at them. */
  Object stored();

  /** Writes it in chunks. */
  void writeTo(OutputStream out, Progress progress) throws IOException;
}
