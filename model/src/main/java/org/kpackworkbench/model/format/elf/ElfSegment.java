package org.kpackworkbench.model.format.elf;

/**
 * A program header, every field as in the file. Numbers may point anywhere.
 *
 * @param index its position in the table
 * @param type {@code p_type}, see {@link SegmentType}
 * @param flags {@code p_flags}, see {@link SegmentFlags}
 * @param fileOffset {@code p_offset}, from the start of the ELF file
 * @param virtualAddress {@code p_vaddr}
 * @param physicalAddress {@code p_paddr}, usually the same
 * @param fileSizeBytes {@code p_filesz}, bytes taken from the file
 * @param memorySizeBytes {@code p_memsz}, bytes in memory; what is beyond the file's is zero-filled
 * @param alignment {@code p_align}, 0 and 1 mean none
 * @param headerOffset offset of the header itself, from the start of the ELF file
 */
public record ElfSegment(
    int index,
    long type,
    long flags,
    long fileOffset,
    long virtualAddress,
    long physicalAddress,
    long fileSizeBytes,
    long memorySizeBytes,
    long alignment,
    long headerOffset) {

  /** Size of a program header. */
  public static final int HEADER_SIZE_BYTES = 56;

  /** The type's name, e.g. {@code LOAD}. */
  public String typeName() {
    return SegmentType.name(type);
  }

  /** The flags in words, e.g. {@code "read, execute"}. */
  public String flagWords() {
    return SegmentFlags.words(flags);
  }

  /** Whether it becomes memory when the file is loaded. */
  public boolean isLoad() {
    return type == SegmentType.LOAD;
  }

  /** Whether a virtual address lies in its memory. */
  public boolean containsAddress(long address) {
    return Long.compareUnsigned(address - virtualAddress, memorySizeBytes) < 0;
  }

  /** Whether a file offset lies in its bytes of the file. */
  public boolean containsOffset(long offset) {
    return offset >= fileOffset && Long.compareUnsigned(offset - fileOffset, fileSizeBytes) < 0;
  }

  /** Type and number, as lists show it. */
  public String label() {
    return typeName() + " " + index;
  }
}
