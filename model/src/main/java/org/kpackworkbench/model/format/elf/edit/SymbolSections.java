package org.kpackworkbench.model.format.elf.edit;

import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;

/**
 * In which section a symbol is. What it states may be wrong: GNU objcopy can write the section
 * headers in another order and leaves the indices in dynamic symbols alone, which no loader reads.
 */
public final class SymbolSections {
  private final ElfFile elf;

  /**
   * @param elf a linked file, in which values are addresses
   */
  public SymbolSections(ElfFile elf) {
    this.elf = elf;
  }

  /**
   * The index of the section that holds a symbol's address, where the one that it states does not;
   * else that one.
   *
   * @param info {@code st_info}
   * @param place with an index that is no reserved one
   */
  public int of(int info, SymbolRewrite.Place place) {
    int stated = place.sectionField();
    int type = info & 0xf;
    boolean address =
        type == ElfSymbol.NO_TYPE
            || type == ElfSymbol.OBJECT
            || type == ElfSymbol.FUNCTION
            || type == ElfSymbol.INDIRECT_FUNCTION;
    if (!address || isIn(stated, place.value())) {
      return stated;
    }
    for (ElfSection section : elf.sections()) {
      if (section.isAllocated() && section.containsAddress(place.value())) {
        return section.index();
      }
    }
    return stated;
  }

  /** Whether a section holds an address, or ends there, as symbols for ends do. */
  private boolean isIn(int index, long address) {
    if (index >= elf.sections().size()) {
      return false;
    }
    ElfSection section = elf.sections().get(index);
    return section.isAllocated()
        && address >= section.address()
        && address <= section.address() + section.sizeBytes();
  }
}
