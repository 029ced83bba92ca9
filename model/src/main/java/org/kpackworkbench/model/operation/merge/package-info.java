/**
 * One tree made from several artifacts: what recombining and overlaying have in common.
 *
 * <p>{@link org.kpackworkbench.model.operation.merge.ArtifactContent} is what an artifact brings,
 * {@link org.kpackworkbench.model.operation.merge.UnionTree} what becomes of several, and {@link
 * org.kpackworkbench.model.operation.merge.UnionWriter} puts it on the disk.
 */
package org.kpackworkbench.model.operation.merge;
