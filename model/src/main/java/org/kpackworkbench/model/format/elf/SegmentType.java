package org.kpackworkbench.model.format.elf;

/** Values of {@code p_type} and their names. */
public final class SegmentType {
  public static final long NULL = 0;
  public static final long LOAD = 1;
  public static final long DYNAMIC = 2;
  public static final long INTERP = 3;
  public static final long NOTE = 4;
  public static final long PHDR = 6;
  public static final long TLS = 7;
  public static final long GNU_EH_FRAME = 0x6474e550L;
  public static final long GNU_STACK = 0x6474e551L;
  public static final long GNU_RELRO = 0x6474e552L;
  public static final long GNU_PROPERTY = 0x6474e553L;

  private SegmentType() {}

  /** The name without its prefix, or the number in hexadecimal where it has none here. */
  public static String name(long type) {
    return ElfNames.of("segment", type, "0x%x");
  }
}
