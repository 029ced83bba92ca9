package org.kpackworkbench.model.format.codeobject;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Where the parts of a kernel lie. Ranges are relative to the code object.
 *
 * @param code its machine code; null where no symbol says where that is
 * @param codeAddress virtual address of the code; -1 where not known, and in object files, which
 *     have none yet
 * @param descriptor its descriptor; null where no symbol says where that is
 * @param descriptorAddress likewise
 */
public record KernelLocation(
    @Nullable ByteRange code,
    long codeAddress,
    @Nullable ByteRange descriptor,
    long descriptorAddress) {}
