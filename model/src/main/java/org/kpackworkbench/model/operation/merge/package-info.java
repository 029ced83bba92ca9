/**
 * One tree made from several artifacts: what {@code recombine} and {@code overlay} share.
 *
 * <p>{@link org.kpackworkbench.model.operation.merge.ArtifactContent} is the content of one
 * artifact, {@link org.kpackworkbench.model.operation.merge.UnionTree} that of several together,
 * and {@link org.kpackworkbench.model.operation.merge.UnionWriter} writes it to disk.
 */
package org.kpackworkbench.model.operation.merge;
