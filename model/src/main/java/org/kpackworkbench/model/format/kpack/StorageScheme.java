package org.kpackworkbench.model.format.kpack;

/** How an archive stores its code objects. */
public enum StorageScheme {
  /** As they are, one behind the other. */
  NONE("none"),
  /** Each in one zstd frame, in a chain of frames with their sizes. */
  ZSTD_PER_KERNEL("zstd-per-kernel"),
  /** Another scheme, or none that could be read: the table can be shown, nothing extracted. */
  UNKNOWN("unknown");

  static final String FIRST_NONE = "NoOp";
  static final String FIRST_ZSTD = "ZstdPerKernel";

  private final String text;

  StorageScheme(String text) {
    this.text = text;
  }

  /** The scheme's name as the table of contents spells it. */
  public String text() {
    return text;
  }

  /** The scheme of that name; {@link #UNKNOWN} where it has none of those that are read. */
  public static StorageScheme named(String text) {
    return text.equals(NONE.text)
        ? NONE
        : text.equals(ZSTD_PER_KERNEL.text) ? ZSTD_PER_KERNEL : UNKNOWN;
  }
}
