package org.kpackworkbench.views.format.elf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * The ELF file that views are about: a file of its own, a member of a static library, or a code
 * object.
 *
 * @param elf the ELF file
 * @param fat what it has of device code; null for code objects
 * @param place where it is
 */
public record ElfSubject(ElfFile elf, @Nullable FatBinary fat, Place place) {

  /** The places of its parts. */
  public ElfPlaces places() {
    return new ElfPlaces(elf, place);
  }

  /** A section by its index, or null if there is none of that index. */
  @Nullable ElfSection section(long index) {
    List<ElfSection> sections = elf.sections();
    return index > 0 && index < sections.size() ? sections.get((int) index) : null;
  }

  /** The place of the table of section headers, which represents all sections. */
  public Place.Part sectionHeaders() {
    return places()
        .part(
            "section headers",
            elf.header().sectionHeadersOffset(),
            (long) elf.sections().size() * elf.header().sectionHeaderSizeBytes());
  }

  /** The place of the program header table, which represents all segments. */
  public Place.Part programHeaders() {
    return places()
        .part(
            "program headers",
            elf.header().programHeadersOffset(),
            (long) elf.segments().size() * elf.header().programHeaderSizeBytes());
  }
}
