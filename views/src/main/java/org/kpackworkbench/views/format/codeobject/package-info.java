/**
 * Views of a code object: a file of its own, or one inside an archive, a library or a bundle.
 *
 * <p>{@link org.kpackworkbench.views.format.codeobject.CodeObjectViews} makes them. A file that is
 * a code object gets one tab for each page; a file that holds code objects gets one tab, “Code
 * object”, which follows the current place and has the pages inside. What the pages say comes from
 * node-free models: {@code CodeObjectSummary}, {@code KernelsSpec}, {@code KernelDetails}, {@code
 * DisassemblyModel}, {@code MetadataText}.
 *
 * <p>A row elsewhere that stands for a code object leads into it with {@link
 * org.kpackworkbench.views.kit.place.CodeObjectPlaces#inside}.
 */
package org.kpackworkbench.views.format.codeobject;
