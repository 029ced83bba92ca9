package org.kpackworkbench.model.format.hostonly;

import java.util.List;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;

/**
 * A file's layout, for showing it beside another.
 *
 * @param sizeBytes of the file
 * @param segments its program headers
 * @param sections its section headers
 */
public record LayoutFacts(long sizeBytes, List<ElfSegment> segments, List<ElfSection> sections) {
  /** The layout of a file. */
  public static LayoutFacts of(ElfFile elf) {
    return new LayoutFacts(elf.view().size(), elf.segments(), elf.sections());
  }
}
