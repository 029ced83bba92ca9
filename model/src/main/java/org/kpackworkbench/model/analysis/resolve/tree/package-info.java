/**
 * All binaries below a folder, resolved for some devices.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.tree.TreeResolver} resolves each binary and
 * returns a {@link org.kpackworkbench.model.analysis.resolve.tree.TreeResolution}: a cell for each
 * binary and device. {@link org.kpackworkbench.model.analysis.resolve.tree.TreeFailures} groups the
 * failing wrappers by cause; {@link org.kpackworkbench.model.analysis.resolve.tree.TreeReport}
 * writes both as text.
 */
package org.kpackworkbench.model.analysis.resolve.tree;
