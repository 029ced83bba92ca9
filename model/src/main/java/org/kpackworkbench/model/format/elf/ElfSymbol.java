package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;

/**
 * A symbol, every field as in the file.
 *
 * @param index its position in its table
 * @param name its name; of a section symbol without one, the section's; where it cannot be read, a
 *     note in parentheses that says so
 * @param nameOffset {@code st_name}, offset in the string table
 * @param info {@code st_info}: type in the low 4 bits, binding in the high ones
 * @param other {@code st_other}: visibility in the low 2 bits
 * @param sectionField {@code st_shndx} as stored
 * @param section index of its section, also where that is too large for {@code st_shndx}; 0 for an
 *     undefined symbol, -1 for one that has no section (absolute, common)
 * @param value {@code st_value}: a virtual address, or in an object file an offset in the section
 * @param sizeBytes {@code st_size}, 0 where unknown
 * @param version the name of its version, e.g. {@code hip_4.2}; null if it has none
 */
public record ElfSymbol(
    int index,
    String name,
    long nameOffset,
    int info,
    int other,
    int sectionField,
    int section,
    long value,
    long sizeBytes,
    @Nullable String version) {

  /** Size of a symbol in the file. */
  public static final int SIZE_BYTES = 24;

  public static final int LOCAL = 0;
  public static final int GLOBAL = 1;
  public static final int WEAK = 2;

  public static final int NO_TYPE = 0;
  public static final int OBJECT = 1;
  public static final int FUNCTION = 2;
  public static final int SECTION = 3;
  public static final int FILE = 4;
  public static final int COMMON = 5;
  public static final int TLS = 6;
  public static final int INDIRECT_FUNCTION = 10;

  /** {@code SHN_ABS}. */
  public static final int SECTION_ABSOLUTE = 0xfff1;

  /** {@code SHN_COMMON}. */
  public static final int SECTION_COMMON = 0xfff2;

  /** {@code SHN_XINDEX}: the index is in a section of its own. */
  public static final int SECTION_EXTENDED = 0xffff;

  /** The type: one of the constants, or another number up to 15. */
  public int type() {
    return info & 0xf;
  }

  /** The binding: one of the constants, or another number up to 15. */
  public int binding() {
    return info >> 4;
  }

  /** The visibility: 0 default, 1 internal, 2 hidden, 3 protected. */
  public int visibility() {
    return other & 3;
  }

  /** Whether another file has to define it. */
  public boolean isUndefined() {
    return sectionField == 0;
  }

  /** Whether its value is no address, and stays when the file is loaded elsewhere. */
  public boolean isAbsolute() {
    return sectionField == SECTION_ABSOLUTE;
  }

  /** The type in words. */
  public String typeName() {
    return ElfNames.of("symbol", type(), "type %d");
  }

  /** The binding in words. */
  public String bindingName() {
    return ElfNames.of("binding", binding(), "binding %d");
  }

  /** The visibility in words. */
  public String visibilityName() {
    return ElfNames.of("visibility", visibility(), "default");
  }
}
