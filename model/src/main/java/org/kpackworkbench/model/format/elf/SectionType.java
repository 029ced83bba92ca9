package org.kpackworkbench.model.format.elf;

/** Values of {@code sh_type} and their names. */
public final class SectionType {
  public static final long NULL = 0;
  public static final long PROGBITS = 1;
  public static final long SYMTAB = 2;
  public static final long STRTAB = 3;
  public static final long RELA = 4;
  public static final long HASH = 5;
  public static final long DYNAMIC = 6;
  public static final long NOTE = 7;
  public static final long NOBITS = 8;
  public static final long REL = 9;
  public static final long DYNSYM = 11;
  public static final long INIT_ARRAY = 14;
  public static final long FINI_ARRAY = 15;
  public static final long PREINIT_ARRAY = 16;
  public static final long GROUP = 17;
  public static final long SYMTAB_SHNDX = 18;
  public static final long RELR = 19;
  public static final long ANDROID_RELR = 0x6fffff00L;
  public static final long LLVM_ADDRSIG = 0x6fff4c03L;
  public static final long LLVM_OFFLOADING = 0x6fff4c0bL;
  public static final long GNU_HASH = 0x6ffffff6L;
  public static final long GNU_VERDEF = 0x6ffffffdL;
  public static final long GNU_VERNEED = 0x6ffffffeL;
  public static final long GNU_VERSYM = 0x6fffffffL;
  public static final long X86_64_UNWIND = 0x70000001L;

  private SectionType() {}

  /** The name without its prefix, or the number in hexadecimal where it has none here. */
  public static String name(long type) {
    return ElfNames.of("section", type, "0x%x");
  }

  /** Whether it holds tables for linkers and loaders rather than the program's own bytes. */
  public static boolean isMetadata(long type) {
    return switch ((int) type) {
      case 2, 3, 4, 5, 6, 7, 9, 11, 17, 18, 19 -> type <= RELR;
      default -> type == ANDROID_RELR || (type >= GNU_HASH && type <= GNU_VERSYM);
    };
  }
}
