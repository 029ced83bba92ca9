package org.kpackworkbench.model.format.codeobject;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;

/**
 * Statements of a code object about its target, found without reading all of the ELF file, so that
 * a hundred thousand can be checked. Two with an equal glance agree or disagree with a target
 * alike.
 *
 * @param flags {@code e_flags}
 * @param abiVersion the ELF header's ABI version
 * @param statedTarget the target as the metadata writes it
 */
public record CodeObjectGlance(long flags, int abiVersion, String statedTarget) {
  private static final int CLASS_ORDER_VERSION = 0x010102;
  private static final int HEADER_BYTES = 64;
  private static final int PROGRAM_HEADER_BYTES = 56;
  private static final int SECTION_HEADER_BYTES = 64;
  private static final int NOTE_HEADER_BYTES = 12;
  private static final int AMDGPU_NAME_BYTES = 7;
  private static final long AMDG = 0x47444d41L;

  /**
   * Reads the header of a code object.
   *
   * @return null if something is unusual or wrong; {@link CodeObject#read} says what
   * @throws FormatException only where the file changed meanwhile
   */
  public static @Nullable CodeObjectGlance of(ByteView bytes) throws FormatException {
    try {
      return plain(bytes) ? notes(bytes) : null;
    } catch (FormatException unusual) {
      unusual.throwIfFileChanged();
      return null;
    }
  }

  /** Whether it is an ELF file for AMD GPUs whose segments and sections lie inside it. */
  private static boolean plain(ByteView bytes) throws FormatException {
    boolean known =
        bytes.size() >= HEADER_BYTES
            && bytes.u32(0) == 0x464c457fL
            && (bytes.u32(4) & 0xffffff) == CLASS_ORDER_VERSION
            && bytes.u16(18) == ElfMachine.AMDGPU
            && bytes.u16(54) == PROGRAM_HEADER_BYTES
            && bytes.u16(58) == SECTION_HEADER_BYTES;
    boolean whole =
        known
            && inside(bytes, bytes.u64(32), (long) bytes.u16(56) * PROGRAM_HEADER_BYTES)
            && inside(bytes, bytes.u64(40), (long) bytes.u16(60) * SECTION_HEADER_BYTES);
    if (!whole) {
      return false;
    }
    long at = bytes.u64(32);
    for (int i = bytes.u16(56); i > 0; i--, at += PROGRAM_HEADER_BYTES) {
      if (!inside(bytes, bytes.u64(at + 8), bytes.u64(at + 32))) {
        return false;
      }
    }
    at = bytes.u64(40);
    for (int i = bytes.u16(60); i > 0; i--, at += SECTION_HEADER_BYTES) {
      boolean stored = bytes.u32(at + 4) != SectionType.NOBITS;
      if (stored && !inside(bytes, bytes.u64(at + 24), bytes.u64(at + 32))) {
        return false;
      }
    }
    return true;
  }

  private static boolean inside(ByteView bytes, long offset, long size) {
    return offset >= 0 && size >= 0 && offset <= bytes.size() && size <= bytes.size() - offset;
  }

  private static @Nullable CodeObjectGlance notes(ByteView bytes) throws FormatException {
    long at = bytes.u64(32);
    for (int i = bytes.u16(56); i > 0; i--, at += PROGRAM_HEADER_BYTES) {
      if (bytes.u32(at) == SegmentType.NOTE) {
        long start = bytes.u64(at + 8);
        String target = note(bytes.slice(start, bytes.u64(at + 32)));
        if (target != null) {
          return new CodeObjectGlance(bytes.u32(48), bytes.u8(8), target);
        }
      }
    }
    return null;
  }

  /** The target in the first note of a segment, which is the metadata of nearly all. */
  private static @Nullable String note(ByteView notes) throws FormatException {
    boolean metadata =
        notes.size() > NOTE_HEADER_BYTES + 8
            && notes.u32(0) == AMDGPU_NAME_BYTES
            && notes.u32(8) == ElfNote.AMDGPU_METADATA
            && notes.u32(NOTE_HEADER_BYTES) == AMDG;
    return metadata
        ? MetadataScan.outline(notes.slice(NOTE_HEADER_BYTES + 8, notes.u32(4))).target()
        : null;
  }
}
