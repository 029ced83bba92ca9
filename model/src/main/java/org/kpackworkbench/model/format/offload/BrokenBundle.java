package org.kpackworkbench.model.format.offload;

import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * Bytes with the magic of a bundle that cannot be read as one.
 *
 * @param problem why
 */
public record BrokenBundle(FormatException problem) implements BundleContent {
  @Override
  public String kindName() {
    return "broken bundle";
  }
}
