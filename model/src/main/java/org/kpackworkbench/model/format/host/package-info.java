/**
 * Host binaries: ELF files for the processor, with what they have of device code.
 *
 * <p>{@link org.kpackworkbench.model.format.host.ElfDocument} joins what the rooms {@code elf} and
 * {@code offload} read: sections, wrappers, bundles, marker. {@link
 * org.kpackworkbench.model.format.host.ArchivedCode} finds the code objects of a host-only binary
 * in the archives that its marker names. {@link
 * org.kpackworkbench.model.format.host.edit.HostBinary} is what operations open that take device
 * code out or put it back.
 *
 * {@snippet class="tour.Snippets" region="wrappers"}
 */
package org.kpackworkbench.model.format.host;
