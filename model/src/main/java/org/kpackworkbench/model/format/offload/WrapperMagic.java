package org.kpackworkbench.model.format.offload;

/** Meaning of a wrapper's magic. */
public enum WrapperMagic {
  /** {@code 0x48495046}: points to a bundle. */
  HIPF("HIPF"),
  /** {@code 0x4B504948}: points to the marker, the device code is in archives. */
  HIPK("HIPK"),
  /** Anything else. */
  OTHER("unknown");

  public static final long HIPF_VALUE = 0x48495046L;
  public static final long HIPK_VALUE = 0x4b504948L;

  private final String words;

  WrapperMagic(String words) {
    this.words = words;
  }

  /** Returns the meaning for the wrapper, in words for people. */
  public String words() {
    return words;
  }

  static WrapperMagic of(long value) {
    return value == HIPF_VALUE ? HIPF : value == HIPK_VALUE ? HIPK : OTHER;
  }
}
