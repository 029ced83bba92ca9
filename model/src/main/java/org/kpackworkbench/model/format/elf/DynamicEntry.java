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
      return ElfNames.of("tag", tag, "0x%x");
    }
  }
}
