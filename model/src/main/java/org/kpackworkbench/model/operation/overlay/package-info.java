/**
 * Overlaying (bootstrap): generic and per-architecture artifacts become one tree.
 *
 * <p>Stage prefixes are shared. On a tree that is there already a prefix is emptied, where that is
 * asked for, the first time that it is met; after that, and otherwise, it is added to. Manifests of
 * archives and the artifacts' own manifests are united. Any other file of two artifacts with
 * different content, and any file where another one brings a folder or link, is a conflict: then
 * all conflicts are reported, and nothing is written.
 *
 * <p>Each prefix gets its {@code .prebuilt} file, so that the tree is not packed again, and the
 * tree a manifest of its prefixes. Flattened onto one root, the prefixes' content lies there
 * together; then there are no prefixes any more, and neither those files nor a manifest.
 *
 * <p>The tree takes its name as a whole, also where it was there before: what stays is linked, or
 * where the disk has no links copied, into the new one. A link in it stays a link.
 */
package org.kpackworkbench.model.operation.overlay;
