package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the dynamic section.
 *
 * @param index its position in the table
 * @param tag {@code d_tag}, see {@link DynamicTag}
 * @param value {@code d_val} or {@code d_ptr}, as the tag says
 * @param text the string that the value names, for tags such as {@code NEEDED}; null for others,
 *     and where it cannot be read
 */
public record DynamicEntry(int index, long tag, long value, @Nullable String text) {

  /** Size of an entry in the file. */
  public static final int SIZE_BYTES = 16;

  /** The tag's name, e.g. {@code NEEDED}. */
  public String tagName() {
    return DynamicTag.name(tag);
  }
}
