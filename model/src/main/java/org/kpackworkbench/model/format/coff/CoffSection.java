package org.kpackworkbench.model.format.coff;

import java.util.List;
import java.util.StringJoiner;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatSections;

/**
 * A section of a Windows file, every field as stored.
 *
 * @param index its position in the table, from 0
 * @param name its name
 * @param memorySizeBytes size in memory; 0 in objects
 * @param address virtual address, with the image's base; 0 in objects
 * @param fileSizeBytes size in the file
 * @param fileOffset where its bytes are in the file
 * @param relocationsOffset where an object's relocations of it are in the file
 * @param relocationCount the number of these relocations
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
    long relocationsOffset,
    int relocationCount,
    long flags,
    long headerOffset)
    implements HostImage.Section {

  /** Size of a section header. */
  public static final int HEADER_SIZE_BYTES = 40;

  private static final List<String> DEBUG_NAMES = List.of(".debug", ".zdebug", ".stab");
  private static final int FILE_SIZE_FIELD = 16;
  private static final long INITIALIZED = 0x40L;
  private static final long UNINITIALIZED = 0x80L;
  private static final long MORE_RELOCATIONS = 0x01000000L;
  private static final long EXECUTE = 0x20000000L;
  private static final long WRITE = 0x80000000L;
  private static final long DISCARDABLE = 0x02000000L;

  @Override
  public long sizeBytes() {
    return memorySizeBytes > 0 ? memorySizeBytes : fileSizeBytes;
  }

  @Override
  public boolean isNoBits() {
    return fileSizeBytes == 0 || fileOffset == 0;
  }

  @Override
  public long sizeFieldOffset() {
    return headerOffset + FILE_SIZE_FIELD;
  }

  /** Whether a virtual address lies in it. */
  boolean containsAddress(long virtualAddress) {
    return Long.compareUnsigned(virtualAddress - address, sizeBytes()) < 0;
  }

  /** Whether it can be written when it is loaded. */
  public boolean isWritable() {
    return (flags & WRITE) != 0;
  }

  /** Whether it holds code that can be run. */
  public boolean isExecutable() {
    return (flags & EXECUTE) != 0;
  }

  /** Whether the loader may free it once the program is loaded. */
  public boolean isDiscardable() {
    return (flags & DISCARDABLE) != 0;
  }

  /** Whether its flags say that it has no bytes in the file. */
  public boolean isUninitialized() {
    return (flags & UNINITIALIZED) != 0;
  }

  /** Whether it has so many relocations that its header cannot state their number. */
  public boolean hasMoreRelocations() {
    return (flags & MORE_RELOCATIONS) != 0;
  }

  /** Returns its flags as those of a section that has bytes in the file, or has none. */
  public long flags(boolean initialized) {
    long other = flags & ~(INITIALIZED | UNINITIALIZED);
    return other | (initialized ? INITIALIZED : UNINITIALIZED);
  }

  /** Whether tools that strip debug data take it away; LLVM's and GNU's go by its name. */
  boolean isDebugData() {
    return isDiscardable() && DEBUG_NAMES.stream().anyMatch(name::startsWith);
  }

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
    return FatSections.isFat(this)
        ? Role.BUNDLES
        : FatSections.isWrappers(this)
            ? Role.WRAPPERS
            : name.equals(FatSections.SHORT_MARKER) ? Role.MARKER : Role.OTHER;
  }

  /** Returns the role in words, and that bundles were left out; empty if it has no role. */
  public String holds() {
    return role() == Role.BUNDLES && isNoBits()
        ? "nothing: its bundles are in archives"
        : role().words();
  }

  /** The flags that matter, in words. */
  public String flagWords() {
    StringJoiner words = new StringJoiner(", ");
    add(words, 0x40000000L, "read");
    add(words, WRITE, "write");
    add(words, EXECUTE, "execute");
    add(words, 0x20L, "code");
    add(words, INITIALIZED, "data");
    add(words, UNINITIALIZED, "zero-filled");
    add(words, DISCARDABLE, "discardable");
    return words.toString();
  }

  private void add(StringJoiner words, long bit, String word) {
    if ((flags & bit) != 0) {
      words.add(word);
    }
  }
}
