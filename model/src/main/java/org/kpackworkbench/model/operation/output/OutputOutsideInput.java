package org.kpackworkbench.model.operation.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.files.RealPaths;

/** Makes sure that what is written does not lie in what is read. */
public final class OutputOutsideInput {
  private OutputOutsideInput() {}

  /**
   * @throws OperationException if one lies in the other, or both are the same
   */
  public static void check(Path input, Path output) throws IOException {
    checkOutputNotIn(input, output);
    if (real(input).startsWith(RealPaths.of(output))) {
      throw OperationException.Obstacle.OVERLAP.exception(
          "the input %s lies in the output %s", input, output);
    }
  }

  /**
   * @throws OperationException if the output lies in the input, or is it
   */
  public static void checkOutputNotIn(Path input, Path output) throws IOException {
    if (RealPaths.of(output).startsWith(real(input))) {
      throw OperationException.Obstacle.OVERLAP.exception(
          "the output %s lies in the input %s", output, input);
    }
  }

  private static Path real(Path input) throws IOException {
    return Files.exists(input) ? input.toRealPath() : RealPaths.of(input);
  }
}
