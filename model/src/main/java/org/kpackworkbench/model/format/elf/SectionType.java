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

  private static final long LLVM_FIRST = 0x6fff4c00L;
  private static final long LLVM_LAST = 0x6fff4c0cL;

  private SectionType() {}

  /** The name without its prefix, or the number in hexadecimal where it has none here. */
  public static String name(long type) {
    if (type == ANDROID_RELR) {
      return "ANDROID_RELR";
    }
    if (type >= LLVM_FIRST && type <= LLVM_LAST) {
      return llvmName(type);
    }
    if (type >= GNU_HASH && type <= GNU_VERSYM) {
      return gnuName(type);
    }
    if (type == X86_64_UNWIND) {
      return "X86_64_UNWIND";
    }
    return type <= RELR ? genericName((int) type) : "0x%x".formatted(type);
  }

  /** Whether it holds tables for linkers and loaders rather than the program's own bytes. */
  public static boolean isMetadata(long type) {
    return switch ((int) type) {
      case 2, 3, 4, 5, 6, 7, 9, 11, 17, 18, 19 -> type <= RELR;
      default -> type == ANDROID_RELR || (type >= GNU_HASH && type <= GNU_VERSYM);
    };
  }

  private static String llvmName(long type) {
    return switch ((int) (type - LLVM_FIRST)) {
      case 1 -> "LLVM_LINKER_OPTIONS";
      case 3 -> "LLVM_ADDRSIG";
      case 4 -> "LLVM_DEPENDENT_LIBRARIES";
      case 9 -> "LLVM_CALL_GRAPH_PROFILE";
      case 10 -> "LLVM_BB_ADDR_MAP";
      case 11 -> "LLVM_OFFLOADING";
      case 12 -> "LLVM_LTO";
      default -> "0x%x".formatted(type);
    };
  }

  private static String gnuName(long type) {
    return switch ((int) (type - GNU_HASH)) {
      case 0 -> "GNU_HASH";
      case 1 -> "GNU_LIBLIST";
      case 7 -> "GNU_VERDEF";
      case 8 -> "GNU_VERNEED";
      case 9 -> "GNU_VERSYM";
      default -> "0x%x".formatted(type);
    };
  }

  private static String genericName(int type) {
    return switch (type) {
      case 0 -> "NULL";
      case 1 -> "PROGBITS";
      case 2 -> "SYMTAB";
      case 3 -> "STRTAB";
      case 4 -> "RELA";
      case 5 -> "HASH";
      case 6 -> "DYNAMIC";
      case 7 -> "NOTE";
      case 8 -> "NOBITS";
      case 9 -> "REL";
      case 10 -> "SHLIB";
      case 11 -> "DYNSYM";
      case 14 -> "INIT_ARRAY";
      case 15 -> "FINI_ARRAY";
      case 16 -> "PREINIT_ARRAY";
      case 17 -> "GROUP";
      case 18 -> "SYMTAB_SHNDX";
      case 19 -> "RELR";
      default -> "0x%x".formatted(type);
    };
  }
}
