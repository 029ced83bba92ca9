package org.kpackworkbench.model.format.offload;

import org.kpackworkbench.model.format.elf.ElfFile;

/**
 * A code object without a bundle around it.
 *
 * @param elf the code object
 */
public record BareCodeObject(ElfFile elf) implements BundleContent {
  @Override
  public String kindName() {
    return "code object without a bundle";
  }
}
