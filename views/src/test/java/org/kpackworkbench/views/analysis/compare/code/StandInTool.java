package org.kpackworkbench.views.analysis.compare.code;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that lists for each of two targets what a test says, as {@code llvm-objdump} would. */
public final class StandInTool {
  private StandInTool() {}

  /**
   * Writes it.
   *
   * @param target the processor whose code objects have the first listing, e.g. {@code gfx1030}
   */
  public static Path in(Path folder, String target, String first, String other) throws IOException {
    Path one = Files.writeString(folder.resolve("first.txt"), first);
    Path two = Files.writeString(folder.resolve("other.txt"), other);
    Path tool = folder.resolve("llvm-objdump");
    Files.writeString(
        tool,
        """
        #!/bin/sh
        for file; do :; done
        if grep -q %s "$file"; then cat '%s'; else cat '%s'; fi
        """
            .formatted(target, one, two));
    assumeThat(tool.toFile().setExecutable(true)).isTrue();
    return tool;
  }

  /**
   * A listing of one function, of instructions of four bytes.
   *
   * @param address of the first one
   */
  public static String listing(String symbol, long address, String... instructions) {
    StringBuilder text = new StringBuilder("%016x <%s>:\n".formatted(address, symbol));
    long next = address;
    for (String instruction : instructions) {
      text.append("\t%s // %012X: %08X\n".formatted(instruction, next, instruction.hashCode()));
      next += 4;
    }
    return text.toString();
  }
}
