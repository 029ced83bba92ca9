package org.kpackworkbench.views.kit.map;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Link of the same bytes in two lanes: a segment in the file and in memory.
 *
 * @param from in the upper lane
 * @param to in the lane below it; may be longer, where memory goes on behind the file's bytes
 */
public record MapLink(ByteRange from, ByteRange to) {}
