package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the dynamic section.
 *
 * @param index its position in the table
 * @param tag {@code d_tag}, see {@link DynamicTag}
 * @param value {@code d_val} or {@code d_ptr}, as the tag says
 * @param text the string that the value names, for tags such as {@code NEEDED}; null for others,
 *     and where it cannot be read
 */
public record DynamicEntry(int index, long tag, long value, @Nullable String text) {

  /** Size of an entry in the file. */
  public static final int SIZE_BYTES = 16;

  /** The tag's name, e.g. {@code NEEDED}. */
  public String tagName() {
    return DynamicTag.name(tag);
  }

  /** Values of {@code d_tag} and their names. */
  public static final class DynamicTag {
    public static final long NULL = 0;
    public static final long NEEDED = 1;
    public static final long HASH = 4;
    public static final long STRTAB = 5;
    public static final long SYMTAB = 6;
    public static final long RELA = 7;
    public static final long RELASZ = 8;
    public static final long RELAENT = 9;
    public static final long STRSZ = 10;
    public static final long SYMENT = 11;
    public static final long SONAME = 14;
    public static final long RPATH = 15;
    public static final long REL = 17;
    public static final long RELSZ = 18;
    public static final long PLTREL = 20;
    public static final long PLTRELSZ = 2;
    public static final long JMPREL = 23;
    public static final long RUNPATH = 29;
    public static final long RELRSZ = 35;
    public static final long RELR = 36;
    public static final long RELRENT = 37;
    public static final long GNU_HASH = 0x6ffffef5L;
    public static final long FLAGS_1 = 0x6ffffffbL;
    public static final long AUXILIARY = 0x7ffffffdL;
    public static final long FILTER = 0x7fffffffL;

    /** {@code DF_1_PIE} in the value of {@link #FLAGS_1}: a program that is loaded anywhere. */
    public static final long FLAG_1_PIE = 0x08000000L;

    private DynamicTag() {}

    /** Whether the value is an offset in the dynamic string table. */
    public static boolean isText(long tag) {
      return tag == NEEDED
          || tag == SONAME
          || tag == RPATH
          || tag == RUNPATH
          || tag == AUXILIARY
          || tag == FILTER;
    }

    /** The name without its prefix, or the number in hexadecimal where it has none here. */
    public static String name(long tag) {
      if (tag >= 0 && tag <= RELRENT) {
        return generic((int) tag);
      }
      if (tag == AUXILIARY) {
        return "AUXILIARY";
      }
      if (tag == FILTER) {
        return "FILTER";
      }
      return tag >> 32 == 0 ? gnu((int) tag) : "0x%x".formatted(tag);
    }

    private static String generic(int tag) {
      return switch (tag) {
        case 0 -> "NULL";
        case 1 -> "NEEDED";
        case 2 -> "PLTRELSZ";
        case 3 -> "PLTGOT";
        case 4 -> "HASH";
        case 5 -> "STRTAB";
        case 6 -> "SYMTAB";
        case 7 -> "RELA";
        case 8 -> "RELASZ";
        case 9 -> "RELAENT";
        case 10 -> "STRSZ";
        case 11 -> "SYMENT";
        case 12 -> "INIT";
        case 13 -> "FINI";
        case 14 -> "SONAME";
        case 15 -> "RPATH";
        case 16 -> "SYMBOLIC";
        case 17 -> "REL";
        case 18 -> "RELSZ";
        case 19 -> "RELENT";
        case 20 -> "PLTREL";
        case 21 -> "DEBUG";
        case 22 -> "TEXTREL";
        case 23 -> "JMPREL";
        case 24 -> "BIND_NOW";
        case 25 -> "INIT_ARRAY";
        case 26 -> "FINI_ARRAY";
        case 27 -> "INIT_ARRAYSZ";
        case 28 -> "FINI_ARRAYSZ";
        case 29 -> "RUNPATH";
        case 30 -> "FLAGS";
        case 32 -> "PREINIT_ARRAY";
        case 33 -> "PREINIT_ARRAYSZ";
        case 34 -> "SYMTAB_SHNDX";
        case 35 -> "RELRSZ";
        case 36 -> "RELR";
        case 37 -> "RELRENT";
        default -> "0x%x".formatted(tag);
      };
    }

    private static String gnu(int tag) {
      return switch (tag) {
        case 0x6ffffdf5 -> "GNU_PRELINKED";
        case 0x6ffffef5 -> "GNU_HASH";
        case 0x6ffffef6 -> "TLSDESC_PLT";
        case 0x6ffffef7 -> "TLSDESC_GOT";
        case 0x6ffffff0 -> "VERSYM";
        case 0x6ffffff9 -> "RELACOUNT";
        case 0x6ffffffa -> "RELCOUNT";
        case 0x6ffffffb -> "FLAGS_1";
        case 0x6ffffffc -> "VERDEF";
        case 0x6ffffffd -> "VERDEFNUM";
        case 0x6ffffffe -> "VERNEED";
        case 0x6fffffff -> "VERNEEDNUM";
        default -> "0x%x".formatted(tag);
      };
    }
  }
}
