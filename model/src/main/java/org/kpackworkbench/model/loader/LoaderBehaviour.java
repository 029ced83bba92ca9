package org.kpackworkbench.model.loader;

/** What a loader does when an archive lists an architecture but has no code for the key. */
public enum LoaderBehaviour {
  /** Goes on with the next candidate: an overlay archive holds few kernels, the base the rest. */
  TOLERANT("tolerant"),
  /** Gives up, as loaders did up to mid-2026. */
  STRICT("strict");

  private final String words;

  LoaderBehaviour(String words) {
    this.words = words;
  }

  /** What people call it. */
  public String words() {
    return words;
  }

  /** The other one. */
  public LoaderBehaviour other() {
    return this == TOLERANT ? STRICT : TOLERANT;
  }
}
