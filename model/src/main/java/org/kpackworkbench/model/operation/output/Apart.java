package org.kpackworkbench.model.operation.output;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.files.RealPaths;

/** Makes sure that what is written does not lie in what is read. */
public final class Apart {
  private Apart() {}

  /**
   * @throws CombineException where one lies in the other, or both are the same
   */
  public static void check(Path input, Path output) throws IOException {
    checkOutputNotIn(input, output);
    if (RealPaths.of(input).startsWith(RealPaths.of(output))) {
      throw new CombineException(
          CombineException.Reason.OVERLAP,
          "the input %s lies in the output %s".formatted(input, output));
    }
  }

  /**
   * @throws CombineException where the output lies in the input, or is it
   */
  public static void checkOutputNotIn(Path input, Path output) throws IOException {
    if (RealPaths.of(output).startsWith(RealPaths.of(input))) {
      throw new CombineException(
          CombineException.Reason.OVERLAP,
          "the output %s lies in the input %s".formatted(output, input));
    }
  }
}
