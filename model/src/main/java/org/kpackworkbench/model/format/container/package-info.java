/**
 * LLVM's containers of device code ({@code OffloadBinary}): what compilers of the new offload
 * driver put into objects, and {@code llvm-offload-binary} and {@code clang-offload-packager} write
 * to files.
 *
 * <p>A {@link org.kpackworkbench.model.format.container.ContainerFile} is one or several
 * containers, one behind another, each with entries: an image of some kind for some offload
 * language, and texts such as its triple and architecture. Those that are code objects for AMD
 * GPUs, and what bundles and containers inside them hold, are the document's code objects; all
 * entries are its parts.
 */
package org.kpackworkbench.model.format.container;
