package org.kpackworkbench.model.format.elf.edit;

import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionType;

/** A section header with some fields changed. Not safe for use by several threads. */
public final class SectionEdit {
  private final ElfSection old;
  private int index;
  private long type;
  private long address;
  private long fileOffset;
  private long sizeBytes;
  private long link;
  private long info;
  private long alignment;

  /** Starts with every field as it is. */
  public SectionEdit(ElfSection old) {
    this.old = old;
    this.index = old.index();
    this.type = old.type();
    this.address = old.address();
    this.fileOffset = old.fileOffset();
    this.sizeBytes = old.sizeBytes();
    this.link = old.link();
    this.info = old.info();
    this.alignment = old.alignment();
  }

  /** Sets its position in the table. */
  public SectionEdit index(int newIndex) {
    this.index = newIndex;
    return this;
  }

  /** Sets {@code sh_addr} and {@code sh_offset}. */
  public SectionEdit at(long newAddress, long newFileOffset) {
    this.address = newAddress;
    this.fileOffset = newFileOffset;
    return this;
  }

  /** Sets {@code sh_offset}. */
  public SectionEdit fileOffset(long newFileOffset) {
    this.fileOffset = newFileOffset;
    return this;
  }

  /** Sets {@code sh_size}. */
  public SectionEdit size(long newSizeBytes) {
    this.sizeBytes = newSizeBytes;
    return this;
  }

  /** Sets {@code sh_link} and {@code sh_info}. */
  public SectionEdit links(long newLink, long newInfo) {
    this.link = newLink;
    this.info = newInfo;
    return this;
  }

  /** Sets {@code sh_addralign}. */
  public SectionEdit aligned(long newAlignment) {
    this.alignment = newAlignment;
    return this;
  }

  /** Takes its bytes out of the file, or leaves its type. */
  public SectionEdit noBits(boolean noBits) {
    this.type = noBits ? SectionType.NOBITS : type;
    return this;
  }

  /** Gives it bytes in the file: {@code PROGBITS}. */
  public SectionEdit withBits() {
    this.type = SectionType.PROGBITS;
    return this;
  }

  /** The header as it is to be. */
  public ElfSection build() {
    return new ElfSection(
        index,
        old.name(),
        old.nameOffset(),
        type,
        old.flags(),
        address,
        fileOffset,
        sizeBytes,
        link,
        info,
        alignment,
        old.entrySizeBytes(),
        old.headerOffset());
  }
}
