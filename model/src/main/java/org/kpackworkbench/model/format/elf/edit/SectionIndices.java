package org.kpackworkbench.model.format.elf.edit;

import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;

/**
 * Where section headers go in a table that gets another order or more entries; and what follows
 * them. Immutable.
 */
public final class SectionIndices {
  private final int[] newIndex;

  /**
   * @param newIndex for each old index the new one
   */
  public SectionIndices(int[] newIndex) {
    this.newIndex = newIndex.clone();
  }

  /** The new index; numbers that are no index of a section stay as they are. */
  public long of(long oldIndex) {
    return oldIndex > 0 && oldIndex < newIndex.length ? newIndex[(int) oldIndex] : oldIndex;
  }

  /** {@code sh_link}, which names a section in every type that has one. */
  public long link(ElfSection section) {
    return of(section.link());
  }

  /** {@code sh_info}, which names a section in tables of relocations and where a flag says so. */
  public long info(ElfSection section) {
    boolean named =
        section.type() == SectionType.RELA
            || section.type() == SectionType.REL
            || (section.flags() & SectionFlags.INFO_LINK) != 0;
    return named ? of(section.info()) : section.info();
  }
}
