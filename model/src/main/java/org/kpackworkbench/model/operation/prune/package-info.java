/**
 * Prune: keep only the code that some GPUs need.
 *
 * <p>{@link org.kpackworkbench.model.operation.prune.Prune} takes a fat binary, an object, a static
 * library, a bundle, an archive, a manifest or a tree with any of these and with kernel databases.
 * What is kept is decided by what a loader would choose for each GPU, for each binary and index:
 * code for the GPU itself, with as many of its features as there is code for, else for its generic
 * target, else SPIR-V. Of an installed tree, archives in one folder are taken together, as a loader
 * takes them.
 *
 * <p>A fat binary is laid out as its host-only form that gets the bundles back that stay, by the
 * engines of {@code convert} and {@code restore}, so that its layout and its pointers are right by
 * the same checks. Neither form is written in between, unless bundles are compressed: those are
 * unpacked into an archive first. Bundles keep their entries' order and their form; a bundle that
 * loses all code keeps its wrapper. A bundle that is a file of its own is written again in its
 * form, the host's entry first. So are those of an object; addends and symbols that lead to them
 * follow, and a place inside of a bundle that changes is refused. A static library's members are
 * pruned each, and its symbol index leads to where they are then; a thin one is left as it is.
 * Archives keep stored code objects as they are. Manifests follow their archives. A database file
 * is dropped as a whole, by the architecture that its recogniser names.
 *
 * <p>A new tree is written and renamed as a whole. In place, new files are staged below the tree's
 * root first; then a journal is written, and each file is replaced at once. A run that was killed
 * before the journal was complete has changed nothing; after that the next run finishes it. Files
 * that an installed package of Debian's or rpm's owns are changed only if that is requested.
 */
package org.kpackworkbench.model.operation.prune;
