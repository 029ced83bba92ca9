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
    return switch (name) {
      case "GNU" -> gnuName();
      case "AMDGPU" -> type == AMDGPU_METADATA ? "code object metadata" : number();
      case "AMD" -> amdName();
      case "stapsdt" -> type == 3 ? "probe" : number();
      case "Go" -> type == 4 ? "build id" : number();
      case "FDO" -> type == 0xcafe1a7eL ? "package metadata" : number();
      default -> number();
    };
  }

  private String gnuName() {
    return switch ((int) type) {
      case 1 -> "ABI tag";
      case 2 -> "hardware capabilities";
      case 3 -> "build id";
      case 4 -> "gold version";
      case 5 -> "properties";
      default -> number();
    };
  }

  // Code object version 2; see "Code Object V2 Note Records" in LLVM's AMDGPU usage guide.
  private String amdName() {
    return switch ((int) type) {
      case 1 -> "code object version";
      case 2 -> "HSAIL";
      case 3 -> "ISA version";
      case 10 -> "code object metadata (YAML)";
      case 11 -> "ISA name";
      case 12 -> "PAL metadata";
      default -> number();
    };
  }

  private String number() {
    return "type 0x%x".formatted(type);
  }
}
