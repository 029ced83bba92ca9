package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.analysis.resolve.process.MemoryMap;

/** Memory maps of processes, as {@code /proc} has them. */
public final class MemoryMapFuzz {
  private MemoryMapFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    MemoryMap map = MemoryMap.parse(Check.text(input));
    Check.listed(map.files().values());
    Check.listed(map.unreadable());
    map.mappings().forEach(mapping -> Check.that(!mapping.toString().isEmpty(), "words"));
  }
}
