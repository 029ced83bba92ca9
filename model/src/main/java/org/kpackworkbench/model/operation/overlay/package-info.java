/**
 * Overlay (bootstrap): generic and per-architecture artifacts become one tree.
 *
 * <p>{@link org.kpackworkbench.model.operation.overlay.Overlay} adds each stage prefix to the one
 * in the tree; on request it empties a prefix of an existing tree first. It merges manifests of
 * archives and manifests of artifacts. Two files with one path and different content, or a file and
 * a folder or link with one path, are a conflict: all conflicts are reported, and nothing is
 * written.
 *
 * <p>Each prefix gets its {@code .prebuilt} file, so that the tree is not packed again, and the
 * tree a manifest of its prefixes. Flattened onto one root, the content of all prefixes is in one
 * folder; then there are no prefixes, no such files and no manifest.
 *
 * <p>A new tree is written and renamed as a whole, also when it replaces one: unchanged files of
 * the old tree become hard links, or copies where the disk has no hard links. Symbolic links stay
 * symbolic links.
 */
package org.kpackworkbench.model.operation.overlay;
