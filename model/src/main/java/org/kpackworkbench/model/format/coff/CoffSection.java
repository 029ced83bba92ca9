package org.kpackworkbench.model.format.coff;

import java.util.StringJoiner;

/**
 * A section of a Windows file, every field as stored.
 *
 * @param index its position in the table, from 0
 * @param name its name
 * @param memorySizeBytes size in memory; 0 in objects
 * @param address address from the image's base; 0 in objects
 * @param fileSizeBytes size in the file
 * @param fileOffset where its bytes are in the file
 * @param flags the characteristics
 * @param headerOffset where its header is in the file
 */
public record CoffSection(
    int index,
    String name,
    long memorySizeBytes,
    long address,
    long fileSizeBytes,
    long fileOffset,
    long flags,
    long headerOffset) {

  /** Size of a section header. */
  public static final int HEADER_SIZE_BYTES = 40;

  /** Roles of a section, as far as device code is concerned. */
  public enum Role {
    /** {@code .hip_fat}: the bundles. */
    BUNDLES("offload bundles"),
    /** {@code .hipFatB}: the wrappers. */
    WRAPPERS("wrappers"),
    /** {@code .kpackrf}: the marker of a host-only binary. */
    MARKER("marker"),
    /** Anything else. */
    OTHER("");

    private final String words;

    Role(String words) {
      this.words = words;
    }

    /** Returns the role in words for people; empty if that is not known. */
    public String words() {
      return words;
    }
  }

  /**
   * Returns the role of the section by its name: linked files have eight bytes of it, objects the
   * whole.
   */
  public Role role() {
    return switch (name) {
      case ".hip_fat", ".hip_fatbin" -> Role.BUNDLES;
      case ".hipFatB", ".hipFatBinSegment" -> Role.WRAPPERS;
      case ".kpackrf" -> Role.MARKER;
      default -> Role.OTHER;
    };
  }

  /** The flags that matter, in words. */
  public String flagWords() {
    StringJoiner words = new StringJoiner(", ");
    add(words, 0x40000000L, "read");
    add(words, 0x80000000L, "write");
    add(words, 0x20000000L, "execute");
    add(words, 0x20L, "code");
    add(words, 0x40L, "data");
    add(words, 0x80L, "zero-filled");
    add(words, 0x02000000L, "discardable");
    return words.toString();
  }

  private void add(StringJoiner words, long bit, String word) {
    if ((flags & bit) != 0) {
      words.add(word);
    }
  }
}
