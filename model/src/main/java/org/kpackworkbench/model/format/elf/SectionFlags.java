package org.kpackworkbench.model.format.elf;

/** Bits of {@code sh_flags} and their words. */
public final class SectionFlags {
  public static final long WRITE = 0x1;
  public static final long ALLOC = 0x2;
  public static final long EXECUTE = 0x4;
  public static final long MERGE = 0x10;
  public static final long STRINGS = 0x20;
  public static final long INFO_LINK = 0x40;
  public static final long LINK_ORDER = 0x80;
  public static final long GROUP = 0x200;
  public static final long TLS = 0x400;
  public static final long COMPRESSED = 0x800;

  private SectionFlags() {}

  /** The bits that are set, in words; unknown ones as one hexadecimal number. */
  public static String words(long flags) {
    return ElfNames.flags("section-flag", flags);
  }
}
