package org.kpackworkbench.model.analysis.resolve.simulate;

/** Which loaders a simulated one does as. */
public enum LoaderBehaviour {
  /** From mid-2026 on: any error is a miss, and the next candidate is tried. */
  TOLERANT("tolerant"),
  /** Before: what the first archive that lists an architecture answers is the answer. */
  STRICT("strict"),
  /**
   * Planned features that no loader has: {@code ROCM_KPACK_ARCH_OVERRIDE}, manifests as search
   * paths, code that is still in the binary as a last resort. Else as {@link #TOLERANT}.
   */
  PLANNED("planned");

  private final String words;

  LoaderBehaviour(String words) {
    this.words = words;
  }

  /** Returns the behaviour's name for people. */
  public String words() {
    return words;
  }

  /** Returns the behaviour whose answers are compared with those of this one. */
  public LoaderBehaviour other() {
    return this == TOLERANT ? STRICT : TOLERANT;
  }
}
