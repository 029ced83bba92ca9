/**
 * Writing the device code of binaries into archives, as converting, packing and splitting do.
 *
 * <p>{@link org.kpackworkbench.model.operation.archives.ArchiveOptions} says how: which targets are
 * kept ({@link org.kpackworkbench.model.operation.archives.TargetFilter}), compression, form of the
 * keys. {@link org.kpackworkbench.model.operation.archives.BinaryScan} finds binaries with device
 * code before anything is written. {@link org.kpackworkbench.model.operation.archives.CodeArchives}
 * makes one binary after the other host-only and gives each code object to the archive of its
 * target. Which archives there are and where they go is decided by each operation.
 *
 * {@snippet class="tour.Snippets" region="convert"}
 */
package org.kpackworkbench.model.operation.archives;
