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

  private static final ConstantNames GENERIC =
      ConstantNames.of("NULL LOAD DYNAMIC INTERP NOTE SHLIB PHDR TLS");
  private static final ConstantNames GNU =
      ConstantNames.of("GNU_EH_FRAME GNU_STACK GNU_RELRO GNU_PROPERTY");

  private SegmentType() {}

  /** The name without its prefix, or the number in hexadecimal where it has none here. */
  public static String name(long type) {
    return GENERIC.name(type, GNU.name(type - GNU_EH_FRAME, "0x%x".formatted(type)));
  }
}
