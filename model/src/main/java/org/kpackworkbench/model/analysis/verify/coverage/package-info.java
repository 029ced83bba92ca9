/**
 * Which wrapper of which binary has code for which architecture, as a grid of wrappers and
 * architectures. Only tables of contents are read; nothing is decompressed.
 *
 * <p>{@code Verify.coverage} reads a tree into a {@code CoverageGrid}, whose cells are {@code
 * CoverageCell}s. Their contents are the answers of a simulated loader.
 *
 * {@snippet class="tour.Snippets" region="coverage"}
 */
package org.kpackworkbench.model.analysis.verify.coverage;
