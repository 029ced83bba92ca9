package org.kpackworkbench.model.format.elf;

import org.kpackworkbench.model.format.image.HostImage;

/**
 * A section header, every field as in the file. Numbers may point anywhere: use {@link
 * ElfFile#content} and {@link ElfFile#rangeOf} for bytes that are really there.
 *
 * @param index its position in the table
 * @param name its name, empty if it has none or the names cannot be read
 * @param nameOffset {@code sh_name}, offset of the name in {@code .shstrtab}
 * @param type {@code sh_type}, see {@link SectionType}
 * @param flags {@code sh_flags}, see {@link SectionFlags}
 * @param address {@code sh_addr}, virtual address; 0 if it is not loaded
 * @param fileOffset {@code sh_offset}, from the start of the ELF file
 * @param sizeBytes {@code sh_size}; of a {@code NOBITS} section the size in memory
 * @param link {@code sh_link}, usually the index of a section
 * @param info {@code sh_info}, of the type's own meaning
 * @param alignment {@code sh_addralign}, 0 and 1 mean none
 * @param entrySizeBytes {@code sh_entsize}, 0 if it is no table
 * @param headerOffset offset of the header itself, from the start of the ELF file
 */
public record ElfSection(
    int index,
    String name,
    long nameOffset,
    long type,
    long flags,
    long address,
    long fileOffset,
    long sizeBytes,
    long link,
    long info,
    long alignment,
    long entrySizeBytes,
    long headerOffset)
    implements HostImage.Section {

  /** Size of a section header. */
  public static final int HEADER_SIZE_BYTES = 64;

  private static final int SIZE_FIELD = 32;

  /** The type's name, e.g. {@code PROGBITS}. */
  public String typeName() {
    return SectionType.name(type);
  }

  /** The flags in words, e.g. {@code "alloc, execute"}; empty if none is set. */
  public String flagWords() {
    return SectionFlags.words(flags);
  }

  /** Whether it has no bytes in the file: it is zero-filled when loaded. */
  @Override
  public boolean isNoBits() {
    return type == SectionType.NOBITS;
  }

  /** Whether it is loaded. */
  public boolean isAllocated() {
    return (flags & SectionFlags.ALLOC) != 0;
  }

  /** Whether it has the flag of code that can be run. */
  public boolean isExecutable() {
    return (flags & SectionFlags.EXECUTE) != 0;
  }

  /** Bytes it takes in the file. */
  public long storedSizeBytes() {
    return isNoBits() || type == SectionType.NULL ? 0 : sizeBytes;
  }

  /** Whether a virtual address lies in it; never for sections that are not loaded. */
  public boolean containsAddress(long virtualAddress) {
    return isAllocated() && Long.compareUnsigned(virtualAddress - address, sizeBytes) < 0;
  }

  @Override
  public long sizeFieldOffset() {
    return headerOffset + SIZE_FIELD;
  }
}
