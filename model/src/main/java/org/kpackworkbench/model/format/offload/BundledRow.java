package org.kpackworkbench.model.format.offload;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

/**
 * Where a row of {@link BundledCodeObjects} comes from.
 *
 * @param row what is shown
 * @param bundle the bundle that holds it
 * @param entry its entry there; null if the bundle is a bare code object
 */
record BundledRow(CodeObjectRow row, StoredBundle bundle, @Nullable BundleEntry entry) {}
