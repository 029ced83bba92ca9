package org.kpackworkbench.model.format.elf.edit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;

/** Encodes the structures of 64-bit little-endian ELF files. */
public final class ElfBytes {
  private ElfBytes() {}

  /** A program header, 56 bytes; the caller chooses its place. */
  public static byte[] programHeader(ElfSegment segment) {
    return buffer(ElfSegment.HEADER_SIZE_BYTES)
        .putInt((int) segment.type())
        .putInt((int) segment.flags())
        .putLong(segment.fileOffset())
        .putLong(segment.virtualAddress())
        .putLong(segment.physicalAddress())
        .putLong(segment.fileSizeBytes())
        .putLong(segment.memorySizeBytes())
        .putLong(segment.alignment())
        .array();
  }

  /** A section header, 64 bytes; its name is {@link ElfSection#nameOffset}. */
  public static byte[] sectionHeader(ElfSection section) {
    return buffer(ElfSection.HEADER_SIZE_BYTES)
        .putInt((int) section.nameOffset())
        .putInt((int) section.type())
        .putLong(section.flags())
        .putLong(section.address())
        .putLong(section.fileOffset())
        .putLong(section.sizeBytes())
        .putInt((int) section.link())
        .putInt((int) section.info())
        .putLong(section.alignment())
        .putLong(section.entrySizeBytes())
        .array();
  }

  /** Two bytes. */
  public static byte[] u16(int value) {
    return buffer(2).putShort((short) value).array();
  }

  /** Four bytes. */
  public static byte[] u32(long value) {
    return buffer(4).putInt((int) value).array();
  }

  /** Eight bytes. */
  public static byte[] u64(long value) {
    return buffer(8).putLong(value).array();
  }

  private static ByteBuffer buffer(int sizeBytes) {
    return ByteBuffer.allocate(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
