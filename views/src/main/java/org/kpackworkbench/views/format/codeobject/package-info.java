/**
 * Views of a code object: a file of its own, or one inside an archive, a library or a bundle.
 *
 * <p>{@link org.kpackworkbench.views.format.codeobject.CodeObjectViews} makes them. A file that is
 * a code object gets one tab for each page; a file that holds code objects gets one tab, “Code
 * object”, that follows the current place and contains the pages. A {@code ShownCodeObject} is the
 * code object that pages show and the place that it came from.
 *
 * <p>The text of the pages comes from models without nodes: the summary in {@code OverviewPage},
 * {@code KernelsSpec}, {@code KernelDetails}, {@code DisassemblyModel}, and the lines in {@code
 * MetadataPage}.
 *
 * <p>Rows of other views lead to a code object with {@link
 * org.kpackworkbench.views.kit.place.CodeObjectPlaces#inside}.
 */
package org.kpackworkbench.views.format.codeobject;
