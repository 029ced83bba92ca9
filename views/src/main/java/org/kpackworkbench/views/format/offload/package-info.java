/**
 * Views of offload bundles and code objects, for every format that contains them.
 *
 * <p>{@link org.kpackworkbench.views.format.offload.BundleViews} makes two tabs: the tree of
 * bundles with their entries, and the table of code objects with the target that each one states.
 * {@link org.kpackworkbench.views.format.offload.Misfiled} names the code objects that are stored
 * under another target than they state.
 */
package org.kpackworkbench.views.format.offload;
