package org.kpackworkbench.model.analysis.resolve.simulate;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;

/**
 * The outcome of a load.
 *
 * @param resolution the answer and its trace
 * @param bytes the code object, in memory of its own; null where the answer is an error
 */
public record LoadedCode(Resolution resolution, @Nullable ByteView bytes) {}
