package org.kpackworkbench.model.format.elf;

/** Bits of {@code p_flags} and their words. */
public final class SegmentFlags {
  public static final long EXECUTE = 0x1;
  public static final long WRITE = 0x2;
  public static final long READ = 0x4;

  private SegmentFlags() {}

  /** The bits that are set, in words; unknown ones as one hexadecimal number. */
  public static String words(long flags) {
    return ElfNames.flags("segment-flag", flags);
  }
}
