package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Makes a fat binary host-only.
 *
 * <p>The result is written beside its target, read back and verified, and only then given its name;
 * until then, and after a failure or cancellation, whatever was there is as it was. It has the
 * input's mode and time stamp. The same input gives the same bytes. Stateless: safe for use by many
 * threads. Whoever has more to do before the file gets its name uses {@link ConvertInput}.
 */
public final class HostOnlyConversion {
  private final Progress progress;

  /**
   * @param progress told how far it is; can cancel it with a {@link
   *     java.util.concurrent.CancellationException}
   */
  public HostOnlyConversion(Progress progress) {
    this.progress = progress;
  }

  /**
   * Converts one file.
   *
   * @throws ConversionRefusedException where the file cannot be converted; nothing was written
   * @throws FormatException where the file changed meanwhile
   * @throws IOException where it cannot be read, or the output cannot be written
   */
  public ConvertReport run(ConvertRequest request) throws IOException {
    try (ConvertInput input = ConvertInput.open(request.input(), progress);
        PreparedConversion prepared = input.prepare(request, true, progress)) {
      prepared.commit();
      return prepared.report();
    }
  }
}
