package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.demangle.Demangler;

/** Names of C++. */
public final class DemanglerFuzz {
  private DemanglerFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String name = Check.text(input);
    String shown = Demangler.demangle(name);
    Check.same(shown, Demangler.tryDemangle(name).orElse(name), "the same name twice");
    Demangler.shortName(name);
  }
}
