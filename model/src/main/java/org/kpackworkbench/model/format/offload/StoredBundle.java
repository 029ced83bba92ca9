package org.kpackworkbench.model.format.offload;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * A bundle as it is stored in a file.
 *
 * @param index its number in the file, by offset
 * @param range its bytes, relative to the start of the ELF file or of the file of bundles
 * @param content what it is
 * @param wrappers the indices of the wrappers that point to it; several may, or none
 */
public record StoredBundle(
    int index, ByteRange range, BundleContent content, List<Integer> wrappers) {}
