package org.kpackworkbench.model.format.ar;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * The member that says which member defines which symbol.
 *
 * @param format how it is written, e.g. {@code "GNU, 64-bit"}
 * @param range its content, relative to the library's start
 * @param symbolCount the number of symbols that it declares, as stored
 * @param headerOffset where its header is
 */
public record SymbolIndex(String format, ByteRange range, long symbolCount, long headerOffset) {}
