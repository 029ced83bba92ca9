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
    if (type == GNU_EH_FRAME) {
      return "GNU_EH_FRAME";
    }
    if (type == GNU_STACK) {
      return "GNU_STACK";
    }
    if (type == GNU_RELRO) {
      return "GNU_RELRO";
    }
    if (type == GNU_PROPERTY) {
      return "GNU_PROPERTY";
    }
    return type <= TLS ? genericName((int) type) : "0x%x".formatted(type);
  }

  private static String genericName(int type) {
    return switch (type) {
      case 0 -> "NULL";
      case 1 -> "LOAD";
      case 2 -> "DYNAMIC";
      case 3 -> "INTERP";
      case 4 -> "NOTE";
      case 5 -> "SHLIB";
      case 6 -> "PHDR";
      default -> "TLS";
    };
  }
}
