/**
 * Find and go to, over all open files: {@link org.kpackworkbench.views.window.search.FindField} in
 * the tool bar shows what a {@link org.kpackworkbench.views.window.search.PlaceSearch} finds.
 *
 * <p>The search calls a list of {@link org.kpackworkbench.views.spi.PlaceFinder}s: first for
 * numbers as offsets and addresses, then those of the formats and {@link
 * org.kpackworkbench.views.window.search.KernelFinder}, last for owners of bytes by name.
 */
package org.kpackworkbench.views.window.search;
