package org.kpackworkbench.model.format.offload;

/** Target of a wrapper. */
public sealed interface WrapperTarget {

  /**
   * A bundle, compressed bundle or bare code object.
   *
   * @param bundle its index in {@link FatBinary#bundles}
   */
  record ToBundle(int bundle) implements WrapperTarget {}

  /** The marker's first byte. */
  record ToMarker() implements WrapperTarget {}

  /**
   * Nothing that is known.
   *
   * @param why a sentence about what was found instead
   */
  record ToNothing(String why) implements WrapperTarget {}
}
