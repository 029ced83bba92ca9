package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;

/**
 * A note.
 *
 * @param name the owner's name, e.g. {@code GNU} or {@code AMDGPU}, without its final zero byte
 * @param type {@code n_type}, of the owner's own meaning
 * @param content the descriptor's bytes
 * @param range the whole note with its header and padding, relative to the ELF file's start
 * @param section the section that contains it; null if it was found through a segment
 */
public record ElfNote(
    String name, long type, ByteView content, ByteRange range, @Nullable ElfSection section) {

  /** {@code NT_GNU_BUILD_ID}. */
  public static final long GNU_BUILD_ID = 3;

  /** {@code NT_AMDGPU_METADATA}: MessagePack. */
  public static final long AMDGPU_METADATA = 32;

  /** Whether it is the GNU build id. */
  public boolean isBuildId() {
    return name.equals("GNU") && type == GNU_BUILD_ID;
  }

  /** Returns the meaning of the type for this owner. */
  public String typeName() {
    return ElfNames.of("note-" + name, type, "type 0x%x");
  }
}
