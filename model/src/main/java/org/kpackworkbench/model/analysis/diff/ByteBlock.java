package org.kpackworkbench.model.analysis.diff;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Neighbouring positions of a byte comparison that are all the same, or all not.
 *
 * @param positions the positions
 * @param change what they are; {@code ADDED} and {@code REMOVED} where only some sides have bytes
 *     there
 */
public record ByteBlock(ByteRange positions, Change change) {}
