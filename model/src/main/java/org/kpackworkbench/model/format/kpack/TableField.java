package org.kpackworkbench.model.format.kpack;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * A key and its value in a map of the table of contents, as they stand in the file, so that what is
 * not understood can be shown and written back unchanged.
 *
 * @param name the key's text; for a key that is no text, a description of it
 * @param key the key's bytes in the file
 * @param value the value's bytes in the file
 * @param known whether this program knows the key
 */
public record TableField(String name, ByteRange key, ByteRange value, boolean known) {}
