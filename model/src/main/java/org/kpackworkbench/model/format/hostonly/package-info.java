/**
 * Knowledge about a binary's bundles and layout, on the way to host-only and on the way back.
 *
 * {@snippet class="tour.Snippets" region="convert"}
 */
package org.kpackworkbench.model.format.hostonly;
