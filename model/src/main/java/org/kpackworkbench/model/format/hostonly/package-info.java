/**
 * Knowledge about a binary's bundles and layout, on the way to host-only and on the way back.
 *
 * {@snippet class="tour.Snippets" region="convert"}
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.format.hostonly;
