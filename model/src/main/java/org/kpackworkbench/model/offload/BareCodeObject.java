package org.kpackworkbench.model.offload;

import org.kpackworkbench.model.elf.ElfFile;

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
