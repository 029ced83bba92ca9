/**
 * The only place that unpacks anything: zstd frames, zlib streams, xz and what comes out of tar
 * files.
 *
 * <p>A few bytes can represent more than any memory or disk holds. So nothing is unpacked without
 * an {@link org.kpackworkbench.model.base.unpack.UnpackBudget}, which belongs to one operation, and
 * counts what comes out while it comes. No other package calls a library that decompresses; an
 * architecture test sees to that.
 *
 * {@snippet class="tour.Snippets" region="budget"}
 */
package org.kpackworkbench.model.base.unpack;
