package org.kpackworkbench.model.format.elf;

import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;

/**
 * The places of an ELF file's parts. Their ranges count in the file that the ELF file is a part of.
 *
 * @param elf the file
 * @param parent the place of the ELF file itself: a file, a member of a library, a code object
 */
public record ElfPlaces(ElfFile elf, Place parent) {

  /** The place of the file's header. */
  public Place.Part header() {
    return part("ELF header", 0, ElfHeader.SIZE_BYTES);
  }

  /** The place of a section. */
  public Place.Section section(ElfSection section) {
    return new Place.Section(parent, section.index(), section.name(), outer(elf.rangeOf(section)));
  }

  /** The place of a segment. */
  public Place.Segment segment(ElfSegment segment) {
    return new Place.Segment(
        parent, segment.index(), segment.typeName(), outer(elf.rangeOf(segment)));
  }

  /** A symbol, with its bytes where it has any in the file. */
  public Place.Symbol symbol(ElfSymbol symbol) {
    ByteRange range = symbolRange(symbol);
    return new Place.Symbol(parent, symbol.name(), range.isEmpty() ? null : outer(range));
  }

  /** A part that has no type of its own. */
  public Place.Part part(String label, long offset, long sizeBytes) {
    return new Place.Part(parent, label, outer(ElfReader.clip(elf.view(), offset, sizeBytes)));
  }

  /** A range of the ELF file's bytes as a range of the file that it is a part of. */
  public ByteRange outer(ByteRange range) {
    return new ByteRange(elf.view().fileOffset(range.start()), range.length());
  }

  private ByteRange symbolRange(ElfSymbol symbol) {
    ByteRange none = new ByteRange(0, 0);
    if (symbol.section() <= 0 || symbol.sizeBytes() <= 0) {
      return none;
    }
    if (elf.header().isObject()) {
      if (symbol.section() >= elf.sections().size()) {
        return none;
      }
      ByteRange section = elf.rangeOf(elf.sections().get(symbol.section()));
      boolean inside = symbol.value() >= 0 && symbol.value() < section.length();
      return inside
          ? ElfReader.clip(elf.view(), section.start() + symbol.value(), symbol.sizeBytes())
          : none;
    }
    return elf.addresses().locate(symbol.value()) instanceof AddressMap.InFile in
        ? ElfReader.clip(elf.view(), in.fileOffset(), symbol.sizeBytes())
        : none;
  }
}
