package org.kpackworkbench.model.format.kpack;

import org.kpackworkbench.model.base.target.GpuTarget;

/** Which code objects an archive of scheme {@code zstd-solid} compresses together. */
public enum Grouping {
  /** Each alone. */
  NONE("each code object alone"),
  /** Those of one target. */
  TARGET("code objects of one target"),
  /** Those of one family of targets. */
  FAMILY("code objects of one family"),
  /** Those of one key, for all targets. */
  NAME("one unit's code objects for all targets"),
  /** All of them, in the order of the table, so that one unit's are neighbours. */
  ALL("all code objects");

  private static final long FEW_BYTES = 8L << 20;

  private final String words;

  Grouping(String words) {
    this.words = words;
  }

  /** Returns the grouping in words. */
  public String words() {
    return words;
  }

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Returns the text that the rows of a group have in common. */
  public String label(String key, String target) {
    return switch (this) {
      case NONE -> key + "\0" + target;
      case TARGET -> target;
      case FAMILY -> GpuTarget.lenient(target).family();
      case NAME -> key;
      case ALL -> "";
    };
  }

  /**
   * How many bytes of code are in one frame. Who reads rows in order meets the groups of all
   * targets in turn; their frames have to fit into memory together.
   */
  long frameBytes() {
    return switch (this) {
      case NONE -> 1;
      case TARGET, FAMILY -> FEW_BYTES;
      case NAME, ALL -> SharedFrames.MOST_FRAME_BYTES;
    };
  }
}
