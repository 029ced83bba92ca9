package org.kpackworkbench.model.format.hostonly;

import java.util.List;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * A file's layout, for showing it beside another.
 *
 * @param sizeBytes of the file
 * @param segments its program headers; none of a Windows binary
 * @param sections its section headers; none of a Windows binary
 */
public record LayoutFacts(long sizeBytes, List<ElfSegment> segments, List<ElfSection> sections) {
  /** The layout of a file. */
  public static LayoutFacts of(HostImage image) {
    return image instanceof ElfFile elf
        ? new LayoutFacts(elf.view().size(), elf.segments(), elf.sections())
        : new LayoutFacts(image.view().size(), List.of(), List.of());
  }
}
