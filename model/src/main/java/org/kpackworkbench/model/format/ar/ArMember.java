package org.kpackworkbench.model.format.ar;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * A member of a static library.
 *
 * @param index its position among the members that are files
 * @param name its name; in a thin library the path of the file, relative to the library's folder
 * @param range its content, relative to the library's start; empty in a thin library
 * @param sizeBytes size of its content, also where that is in another file
 * @param headerOffset where its header is
 * @param timeSeconds seconds since 1970; 0 where unreadable
 * @param mode the file mode; 0 where unreadable
 */
public record ArMember(
    int index,
    String name,
    ByteRange range,
    long sizeBytes,
    long headerOffset,
    long timeSeconds,
    int mode) {

  /** Size of a member's header. */
  public static final int HEADER_SIZE_BYTES = 60;
}
