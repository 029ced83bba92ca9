package org.kpackworkbench.model.analysis.resolve.process;

/**
 * A range of a process's addresses, as a line of {@code /proc/<pid>/maps} describes it. Addresses
 * are unsigned.
 *
 * @param start its first address
 * @param end the address behind its last
 * @param permissions such as {@code r-xp}
 * @param fileOffset where in the file it begins, in bytes
 * @param kind what is mapped
 * @param path the file's path; for special memory its name, such as {@code [heap]}; empty for
 *     memory without a name
 */
public record Mapping(
    long start, long end, String permissions, long fileOffset, Kind kind, String path) {

  /** What is mapped. */
  public enum Kind {
    /** A file that is where its path says. */
    FILE,
    /** A file that was deleted or replaced since it was mapped. */
    DELETED_FILE,
    /** Memory without a file. */
    ANONYMOUS,
    /** Memory with a name in brackets. */
    SPECIAL
  }

  /** Whether an address lies in it. */
  public boolean contains(long address) {
    return Long.compareUnsigned(address, start) >= 0 && Long.compareUnsigned(address, end) < 0;
  }

  /** Where in the file an address lies that is in it, in bytes. */
  public long fileOffsetOf(long address) {
    return address - start + fileOffset;
  }

  /** Whether it is of a file, deleted or not. */
  public boolean isFile() {
    return kind == Kind.FILE || kind == Kind.DELETED_FILE;
  }
}
