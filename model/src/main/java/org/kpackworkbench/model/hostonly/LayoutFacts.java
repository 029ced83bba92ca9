package org.kpackworkbench.model.hostonly;

import java.util.List;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.elf.ElfSection;
import org.kpackworkbench.model.elf.ElfSegment;

/**
 * A file's layout, for showing it beside another.
 *
 * @param sizeBytes of the file
 * @param segments its program headers
 * @param sections its section headers
 */
public record LayoutFacts(long sizeBytes, List<ElfSegment> segments, List<ElfSection> sections) {
  static LayoutFacts of(ElfFile elf) {
    return new LayoutFacts(elf.view().size(), elf.segments(), elf.sections());
  }
}
