package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.analysis.resolve.process.LinkerCache;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Caches of the dynamic linker. */
public final class LinkerCacheFuzz {
  private LinkerCacheFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      LinkerCache cache = LinkerCache.read(ByteView.of("ld.so.cache", input));
      for (String name : cache.names()) {
        Check.that(!cache.paths(name).isEmpty(), "a name has paths");
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
