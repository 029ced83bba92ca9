package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/**
 * Packs or converts in a JVM of its own: {@code pack IN OUT} or {@code convert IN OUT DIR}. Says
 * when it has begun to write code objects; where {@code stays} is set it goes no further then,
 * until it is killed.
 */
final class PackMain {
  private PackMain() {}

  public static void main(String[] args) throws IOException {
    Path input = Path.of(args[1]);
    Path output = Path.of(args[2]);
    try {
      if (args[0].equals("pack")) {
        new Pack(PackRequest.of(input, output, "g", "f").replacing(true)).run(ChildJvm.saying());
      } else {
        new Convert(
                ConvertRequest.keeping(
                        input, output, "lib", List.of("@GFXARCH@.kpack"), Path.of(args[3]))
                    .replacing(true))
            .run(ChildJvm.saying());
      }
      System.out.println("done");
    } catch (IOException failure) {
      System.out.println("failed: " + failure.getMessage());
    }
  }
}
