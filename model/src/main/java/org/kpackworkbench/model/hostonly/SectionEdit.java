package org.kpackworkbench.model.hostonly;

import org.kpackworkbench.model.elf.ElfSection;
import org.kpackworkbench.model.elf.SectionType;

/** A section header with some fields changed. */
final class SectionEdit {
  private final ElfSection old;
  private int index;
  private long type;
  private long address;
  private long fileOffset;
  private long sizeBytes;
  private long link;
  private long info;
  private long alignment;

  SectionEdit(ElfSection old) {
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

  SectionEdit index(int newIndex) {
    this.index = newIndex;
    return this;
  }

  SectionEdit at(long newAddress, long newFileOffset) {
    this.address = newAddress;
    this.fileOffset = newFileOffset;
    return this;
  }

  SectionEdit fileOffset(long newFileOffset) {
    this.fileOffset = newFileOffset;
    return this;
  }

  SectionEdit size(long newSizeBytes) {
    this.sizeBytes = newSizeBytes;
    return this;
  }

  SectionEdit links(long newLink, long newInfo) {
    this.link = newLink;
    this.info = newInfo;
    return this;
  }

  SectionEdit aligned(long newAlignment) {
    this.alignment = newAlignment;
    return this;
  }

  SectionEdit noBits(boolean noBits) {
    this.type = noBits ? SectionType.NOBITS : type;
    return this;
  }

  ElfSection build() {
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
