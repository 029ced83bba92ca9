package org.kpackworkbench.model.operation.archives;

import org.kpackworkbench.model.format.kpack.BinaryKey;

/** How a binary's code objects are called in an archive. */
public enum KeyForm {
  /** {@code name#n}, what today's loaders ask for. */
  INDEXED,
  /** {@code name} for the first wrapper; the others have no plain form. */
  PLAIN;

  /** The key of a wrapper. */
  public BinaryKey key(String kernelName, int wrapper) {
    // A plain name that itself looks indexed would be read as another wrapper's.
    boolean plain = this == PLAIN && wrapper == 0 && !BinaryKey.parse(kernelName).indexed();
    return new BinaryKey(kernelName, wrapper, !plain);
  }
}
